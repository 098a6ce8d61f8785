import { expect, test } from "vitest";
import {
  csiDriver,
  csiNode,
  csiStorageCapacity,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
  volumeAttributesClassV1Alpha1,
} from "../../api/index.ts";
import { builtinHooks } from "../index.ts";
import { rowOf } from "../testing/rows.ts";

const creationTimestamp = "2025-06-01T11:00:00Z";

test("StorageClasses show how they make volumes", () => {
  const row = rowOf(storageClass, {
    metadata: { name: "fast", creationTimestamp },
    provisioner: "csi.example.com",
    reclaimPolicy: "Retain",
    allowVolumeExpansion: true,
    volumeBindingMode: "WaitForFirstConsumer",
  });
  expect(row).toEqual({
    Name: "fast",
    Provisioner: "csi.example.com",
    ReclaimPolicy: "Retain",
    VolumeBindingMode: "WaitForFirstConsumer",
    AllowVolumeExpansion: true,
    Age: "60m",
  });
});

test("a StorageClass that says nothing shows its defaults", () => {
  expect(rowOf(storageClass, { metadata: { name: "plain" }, provisioner: "a.b" })).toEqual({
    Name: "plain",
    Provisioner: "a.b",
    ReclaimPolicy: "Delete",
    VolumeBindingMode: "Immediate",
    AllowVolumeExpansion: false,
    Age: "<unknown>",
  });
});

test.each<[string, string, string]>([
  ["storageclass.kubernetes.io/is-default-class", "true", "fast (default)"],
  ["storageclass.beta.kubernetes.io/is-default-class", "true", "fast (default)"],
  ["storageclass.kubernetes.io/is-default-class", "yes", "fast"],
  ["storageclass.orch.io/is-default-class", "true", "fast"],
])("a StorageClass with annotation %s of %s shows the name %s", (annotation, value, name) => {
  const annotations = { [annotation]: value };
  expect(rowOf(storageClass, { metadata: { name: "fast", annotations } })["Name"]).toBe(name);
});

test("the mark of the default class is spelled in the cluster's vocabulary", () => {
  const annotations = { "storageclass.orch.io/is-default-class": "true" };
  expect(rowOf(storageClass, { metadata: { name: "fast", annotations } }, "orch")["Name"]).toBe("fast (default)");
});

test.each([volumeAttributesClass, volumeAttributesClassV1Alpha1])(
  "VolumeAttributesClasses show their driver",
  (kind) => {
    const annotations = { "volumeattributesclass.alpha.kubernetes.io/is-default-class": "true" };
    const object = { driverName: "csi.example.com", parameters: { iops: "5000" } };
    expect(rowOf(kind, { ...object, metadata: { name: "gold", creationTimestamp, annotations } })).toEqual({
      Name: "gold (default)",
      DriverName: "csi.example.com",
      Age: "60m",
    });
    expect(rowOf(kind, { ...object, metadata: { name: "gold" } })["Name"]).toBe("gold");
  },
);

test("VolumeAttachments show what is attached where", () => {
  const row = rowOf(volumeAttachment, {
    metadata: { name: "csi-1", creationTimestamp },
    spec: { attacher: "csi.example.com", nodeName: "node-1", source: { persistentVolumeName: "volume-1" } },
    status: { attached: true },
  });
  expect(row).toEqual({
    Name: "csi-1",
    Attacher: "csi.example.com",
    PV: "volume-1",
    Node: "node-1",
    Attached: true,
    Age: "60m",
  });
});

test("a VolumeAttachment of a volume without a name shows none", () => {
  const spec = { attacher: "csi.example.com", nodeName: "node-1", source: { inlineVolumeSpec: {} } };
  expect(rowOf(volumeAttachment, { metadata: { name: "csi-1" }, spec })).toMatchObject({ PV: "", Attached: false });
});

test("CSIDrivers show what they need", () => {
  const row = rowOf(csiDriver, {
    metadata: { name: "csi.example.com", creationTimestamp },
    spec: {
      attachRequired: false,
      podInfoOnMount: true,
      storageCapacity: true,
      tokenRequests: [{ audience: "vault" }, { audience: "" }],
      requiresRepublish: true,
      volumeLifecycleModes: ["Persistent", "Ephemeral"],
    },
  });
  expect(row).toEqual({
    Name: "csi.example.com",
    AttachRequired: false,
    PodInfoOnMount: true,
    StorageCapacity: true,
    TokenRequests: "vault,",
    RequiresRepublish: true,
    Modes: "Persistent,Ephemeral",
    Age: "60m",
  });
});

test("a CSIDriver that says nothing shows its defaults", () => {
  expect(rowOf(csiDriver, { metadata: { name: "csi.example.com", creationTimestamp } })).toEqual({
    Name: "csi.example.com",
    AttachRequired: true,
    PodInfoOnMount: false,
    StorageCapacity: false,
    TokenRequests: "<unset>",
    RequiresRepublish: false,
    Modes: "Persistent",
    Age: "60m",
  });
});

test("CSINodes count their drivers", () => {
  const metadata = { name: "node-1", creationTimestamp };
  const drivers = [
    { name: "a.example.com", nodeID: "1" },
    { name: "b.example.com", nodeID: "1" },
  ];
  expect(rowOf(csiNode, { metadata, spec: { drivers } })).toEqual({ Name: "node-1", Drivers: 2, Age: "60m" });
  expect(rowOf(csiNode, { metadata })["Drivers"]).toBe(0);
});

test("CSIStorageCapacities have no columns of their own", () => {
  expect(builtinHooks.get(csiStorageCapacity)).not.toHaveProperty("columns");
});
