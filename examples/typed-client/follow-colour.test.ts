/**
 * A recipe for applications that use `@kubernetes/client-node`. The server uses the vocabulary of Kubernetes, and
 * listens on a port, because this client needs HTTPS. Each test has a fork with a separate port and clock.
 */
import { CoreV1Api, KubeConfig } from "@kubernetes/client-node";
import { ManualClock, type RunningServer, startServer } from "orch/server";
import { afterAll, test as base, beforeAll, describe, vi } from "vitest";
import { followColour } from "./follow-colour.ts";

const settings = { namespace: "default", name: "settings" };
let prepared: RunningServer<ManualClock>;

beforeAll(async () => {
  prepared = await startServer({ vocabulary: "kubernetes", port: 0, clock: new ManualClock() });
  await coreOf(prepared).createNamespacedConfigMap({
    namespace: "default",
    body: { metadata: { name: "settings", labels: { app: "settings" } }, data: { colour: "blue" } },
  });
});

afterAll(() => prepared.close());

/** Reads the client configuration of the server, which has the format of a kubeconfig file. */
function configOf(server: RunningServer): KubeConfig {
  const config = new KubeConfig();
  config.loadFromString(server.kubeconfig);
  return config;
}

function coreOf(server: RunningServer): CoreV1Api {
  return configOf(server).makeApiClient(CoreV1Api);
}

async function setColour(server: RunningServer, colour: string): Promise<void> {
  const body = [{ op: "replace", path: "/data/colour", value: colour }];
  await coreOf(server).patchNamespacedConfigMap({ ...settings, body });
}

interface Fixtures {
  readonly server: RunningServer<ManualClock>;
  /** The colours that the program has reported since its start. Undefined: the settings were deleted. */
  readonly colours: (string | undefined)[];
}

const test = base.extend<Fixtures>({
  // Vitest reads the required fixtures from this pattern. This fixture requires none.
  // oxlint-disable-next-line no-empty-pattern
  server: async ({}, use) => {
    const server = await prepared.fork();
    await use(server);
    await server.close();
  },
  colours: async ({ server }, use) => {
    const colours: (string | undefined)[] = [];
    const following = await followColour(configOf(server), (colour) => colours.push(colour));
    await use(colours);
    await following.stop();
  },
});

describe.concurrent("followColour()", () => {
  test("followColour() reports the existing colour and its changes", async ({ server, colours, expect }) => {
    await setColour(server, "green");
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green"]));
  });

  test("followColour() reports that the settings were deleted", async ({ server, colours, expect }) => {
    await coreOf(server).deleteNamespacedConfigMap(settings);
    await vi.waitFor(() => expect(colours).toEqual(["blue", undefined]));
  });

  test("followColour() continues after a broken watch", async ({ server, colours, expect }) => {
    await setColour(server, "green");
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green"]));
    server.faults.add({ verb: "watch", resource: "configmaps", times: 1, dropWatch: true });
    await setColour(server, "red");
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green", "red"]));
  });

  test("followColour() continues after its watch has ended, which takes up to an hour", async ({
    server,
    colours,
    expect,
  }) => {
    await setColour(server, "green");
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green"]));
    await server.clock.advance("1h");
    await setColour(server, "red");
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green", "red"]));
  });

  test("followColour() reports the colour of a restored state", async ({ server, colours, expect }) => {
    const blue = server.snapshot();
    await setColour(server, "green");
    await server.restore(blue, { watches: "follow" });
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green", "blue"]));
  });
});
