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

test("rows of StorageClasses show how volumes are created", () => {
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

test("rows of a StorageClass without settings show its defaults", () => {
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
])("rows of a StorageClass with annotation %s of %s show the name %s", (annotation, value, name) => {
  const annotations = { [annotation]: value };
  expect(rowOf(storageClass, { metadata: { name: "fast", annotations } })["Name"]).toBe(name);
});

test("rows of a StorageClass read the default annotation of the vocabulary", () => {
  const annotations = { "storageclass.orch.io/is-default-class": "true" };
  expect(rowOf(storageClass, { metadata: { name: "fast", annotations } }, "orch")["Name"]).toBe("fast (default)");
});

test.each([volumeAttributesClass, volumeAttributesClassV1Alpha1])(
  "rows of VolumeAttributesClasses show the driver",
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

test("rows of VolumeAttachments show the volume and the node", () => {
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

test("rows of a VolumeAttachment without a volume name show an empty name", () => {
  const spec = { attacher: "csi.example.com", nodeName: "node-1", source: { inlineVolumeSpec: {} } };
  expect(rowOf(volumeAttachment, { metadata: { name: "csi-1" }, spec })).toMatchObject({ PV: "", Attached: false });
});

test("rows of CSIDrivers show what they need", () => {
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

test("rows of a CSIDriver without settings show its defaults", () => {
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

test("rows of CSINodes show the number of drivers", () => {
  const metadata = { name: "node-1", creationTimestamp };
  const drivers = [
    { name: "a.example.com", nodeID: "1" },
    { name: "b.example.com", nodeID: "1" },
  ];
  expect(rowOf(csiNode, { metadata, spec: { drivers } })).toEqual({ Name: "node-1", Drivers: 2, Age: "60m" });
  expect(rowOf(csiNode, { metadata })["Drivers"]).toBe(0);
});

test("CSIStorageCapacities only have the columns of every kind", () => {
  expect(builtinHooks.get(csiStorageCapacity)).not.toHaveProperty("columns");
});
