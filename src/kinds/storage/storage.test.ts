import { describe, expect, test } from "vitest";
import {
  csiDriver,
  csiNode,
  csiStorageCapacity,
  storageClass,
  volumeAttachment,
  volumeAttributesClass,
} from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

describe("StorageClasses", () => {
  const writes = new KindWrites(storageClass);
  const minimal = { provisioner: "csi.example.com" };

  test("a StorageClass with 30,000 different topologies is validated in linear time", () => {
    const allowedTopologies = Array.from({ length: 30_000 }, (_, index) => ({
      matchLabelExpressions: [{ key: `zone-${index}`, values: ["a"] }],
    }));
    const last = allowedTopologies.at(-1) ?? { matchLabelExpressions: [] };
    const { errors } = writes.create({ ...minimal, allowedTopologies: [...allowedTopologies, last] });
    expect(errors).toEqual(['allowedTopologies[30000].matchLabelExpressions: Duplicate value: ""']);
  });

  test("a StorageClass has reclaimPolicy Delete and volumeBindingMode Immediate by default", () => {
    const { provisioner, reclaimPolicy, volumeBindingMode, ...rest } = writes.stored(minimal);
    expect({ provisioner, reclaimPolicy, volumeBindingMode }).toEqual({
      ...minimal,
      reclaimPolicy: "Delete",
      volumeBindingMode: "Immediate",
    });
    expect(rest).not.toHaveProperty("allowVolumeExpansion");
  });

  test("an update that changes how a StorageClass creates volumes is rejected", () => {
    const { errors } = writes.update(writes.stored(minimal), (object) => {
      object.parameters = { tier: "fast" };
      object.provisioner = "other.example.com";
      object.reclaimPolicy = "Retain";
      object.volumeBindingMode = "WaitForFirstConsumer";
    });
    expect(errors).toEqual([
      "parameters: Forbidden: updates to parameters are forbidden.",
      "provisioner: Forbidden: updates to provisioner are forbidden.",
      "reclaimPolicy: Forbidden: updates to reclaimPolicy are forbidden.",
      'volumeBindingMode: Invalid value: "WaitForFirstConsumer": field is immutable',
    ]);
  });

  test("an update of a StorageClass can change allowVolumeExpansion and mountOptions", () => {
    const { object, errors } = writes.update(writes.stored(minimal), (one) => {
      one.allowVolumeExpansion = true;
      one.mountOptions = ["noatime"];
    });
    expect(errors).toEqual([]);
    expect(object).toMatchObject({ allowVolumeExpansion: true, mountOptions: ["noatime"] });
  });

  test("a StorageClass with a deprecated label draws a warning", () => {
    const key = "failure-domain.beta.kubernetes.io/zone";
    const allowedTopologies = [{ matchLabelExpressions: [{ key, values: ["north"] }] }];
    expect(writes.create({ ...minimal, allowedTopologies }).warnings).toEqual([
      'allowedTopologies[0].matchLabelExpressions[0].key: deprecated since v1.17; use "topology.kubernetes.io/zone" instead',
    ]);
    expect(writes.create(minimal).warnings).toEqual([]);
  });
});

test("an update that changes the driver and the parameters of a VolumeAttributesClass is rejected", () => {
  const writes = new KindWrites(volumeAttributesClass);
  const stored = writes.stored({ driverName: "csi.example.com", parameters: { iops: "1" } });
  const { errors } = writes.update(stored, (object) => {
    object.driverName = "other.example.com";
    object.parameters = { iops: "2" };
  });
  expect(errors).toEqual([
    "driverName: Forbidden: updates to driverName are forbidden.",
    "parameters: Forbidden: updates to parameters are forbidden.",
  ]);
});

describe("VolumeAttachments", () => {
  const writes = new KindWrites(volumeAttachment);
  const spec = { attacher: "csi.example.com", nodeName: "node-1", source: { persistentVolumeName: "volume-1" } };

  test("a VolumeAttachment is created without the status of the client", () => {
    expect(writes.stored({ spec, status: { attached: true } }).status).toEqual({ attached: false });
  });

  test("an update that changes the spec of a VolumeAttachment is rejected", () => {
    const { errors } = writes.update(writes.stored({ spec }), (object) => {
      object.spec.nodeName = "node-2";
    });
    expect(errors).toEqual([expect.stringMatching(/^spec: Invalid value: .*: field is immutable$/)]);
  });

  test("an inline volume of a VolumeAttachment gets no defaults", () => {
    const csi = { driver: "csi.example.com", volumeHandle: "vol-1" };
    const source = { inlineVolumeSpec: { csi, accessModes: ["ReadWriteOnce"] } };
    expect(writes.decode({ spec: { ...spec, source } }).spec.source).toEqual(source);
  });

  test("an update of the status of a VolumeAttachment keeps its metadata and spec", () => {
    const old = { ...writes.stored({ spec, metadata: { name: "it", labels: { a: "1" } } }) };
    const { object, errors } = writes.update(
      old,
      (one) => {
        one.metadata.labels = { a: "2" };
        one.metadata.finalizers = ["example.com/mine"];
        one.spec.nodeName = "node-2";
        one.status = { attached: true };
      },
      "status",
    );
    expect(errors).toEqual([]);
    expect(object).toEqual({ ...old, status: { attached: true } });
  });
});

