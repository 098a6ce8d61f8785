/**
 * Both clients solve the same task with the same results. The official one connects over TLS, the other one in process.
 */
import { CoreV1Api, KubeConfig } from "@kubernetes/client-node";
import { ManualClock, type RunningServer, startServer } from "orch/server";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { officialShop } from "./official.ts";
import { orchShop } from "./orch.ts";
import type { Shop } from "./shop.ts";

let prepared: RunningServer<ManualClock>;

beforeAll(async () => {
  prepared = await startServer({ vocabulary: "kubernetes", port: 0, clock: new ManualClock() });
  const core = configOf(prepared).makeApiClient(CoreV1Api);
  for (const name of ["door", "floor", "wall"]) {
    const body = { metadata: { name, labels: { app: "shop" } }, data: { colour: "white", size: "7" } };
    await core.createNamespacedConfigMap({ namespace: "default", body });
  }
});

afterAll(() => prepared.close());

function configOf(server: RunningServer): KubeConfig {
  const config = new KubeConfig();
  config.loadFromString(server.kubeconfig);
  return config;
}

const clients: readonly [name: string, shopOf: (server: RunningServer<ManualClock>) => Shop][] = [
  ["the official client", (server) => officialShop(configOf(server))],
  ["orch/client", (server) => orchShop(server.client, server.clock)],
];

describe.each(clients)("%s", (_, shopOf) => {
  test("the shop lists, patches and watches ConfigMaps", async () => {
    await using server = await prepared.fork();
    const shop = shopOf(server);
    expect(await shop.names()).toEqual(["door", "floor", "wall"]);
    expect(await shop.nextChange(() => shop.paint("floor", "brown"))).toBe("floor");
    const floor = await (await server.request("/api/v1/namespaces/default/configmaps/floor")).json<{ data: object }>();
    expect(floor.data).toEqual({ colour: "brown", size: "7" });
  });

  test("follow() reports all colours and changes, also after a broken and an expired watch", async () => {
    await using server = await prepared.fork();
    const shop = shopOf(server);
    const seen: (readonly [name: string, colour: string | undefined])[] = [];
    const stop = new AbortController();
    const following = shop.follow((name, colour) => seen.push([name, colour]), stop.signal);
    const white = ["door", "floor", "wall"].map((name) => [name, "white"]);
    await vi.waitFor(() => expect(seen).toEqual(white));
    await shop.paint("door", "green");
    await vi.waitFor(() => expect(seen).toEqual([...white, ["door", "green"]]));
    server.faults.add({ verb: "watch", resource: "configmaps", times: 1, dropWatch: true });
    server.faults.add({ verb: "watch", resource: "configmaps", times: 1, error: 410 });
    await shop.paint("door", "red");
    await server.request("/api/v1/namespaces/default/configmaps/wall", { method: "DELETE" });
    await vi.waitFor(async () => {
      // After an error, the clients wait before they retry.
      await server.clock.advance("5s");
      expect(new Map(seen)).toEqual(
        new Map([
          ["door", "red"],
          ["floor", "white"],
          ["wall", undefined],
        ]),
      );
    });
    stop.abort();
    await following;
  });
});
