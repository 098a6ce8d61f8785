/** Injected faults as the official JavaScript client handles them. */
import { AbortError, ApiException, CoreV1Api, makeInformer, type V1ConfigMap } from "@kubernetes/client-node";
import { describe, expect, test } from "vitest";
import { mapsPath } from "../support/config-maps.ts";
import { startTypedClientCluster, type TypedClientCluster, thrownBy } from "../support/typed-client.ts";
import { until } from "../support/until.ts";

const namespace = "default";
const settings = { namespace, name: "settings" };
const body = (colour: string): V1ConfigMap => ({ metadata: { name: "settings" }, data: { colour } });

interface ClusterWithMap extends AsyncDisposable {
  readonly cluster: TypedClientCluster;
  readonly core: CoreV1Api;
}

/** Starts a cluster that contains one ConfigMap, `settings`. */
async function startWithMap(): Promise<ClusterWithMap> {
  const cluster = await startTypedClientCluster();
  const core = cluster.config.makeApiClient(CoreV1Api);
  await core.createNamespacedConfigMap({ namespace, body: body("blue") });
  return { cluster, core, [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose]() };
}

interface RecordedInformer extends AsyncDisposable {
  readonly told: readonly string[];
  readonly counts: { readonly lists: number };
}

/** Starts an informer that records its events until it is disposed of. */
async function startInformer({ cluster, core }: ClusterWithMap): Promise<RecordedInformer> {
  const told: string[] = [];
  const counts = { lists: 0 };
  const list = async (): ReturnType<CoreV1Api["listNamespacedConfigMap"]> => {
    counts.lists++;
    return await core.listNamespacedConfigMap({ namespace });
  };
  const running = makeInformer(cluster.config, mapsPath, list);
  for (const verb of ["add", "update", "delete"] as const) {
    running.on(verb, ({ data }) => told.push(`${verb} ${data?.["colour"]}`));
  }
  running.on("error", (error) => {
    // Stopping the informer reports an AbortError. After any other error its user must restart it.
    if (!(error instanceof AbortError)) void running.start();
  });
  await running.start();
  return { told, counts, [Symbol.asyncDispose]: () => running.stop() };
}

describe("the JavaScript client with injected faults", () => {
  test.each([
    [409, "Conflict"],
    [429, "TooManyRequests"],
    [500, "InternalError"],
  ] as const)("the client throws once for an injected error %d, and nothing changes", async (code, reason) => {
    await using on = await startWithMap();
    const { cluster, core } = on;
    cluster.server.faults.add({ verb: "update", resource: "configmaps", times: 1, error: code });
    const replace = (): Promise<V1ConfigMap> => core.replaceNamespacedConfigMap({ ...settings, body: body("green") });
    const thrown = (await thrownBy(replace())) as ApiException<string>;
    expect(thrown).toBeInstanceOf(ApiException);
    expect(thrown.code).toBe(code);
    expect(JSON.parse(thrown.body)).toMatchObject({ kind: "Status", reason, code });
    expect(thrown.headers["retry-after"]).toBe(code === 429 ? "1" : undefined);
    expect((await core.readNamespacedConfigMap(settings)).data).toEqual({ colour: "blue" });
    expect((await replace()).data).toEqual({ colour: "green" });
  });

  test("the client reports AlreadyExists for an injected 409 of a create", async () => {
    await using on = await startWithMap();
    const { cluster, core } = on;
    cluster.server.faults.add({ verb: "create", resource: "configmaps", error: 409 });
    const creation = core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "other" } } });
    const thrown = (await thrownBy(creation)) as ApiException<string>;
    expect(JSON.parse(thrown.body)).toMatchObject({ kind: "Status", reason: "AlreadyExists", code: 409 });
    expect((await core.listNamespacedConfigMap({ namespace })).items).toHaveLength(1);
  });

  test("the client waits for a delayed response", async () => {
    await using on = await startWithMap();
    const { cluster, core } = on;
    const slow = cluster.server.faults.add({ verb: "get", resource: "configmaps", times: 1, delayMs: 20_000 });
    let answered = false;
    const reading = core.readNamespacedConfigMap(settings).finally(() => {
      answered = true;
    });
    await until(() => slow.hits === 1, "the request is held");
    await cluster.clock.advance(19_999);
    await core.listNamespacedConfigMap({ namespace });
    expect(answered).toBe(false);
    await cluster.clock.advance(1);
    expect((await reading).data).toEqual({ colour: "blue" });
  });
});

describe("the JavaScript client's informer with injected faults", () => {
  test("the informer resumes after a dropped watch and misses nothing", async () => {
    await using on = await startWithMap();
    const { cluster, core } = on;
    await using watching = await startInformer(on);
    await core.replaceNamespacedConfigMap({ ...settings, body: body("green") });
    await until(() => watching.told.length === 2, "the informer watches");
    const dropped = cluster.server.faults.add({ verb: "watch", resource: "configmaps", times: 1, dropWatch: true });
    expect(dropped.hits).toBe(1);
    await core.replaceNamespacedConfigMap({ ...settings, body: body("red") });
    await until(() => watching.told.length >= 3, "the informer goes on");
    await core.deleteNamespacedConfigMap(settings);
    await until(() => watching.told.length >= 4, "the informer goes on");
    expect(watching.told).toEqual(["add blue", "update green", "update red", "delete red"]);
  });

  test("the informer lists again after an injected 410", async () => {
    await using on = await startWithMap();
    const { cluster, core } = on;
    const gone = cluster.server.faults.add({ verb: "watch", resource: "configmaps", times: 1, error: 410 });
    await using watching = await startInformer(on);
    await until(() => gone.hits === 1, "the first watch is refused");
    await until(() => watching.counts.lists === 2, "the informer lists again");
    await core.replaceNamespacedConfigMap({ ...settings, body: body("green") });
    await until(() => watching.told.includes("update green"), "the informer watches");
    expect(watching.told).toEqual(["add blue", "update green"]);
  });
});
