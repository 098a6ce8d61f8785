import { expect, test } from "vitest";
import type { PersistentVolume, Pod } from "../../api/index.ts";
import { fieldReader } from "../../codec/index.ts";
import { configMapNames, podReferenceFields, podReferences, secretNames } from "./pod-references.ts";
import { boundVolume } from "./volume-references.ts";

function podOf(spec: object, status: object = {}): Pod {
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { name: "web", namespace: "shop" },
    spec,
    status,
  } as unknown as Pod;
}

/** A Pod that refers to objects in every way that exists. */
const everything = podOf(
  {
    serviceAccountName: "account",
    imagePullSecrets: [{ name: "pull" }, {}],
    initContainers: [{ name: "i", env: [{ name: "A", valueFrom: { secretKeyRef: { name: "init-env", key: "k" } } }] }],
    containers: [
      {
        name: "c",
        env: [
          { name: "A", value: "secret" },
          { name: "B", valueFrom: { configMapKeyRef: { name: "env-map", key: "k" } } },
        ],
        envFrom: [{ secretRef: { name: "from" } }, { configMapRef: { name: "from-map" } }],
      },
    ],
    ephemeralContainers: [
      {
        name: "e",
        env: [{ name: "A", valueFrom: { secretKeyRef: { name: "debug", key: "k" } } }],
        targetContainerName: "c",
      },
    ],
    volumes: [
      { name: "v1", secret: { secretName: "file" } },
      { name: "v2", configMap: { name: "file-map" } },
      { name: "v3", projected: { sources: [{ secret: { name: "part" } }, { configMap: { name: "part-map" } }] } },
      { name: "v4", csi: { driver: "d", nodePublishSecretRef: { name: "csi" } } },
      { name: "v5", azureFile: { secretName: "azure", shareName: "s" } },
      { name: "v6", cephfs: { monitors: [], secretRef: { name: "ceph" } } },
      { name: "v7", cinder: { volumeID: "x", secretRef: { name: "cinder" } } },
      { name: "v8", flexVolume: { driver: "d", secretRef: { name: "flex" } } },
      { name: "v9", iscsi: { targetPortal: "p", iqn: "i", lun: 1, secretRef: { name: "iscsi" } } },
      { name: "v10", rbd: { monitors: [], image: "i", secretRef: { name: "rbd" } } },
      { name: "v11", scaleIO: { gateway: "g", system: "s", secretRef: { name: "scale" } } },
      { name: "v12", storageos: { secretRef: { name: "storageos" } } },
      { name: "v13", persistentVolumeClaim: { claimName: "claim" } },
      { name: "v14", ephemeral: { volumeClaimTemplate: { spec: {} } } },
      { name: "v15", emptyDir: {} },
      { name: "v16", secret: { secretName: "file" } },
    ],
    resourceClaims: [
      { name: "named", resourceClaimName: "devices" },
      { name: "made", resourceClaimTemplateName: "template" },
      { name: "pending", resourceClaimTemplateName: "template" },
      { name: "unneeded", resourceClaimTemplateName: "template" },
    ],
  },
  { resourceClaimStatuses: [{ name: "made", resourceClaimName: "web-made-x" }, { name: "unneeded" }] },
);

const expectedSecrets = [
  "azure",
  "ceph",
  "cinder",
  "csi",
  "debug",
  "file",
  "flex",
  "from",
  "init-env",
  "iscsi",
  "part",
  "pull",
  "rbd",
  "scale",
  "storageos",
];

test("a Pod uses the Secrets of its images, variables and volumes, in all of its containers", () => {
  expect([...secretNames(everything)].sort()).toEqual(expectedSecrets);
});

test("a Pod uses the ConfigMaps of its variables and volumes", () => {
  expect([...configMapNames(everything)].sort()).toEqual(["env-map", "file-map", "from-map", "part-map"]);
});

test("a Pod uses its account, its claims, and the ResourceClaims that exist", () => {
  const others = podReferences(everything).filter(
    ({ resource }) => resource !== "secrets" && resource !== "configmaps",
  );
  expect(others).toEqual([
    { resource: "serviceaccounts", name: "account" },
    { resource: "persistentvolumeclaims", name: "claim" },
    { resource: "persistentvolumeclaims", name: "web-v14" },
    { resource: "resourceclaims", name: "devices" },
    { resource: "resourceclaims", name: "web-made-x" },
  ]);
});

test("a Pod without a spec uses nothing", () => {
  expect(podReferences({ apiVersion: "v1", kind: "Pod", metadata: { name: "web" } })).toEqual([]);
});

test("the listed fields are enough to find all references", () => {
  const read = fieldReader(podReferenceFields)(Buffer.from(JSON.stringify(everything))) as Pod;
  expect(podReferences(read)).toEqual(podReferences(everything));
});

function volumeOf(spec: object): PersistentVolume {
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name: "disk" },
    spec,
  } as unknown as PersistentVolume;
}

const claimRef = { namespace: "shop", name: "data" };

test.each<[string, object, readonly string[]]>([
  ["azureFile", { secretName: "s" }, ["shop/s"]],
  ["azureFile", { secretName: "s", secretNamespace: "other" }, ["other/s"]],
  ["azureFile", { secretName: "s", secretNamespace: "" }, ["shop/s"]],
  ["cephfs", { secretRef: { name: "s" } }, ["shop/s"]],
  ["cephfs", { secretRef: { name: "s", namespace: "other" } }, ["other/s"]],
  ["flexVolume", { secretRef: { name: "s" } }, ["shop/s"]],
  ["rbd", { secretRef: { name: "s" } }, ["shop/s"]],
  ["scaleIO", { secretRef: { name: "s" } }, ["shop/s"]],
  ["iscsi", { secretRef: { name: "s" } }, ["shop/s"]],
  ["cinder", { secretRef: { name: "s" } }, ["/s"]],
  ["cinder", { secretRef: { name: "s", namespace: "other" } }, ["other/s"]],
  ["storageos", { secretRef: { name: "s", namespace: "other" } }, ["other/s"]],
  ["hostPath", { path: "/" }, []],
  ["cephfs", {}, []],
  ["cephfs", { secretRef: {} }, []],
  [
    "csi",
    {
      controllerPublishSecretRef: { name: "controller", namespace: "a" },
      controllerExpandSecretRef: { name: "controller-expand", namespace: "a" },
      nodePublishSecretRef: { name: "publish", namespace: "a" },
      nodeStageSecretRef: { name: "stage", namespace: "b" },
      nodeExpandSecretRef: { name: "expand", namespace: "c" },
    },
    ["a/publish", "b/stage", "c/expand"],
  ],
])("a volume with %s %j needs the Secrets %j on nodes", (source, fields, expected) => {
  const { claim, secrets } = boundVolume(volumeOf({ claimRef, [source]: fields })) ?? { claim: undefined, secrets: [] };
  expect(claim).toEqual({ namespace: "shop", name: "data" });
  expect(secrets.map(({ namespace, name }) => `${namespace}/${name}`)).toEqual(expected);
});

test("a volume without a claim has no relations", () => {
  expect(boundVolume(volumeOf({ cephfs: { secretRef: { name: "s" } } }))).toBeUndefined();
});