describe("CSIDrivers", () => {
  const writes = new KindWrites(csiDriver);

  test("a CSIDriver has defaults for its whole spec", () => {
    expect(writes.stored({ spec: {} }).spec).toEqual({
      attachRequired: true,
      podInfoOnMount: false,
      volumeLifecycleModes: ["Persistent"],
      storageCapacity: false,
      fsGroupPolicy: "ReadWriteOnceWithFSType",
      requiresRepublish: false,
      seLinuxMount: false,
    });
  });

  test("a CSIDriver has a generation only after its spec has changed", () => {
    const created = writes.stored({ spec: {} });
    expect(created.metadata).not.toHaveProperty("generation");
    const labelled = writes.update(created, ({ metadata }) => {
      metadata.labels = { a: "1" };
    }).object;
    expect(labelled.metadata).not.toHaveProperty("generation");
    const [first, second] = [true, false].map((podInfoOnMount, index) => {
      const old = { ...labelled, metadata: { ...labelled.metadata, ...(index ? { generation: 1 } : {}) } };
      return writes.update(old, ({ spec }) => Object.assign(spec, { podInfoOnMount, requiresRepublish: true })).object;
    });
    expect([first?.metadata.generation, second?.metadata.generation]).toEqual([1, 2]);
  });

  test("an update that changes attachRequired and volumeLifecycleModes of a CSIDriver is rejected", () => {
    const { errors } = writes.update(writes.stored({ spec: {} }), ({ spec }) => {
      spec.attachRequired = false;
      spec.volumeLifecycleModes = ["Ephemeral"];
    });
    expect(errors).toEqual([
      "spec.attachedRequired: Invalid value: false: field is immutable",
      'spec.volumeLifecycleModes: Invalid value: []storage.VolumeLifecycleMode{"Ephemeral"}: field is immutable',
    ]);
  });
});

test("an update of a CSINode can add and remove drivers and not change one", () => {
  const writes = new KindWrites(csiNode);
  const [first, second] = ["a", "b"].map((name) => ({ name: `${name}.example.com`, nodeID: "1", topologyKeys: null }));
  const stored = writes.stored({ spec: { drivers: [first] } });
  const errorsOf = (...drivers: unknown[]): readonly string[] =>
    writes.update(stored, ({ spec }) => Object.assign(spec, { drivers })).errors;
  expect(errorsOf(first, second)).toEqual([]);
  expect(errorsOf(second)).toEqual([]);
  expect(errorsOf()).toEqual([]);
  const immutable = expect.stringMatching(/^CSINodeDriver: Invalid value: .*: field is immutable$/) as unknown;
  const others = ["2", "3"].map((nodeID) => ({ ...first, nodeID }));
  expect(errorsOf(...others)).toEqual(['spec.drivers[1].name: Duplicate value: "a.example.com"', immutable, immutable]);
  expect(errorsOf({ ...first, nodeID: "2" }, second)).toEqual([immutable]);
});

describe("CSIStorageCapacities", () => {
  const writes = new KindWrites(csiStorageCapacity);
  const minimal = { storageClassName: "fast", nodeTopology: { matchLabels: { zone: "north" } } };

  test("an update that changes storageClassName and nodeTopology of a CSIStorageCapacity is rejected", () => {
    const { errors } = writes.update(writes.stored(minimal), (object) => {
      object.nodeTopology = {};
      object.storageClassName = "slow";
      object.capacity = "1Gi";
    });
    expect(errors).toEqual([
      "nodeTopology: Invalid value: v1.LabelSelector{MatchLabels:map[string]string(nil), MatchExpressions:[]v1.LabelSelectorRequirement(nil)}: field is immutable",
      'storageClassName: Invalid value: "slow": field is immutable',
    ]);
  });

  test("a CSIStorageCapacity with deprecated labels draws warnings", () => {
    const matchExpressions = [{ key: "beta.kubernetes.io/arch", operator: "Exists" }];
    const nodeTopology = { matchLabels: { "beta.kubernetes.io/os": "linux" }, matchExpressions };
    expect(writes.create({ ...minimal, nodeTopology }).warnings).toEqual([
      'nodeTopology.matchExpressions[0].key: beta.kubernetes.io/arch is deprecated since v1.14; use "kubernetes.io/arch" instead',
      'nodeTopology.matchLabels.beta.kubernetes.io/os: deprecated since v1.14; use "kubernetes.io/os" instead',
    ]);
    expect(writes.create({ storageClassName: "fast" }).warnings).toEqual([]);
  });
});
