import { ApiException, type KubernetesObject, KubernetesObjectApi, PatchStrategy } from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTypedClientCluster, type TypedClientCluster, thrownBy } from "../support/typed-client.ts";

interface Settings extends KubernetesObject {
  metadata: { name: string; namespace?: string; labels?: Record<string, string>; resourceVersion?: string };
  data?: Record<string, string | null>;
}

const settings = (name: string, data?: Record<string, string | null>): Settings => ({
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name },
  ...(data ? { data } : {}),
});

describe("the typed client's API for any kind", () => {
  let cluster: TypedClientCluster;
  let api: KubernetesObjectApi;

  beforeAll(async () => {
    cluster = await startTypedClientCluster();
    api = KubernetesObjectApi.makeApiClient(cluster.config);
  });
  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
  });

  test("KubernetesObjectApi finds the path of a kind by discovery, and creates, reads, replaces and deletes objects", async () => {
    const created = await api.create(settings("a", { colour: "blue" }));
    expect(created.metadata).toMatchObject({ name: "a", namespace: "default" });
    expect(await api.read<Settings>(settings("a"))).toEqual(created);
    const replaced = await api.replace({ ...created, data: { colour: "green" } });
    expect(replaced.data).toEqual({ colour: "green" });
    expect(await api.delete(settings("a"))).toMatchObject({ status: "Success" });
    expect(await thrownBy(api.read(settings("a")))).toMatchObject({ code: 404 });
  });

  test.each([
    ["strategic", PatchStrategy.StrategicMergePatch],
    ["merge", PatchStrategy.MergePatch],
  ])("KubernetesObjectApi patches an object (%s)", async (name, strategy) => {
    await api.create(settings(name, { colour: "blue", size: "7" }));
    const patch = settings(name, { colour: "green", size: null });
    const patched = await api.patch(patch, undefined, undefined, undefined, undefined, strategy);
    expect(patched.data).toEqual({ colour: "green" });
  });

  test("KubernetesObjectApi lists a kind in one or all namespaces, by label and in chunks", async () => {
    for (const namespace of ["one", "two"]) {
      await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
      for (const name of ["x", "y"]) {
        const object = settings(name);
        await api.create({ ...object, metadata: { ...object.metadata, namespace, labels: { listed: "yes" } } });
      }
    }
    const list = async (namespace?: string, limit?: number) =>
      await api.list<Settings>(
        ...(["v1", "ConfigMap", namespace, undefined, undefined, undefined, undefined, "listed=yes", limit] as const),
      );
    const namesOf = (items: readonly Settings[]) =>
      items.map(({ metadata: { namespace, name } }) => `${namespace}/${name}`);
    expect(namesOf((await list()).items)).toEqual(["one/x", "one/y", "two/x", "two/y"]);
    expect(namesOf((await list("two")).items)).toEqual(["two/x", "two/y"]);
    const first = await list("two", 1);
    expect([namesOf(first.items), first.metadata?._continue]).toEqual([["two/x"], expect.any(String)]);
  });

  test("KubernetesObjectApi creates objects of named groups and cluster-scoped objects", async () => {
    const labels = { app: "web" };
    const template = { metadata: { labels }, spec: { containers: [{ name: "web", image: "nginx" }] } };
    const deployment = {
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "web" },
      spec: { selector: { matchLabels: labels }, template },
    };
    expect(await api.create(deployment)).toMatchObject({ kind: "Deployment", spec: { replicas: 1 } });
    const node = { apiVersion: "v1", kind: "Node", metadata: { name: "worker-1" } };
    expect((await api.create(node)).metadata).not.toHaveProperty("namespace");
  });

  test("KubernetesObjectApi throws an ApiException for a rejected request, and an error without a request for an unknown kind", async () => {
    await api.create(settings("twice"));
    const error = await thrownBy(api.create(settings("twice")));
    expect(error).toBeInstanceOf(ApiException);
    expect(error).toMatchObject({ code: 409 });
    expect(JSON.parse((error as ApiException<string>).body)).toMatchObject({
      reason: "AlreadyExists",
      details: { name: "twice", kind: "configmaps" },
    });
    const unicorn = { apiVersion: "v1", kind: "Unicorn", metadata: { name: "a" } };
    expect(await thrownBy(api.create(unicorn))).toMatchObject({
      message: "Unrecognized API version and kind: v1 Unicorn",
    });
  });
});
