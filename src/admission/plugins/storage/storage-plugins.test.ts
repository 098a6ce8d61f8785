import { describe, expect, test } from "vitest";
import type { PersistentVolumeClaim } from "../../../api/index.ts";
import type { ApiObject } from "../../../meta/object-meta.ts";
import { configMapRequest, rejectionOf } from "../../testing/requests.ts";
import { onlyPlugin, servicesOver } from "../testing/plugin-services.ts";

const claims = { group: "", version: "v1", resource: "persistentvolumeclaims" };

function claim(spec: object = {}, metadata: object = {}, status: object = {}): ApiObject {
  const named = { name: "data", namespace: "default", ...metadata };
  return { kind: "PersistentVolumeClaim", apiVersion: "v1", metadata: named, spec, status } as ApiObject;
}

function storageClass(name: string, annotations: object, creationTimestamp: string): ApiObject {
  const metadata = { name, creationTimestamp, annotations: { ...annotations } };
  return { kind: "StorageClass", apiVersion: "storage.k8s.io/v1", metadata };
}

const mark = { "storageclass.kubernetes.io/is-default-class": "true" };
const betaMark = { "storageclass.beta.kubernetes.io/is-default-class": "true" };

async function classOf(object: ApiObject, ...classes: readonly ApiObject[]): Promise<string | undefined> {
  await onlyPlugin("DefaultStorageClass", servicesOver(classes)).admit(configMapRequest({ resource: claims, object }));
  return (object as PersistentVolumeClaim).spec?.storageClassName;
}

describe("DefaultStorageClass", () => {
  const old = storageClass("old", mark, "2025-01-01T00:00:00Z");

  test("a claim without a class gets the newest default class", async () => {
    expect(await classOf(claim())).toBeUndefined();
    expect(await classOf(claim(), storageClass("plain", {}, "2025-01-01T00:00:00Z"))).toBeUndefined();
    expect(
      await classOf(claim(), storageClass("no", { ...mark, [Object.keys(mark)[0] ?? ""]: "yes" }, "")),
    ).toBeUndefined();
    expect(await classOf(claim(), old, storageClass("new", betaMark, "2025-01-01T00:00:01Z"))).toBe("new");
  });

  test("of default classes of the same second, the first by name applies", async () => {
    expect(await classOf(claim(), old, storageClass("a", mark, "2025-01-01T00:00:00Z"))).toBe("a");
  });

  test("a claim keeps its own class, also an empty one", async () => {
    expect(await classOf(claim({ storageClassName: "" }), old)).toBe("");
    const annotations = { "volume.beta.kubernetes.io/storage-class": "x" };
    expect(await classOf(claim({}, { annotations }), old)).toBeUndefined();
  });
});

describe("PersistentVolumeClaimResize", () => {
  const sized = (storage: string, phase = "Bound", storageClassName: string | undefined = "elastic"): ApiObject =>
    claim({ resources: { requests: { storage } }, storageClassName }, {}, { phase });
  const services = servicesOver([
    { ...storageClass("elastic", {}, ""), allowVolumeExpansion: true } as ApiObject,
    storageClass("fixed", {}, ""),
  ]);
  const answer = async (oldObject: ApiObject, object: ApiObject): Promise<string | undefined> => {
    const request = configMapRequest({ operation: "UPDATE", resource: claims, name: "data", oldObject, object });
    return (await rejectionOf(onlyPlugin("PersistentVolumeClaimResize", services).validate(request)))?.[1];
  };
  const prefix = 'persistentvolumeclaims "data" is forbidden: ';
  const notAllowed = `${prefix}only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize`;

  test("a bound claim grows if its class allows it", async () => {
    expect(await answer(sized("1Gi"), sized("2Gi"))).toBeUndefined();
    expect(await answer(sized("1Gi", "Bound", "fixed"), sized("2Gi", "Bound", "fixed"))).toBe(notAllowed);
    expect(await answer(sized("1Gi", "Bound", "missing"), sized("2Gi", "Bound", "missing"))).toBe(notAllowed);
    expect(await answer(sized("1Gi", "Bound", ""), sized("2Gi", "Bound", ""))).toBe(notAllowed);
    expect(await answer(sized("1Gi", "Bound", "fixed"), sized("2Gi"))).toBe(notAllowed);
  });

  test("a claim that is not bound does not grow", async () => {
    expect(await answer(sized("1Gi", "Pending"), sized("2Gi"))).toBe(
      `${prefix}Only bound persistent volume claims can be expanded`,
    );
  });

  test("amounts are compared, not their texts", async () => {
    expect(await answer(sized("1Gi", "Pending"), sized("1024Mi"))).toBeUndefined();
    expect(await answer(sized("2Gi", "Pending"), sized("1Gi"))).toBeUndefined();
  });
});

test("StorageObjectInUseProtection adds a finalizer to new claims and volumes, once", async () => {
  const admission = onlyPlugin("StorageObjectInUseProtection", servicesOver([]));
  const finalizersOf = async (resource: string, object: ApiObject): Promise<unknown> => {
    await admission.admit(configMapRequest({ resource: { group: "", version: "v1", resource }, object }));
    return object.metadata.finalizers;
  };
  expect(await finalizersOf("persistentvolumeclaims", claim())).toEqual(["kubernetes.io/pvc-protection"]);
  const both = ["a/b", "kubernetes.io/pvc-protection"];
  expect(await finalizersOf("persistentvolumeclaims", claim({}, { finalizers: ["a/b"] }))).toEqual(both);
  expect(await finalizersOf("persistentvolumeclaims", claim({}, { finalizers: both }))).toEqual(both);
  const volume = { kind: "PersistentVolume", apiVersion: "v1", metadata: { name: "v" } };
  expect(await finalizersOf("persistentvolumes", volume)).toEqual(["kubernetes.io/pv-protection"]);
});
