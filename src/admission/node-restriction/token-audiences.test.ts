import { expect, test } from "vitest";
import type { CSIDriver, PersistentVolume, PersistentVolumeClaim, Pod } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { noFeatures } from "../../meta/feature-gates.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { ObjectReader } from "../../meta/object-reader.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { NodeRestrictionServices } from "./node-write.ts";
import { audienceFault } from "./token-audiences.ts";

/** Returns a reader of these objects, by namespace and name. */
function readerOf<T extends ApiObject>(objects: Readonly<Record<string, object>>): ObjectReader<T> {
  return { get: async (namespace, name) => objects[`${namespace}/${name}`] as DeepReadonly<T> | undefined };
}

const csi = (driver: string): object => ({ spec: { csi: { driver } } });

const services: NodeRestrictionServices = {
  vocabulary: vocabularies.kubernetes,
  isEnabled: noFeatures,
  pods: readerOf({}),
  nodes: readerOf({}),
  claims: readerOf<PersistentVolumeClaim>({
    "shop/data": { spec: { volumeName: "disk" } },
    "shop/web-scratch": { spec: { volumeName: "disk" } },
    "shop/unbound": { spec: {} },
    "shop/local": { spec: { volumeName: "local" } },
    "shop/lost": { spec: { volumeName: "lost-driver" } },
  }),
  volumes: readerOf<PersistentVolume>({ "/disk": csi("d"), "/local": { spec: {} }, "/lost-driver": csi("none") }),
  drivers: readerOf<CSIDriver>({
    "/d": { spec: { tokenRequests: [{ audience: "vault" }, { audience: "" }] } },
    "/plain": { spec: {} },
  }),
  requestedCommonName: () => "",
};

async function faultOf(audiences: readonly string[], ...volumes: readonly object[]): Promise<string | undefined> {
  const named = volumes.map((volume, index) => ({ name: `v${index}`, ...volume }));
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { name: "web", namespace: "shop" }, spec: { volumes: named } };
  return await audienceFault(audiences, pod as unknown as DeepReadonly<Pod>, services);
}

const projected = (...audiences: readonly (string | undefined)[]): object => ({
  projected: { sources: audiences.map((audience) => ({ serviceAccountToken: { path: "t", audience } })) },
});
const notFound = (audience: string): string => `audience "${audience}" not found in pod spec volume`;

test("a token may have an audience of a projected volume", async () => {
  expect(await faultOf(["a"], projected("b", "a"))).toBeUndefined();
  expect(await faultOf([], projected(undefined))).toBeUndefined();
  expect(await faultOf(["c"], projected("b", "a"))).toBe(notFound("c"));
  expect(await faultOf([], projected("b"))).toBe(notFound(""));
  expect(await faultOf(["a"])).toBe(notFound("a"));
});

test("a token may have an audience of the driver of a volume, a claim or an ephemeral claim", async () => {
  for (const volume of [
    { csi: { driver: "d" } },
    { persistentVolumeClaim: { claimName: "data" } },
    { name: "scratch", ephemeral: { volumeClaimTemplate: { spec: {} } } },
  ]) {
    expect(await faultOf(["vault"], volume)).toBeUndefined();
    expect(await faultOf([], volume)).toBeUndefined();
    expect(await faultOf(["bank"], volume)).toBe(notFound("bank"));
  }
  expect(await faultOf(["vault"], { csi: { driver: "plain" } }, { emptyDir: {} })).toBe(notFound("vault"));
  expect(await faultOf(["vault"], { persistentVolumeClaim: { claimName: "local" } })).toBe(notFound("vault"));
});

test("a token has at most one audience", async () => {
  expect(await faultOf(["a", "b"], projected("a", "b"))).toBe("node may only request 0 or 1 audiences");
});

test("a missing object counts only if no other volume has the audience", async () => {
  const missing = { persistentVolumeClaim: { claimName: "none" } };
  const claim = 'persistentvolumeclaim "none" not found';
  expect(await faultOf(["a"], missing, projected("a"))).toBeUndefined();
  expect(await faultOf(["a"], missing)).toBe(`error validating audience "a": ${claim}`);
  expect(await faultOf(["a"], { persistentVolumeClaim: { claimName: "unbound" } })).toBe(
    'error validating audience "a": persistentvolume "" not found',
  );
  const driver = 'csidriver.storage.k8s.io "none" not found';
  expect(await faultOf(["a"], missing, { persistentVolumeClaim: { claimName: "lost" } }, missing)).toBe(
    `error validating audience "a": [${claim}, ${driver}]`,
  );
});
