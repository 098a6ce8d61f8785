/**
 * A recipe for applications that are written with `@kubernetes/client-node`: the same server, in the vocabulary of that
 * client, on a port of its own, for it talks HTTPS. Each test has a fork, with a port and a clock of its own.
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

/** The client configuration is what a kubeconfig file would hold. */
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
  /** What the program has seen, from its start on. */
  readonly colours: (string | undefined)[];
}

const test = base.extend<Fixtures>({
  // Vitest wants to see which fixtures this one needs: none.
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

describe.concurrent("the program", () => {
  test("sees the colour that there is, and one that is set", async ({ server, colours, expect }) => {
    await setColour(server, "green");
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green"]));
  });

  test("sees that the settings are gone", async ({ server, colours, expect }) => {
    await coreOf(server).deleteNamespacedConfigMap(settings);
    await vi.waitFor(() => expect(colours).toEqual(["blue", undefined]));
  });

  test("goes on when its watch is broken off", async ({ server, colours, expect }) => {
    await setColour(server, "green");
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green"]));
    server.faults.add({ verb: "watch", resource: "configmaps", times: 1, dropWatch: true });
    await setColour(server, "red");
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green", "red"]));
  });

  test("goes on when its watch is over, after up to an hour", async ({ server, colours, expect }) => {
    await setColour(server, "green");
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green"]));
    await server.clock.advance("1h");
    await setColour(server, "red");
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green", "red"]));
  });

  test("sees a state that is restored", async ({ server, colours, expect }) => {
    const blue = server.snapshot();
    await setColour(server, "green");
    await server.restore(blue, { watches: "follow" });
    await vi.waitFor(() => expect(colours).toEqual(["blue", "green", "blue"]));
  });
});
