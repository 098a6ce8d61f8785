import { AbortError, CoreV1Api as Core, type CoreV1Api, type V1ConfigMap, Watch } from "@kubernetes/client-node";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createMap } from "../support/config-maps.ts";
import { expireHistory, startTypedClientCluster, type TypedClientCluster } from "../support/typed-client.ts";
import { until } from "../support/until.ts";

const path = "/api/v1/namespaces/default/configmaps";
const namespace = "default";

/** The events of a watch so far. */
class WatchLog {
  readonly events: { readonly type: string; readonly object: V1ConfigMap }[] = [];
  isOver = false;
  error: unknown;

  get briefly(): string[] {
    return this.events.map(({ type, object }) => `${type} ${object.metadata?.name ?? ""}`.trimEnd());
  }

  async has(count: number): Promise<void> {
    await until(() => this.events.length >= count, `${count} events, after ${this.briefly.join(", ")}`);
  }

  async over(): Promise<void> {
    await until(() => this.isOver, "the end of the watch");
  }
}

describe("the typed client's watch", () => {
  let cluster: TypedClientCluster;
  let core: CoreV1Api;
  let log: WatchLog;

  beforeAll(async () => {
    cluster = await startTypedClientCluster();
    core = cluster.config.makeApiClient(Core);
  });
  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
  });
  beforeEach(async () => {
    await core.deleteCollectionNamespacedConfigMap({ namespace });
    log = new WatchLog();
  });

  async function watch(
    query: Record<string, string | number | boolean>,
    { config } = cluster,
  ): Promise<AbortController> {
    const { events } = log;
    const onEvent = (type: string, object: V1ConfigMap): void => void events.push({ type, object });
    return await new Watch(config).watch(path, query, onEvent, (error: unknown) => {
      log.error = error;
      log.isOver = true;
    });
  }

  async function create(name: string, tier = "front"): Promise<V1ConfigMap> {
    const body = { metadata: { name, labels: { tier } }, data: { colour: "blue" } };
    return await core.createNamespacedConfigMap({ namespace, body });
  }

  async function version(): Promise<string> {
    return (await core.listNamespacedConfigMap({ namespace })).metadata?.resourceVersion ?? "";
  }

  async function paint(name: string, colour: string): Promise<V1ConfigMap> {
    const body = [{ op: "replace", path: "/data/colour", value: colour }];
    return await core.patchNamespacedConfigMap({ namespace, name, body });
  }

  test("a watch without a version reports existing objects and then changes", async () => {
    await create("a");
    const controller = await watch({});
    await log.has(1);
    const b = await create("b");
    const green = await paint("a", "green");
    await core.deleteNamespacedConfigMap({ namespace, name: "b" });
    await log.has(4);
    expect(log.briefly).toEqual(["ADDED a", "ADDED b", "MODIFIED a", "DELETED b"]);
    expect(log.events[2]?.object).toMatchObject({
      data: { colour: "green" },
      metadata: { resourceVersion: green.metadata?.resourceVersion },
    });
    expect(log.events[3]?.object.metadata?.uid).toBe(b.metadata?.uid);
    controller.abort();
    await log.over();
  });

  test("a watch from a version reports only later changes", async () => {
    await create("a");
    const since = await version();
    await create("b");
    await paint("a", "green");
    const controller = await watch({ resourceVersion: since });
    await log.has(2);
    await create("c");
    await log.has(3);
    expect(log.briefly).toEqual(["ADDED b", "MODIFIED a", "ADDED c"]);
    controller.abort();
    await log.over();
  });

  test("a watch with a label selector reports objects that start or stop matching as ADDED or DELETED", async () => {
    const controller = await watch({ labelSelector: "tier=front", resourceVersion: await version() });
    await create("a");
    await create("b", "back");
    const relabel = (name: string, tier: string) =>
      core.patchNamespacedConfigMap({
        namespace,
        name,
        body: [{ op: "replace", path: "/metadata/labels/tier", value: tier }],
      });
    await relabel("b", "front");
    await relabel("a", "back");
    await log.has(3);
    expect(log.briefly).toEqual(["ADDED a", "ADDED b", "DELETED a"]);
    controller.abort();
    await log.over();
  });

  test("a watch with allowWatchBookmarks receives a bookmark with a version from which it can resume", async () => {
    await create("a");
    const since = await version();
    const controller = await watch({ allowWatchBookmarks: true, resourceVersion: since });
    await core.createNamespacedSecret({ namespace, body: { metadata: { generateName: "other-" } } });
    await cluster.clock.advance(2 * 60_000);
    await log.has(1);
    const [{ type, object } = { type: "", object: {} }] = log.events;
    expect([type, object.kind, object.metadata?.name]).toEqual(["BOOKMARK", "ConfigMap", undefined]);
    expect(Number(object.metadata?.resourceVersion)).toBeGreaterThanOrEqual(Number(since));
    controller.abort();
    await log.over();
  });

  test("a watch ends without an error after its timeoutSeconds", async () => {
    await watch({ timeoutSeconds: 30, resourceVersion: await version() });
    await create("a");
    await log.has(1);
    await cluster.clock.advance(31_000);
    await log.over();
    expect(log.error).toBeNull();
  });

  test("an aborted watch ends with an AbortError, and the server ends it as well", async () => {
    await using quiet = await startTypedClientCluster();
    const idle = quiet.clock.pendingCount;
    const controller = await watch({}, quiet);
    expect(quiet.clock.pendingCount).toBeGreaterThan(idle);
    controller.abort();
    await log.over();
    expect(log.error).toBeInstanceOf(AbortError);
    await until(() => quiet.clock.pendingCount <= idle, "the server has ended the watch");
    await createMap(quiet.client, "a");
    expect(log.events).toEqual([]);
  });

  test("a watch from an expired version gets an ERROR event of 410, and an invalid version gets 400", async () => {
    const since = await version();
    await expireHistory(cluster);
    await watch({ resourceVersion: since });
    await log.over();
    expect(log.events.at(-1)).toMatchObject({ type: "ERROR" });
    log = new WatchLog();
    await watch({ resourceVersion: "yesterday" });
    await log.over();
    expect(log.error).toMatchObject({ statusCode: 400 });
  });
});
