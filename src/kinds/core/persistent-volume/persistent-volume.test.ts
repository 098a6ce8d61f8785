import { describe, expect, test } from "vitest";
import { type PersistentVolume, persistentVolume } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";
import { rowOf } from "../../testing/rows.ts";

const writes = new KindWrites(persistentVolume);
const csi = { driver: "csi.example.com", volumeHandle: "vol-1" };
const minimal = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], csi };

/** Returns the node affinity of a volume that is accessible from one zone. */
function affinityTo(key: string, values: readonly string[] = ["north"]): object {
  return { required: { nodeSelectorTerms: [{ matchExpressions: [{ key, operator: "In", values }] }] } };
}

describe("a new PersistentVolume", () => {
  test("a new PersistentVolume is Pending and has the reclaim policy Retain and the volumeMode Filesystem", () => {
    const { object, errors } = writes.create({ spec: minimal, status: { phase: "Bound", reason: "mine" } });
    expect(errors).toEqual([]);
    expect(object.status).toEqual({ phase: "Pending", lastPhaseTransitionTime: "2025-06-01T12:00:00Z" });
    expect(object.spec).toEqual({ ...minimal, persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem" });
  });

  test("a new PersistentVolume loses its volumeAttributesClassName while the feature is off", () => {
    const { spec } = writes.stored({ spec: { ...minimal, volumeAttributesClassName: "gold" } });
    expect(spec).not.toHaveProperty("volumeAttributesClassName");
  });

  test("the capacity of a PersistentVolume is rounded up to thousandths", () => {
    expect(writes.stored({ spec: { ...minimal, capacity: { storage: "1500100n" } } }).spec?.capacity).toEqual({
      storage: "2m",
    });
  });

  test.each<[string, object, readonly string[]]>([
    [
      "with a local source gets the error about missing nodeAffinity after those of the source",
      { local: { path: "" }, storageos: {} },
      [
        "spec.local.path: Required value",
        "spec.nodeAffinity: Required value: Local volume requires node affinity",
        "spec.storageos: Forbidden: may not specify more than 1 volume type",
      ],
    ],
    [
      "with a local source behind another one needs no nodeAffinity",
      { local: { path: "" }, nfs: { server: "a", path: "/b" } },
      ["spec.local: Forbidden: may not specify more than 1 volume type"],
    ],
    [
      "with a local source beside a FlexVolume needs no nodeAffinity",
      { local: { path: "" }, flexVolume: { driver: "a/b" } },
      ["spec.local: Forbidden: may not specify more than 1 volume type"],
    ],
    [
      "gets errors about nodeAffinity before those of the source",
      { local: { path: "" }, nodeAffinity: {} },
      [
        "spec.nodeAffinity.required: Required value: must specify required node constraints",
        "spec.local.path: Required value",
      ],
    ],
  ])("a PersistentVolume %s", (_, sources, errors) => {
    expect(writes.create({ spec: { ...minimal, csi: undefined, ...sources } }).errors).toEqual(errors);
  });
});

describe("the time of the last phase", () => {
  const old = {
    ...writes.stored({ spec: minimal }),
    status: { phase: "Available", lastPhaseTransitionTime: "2025-01-01T00:00:00Z" },
  } as PersistentVolume;
  const timeOf = (status: object): unknown =>
    writes.update(old, (volume) => Object.assign(volume, { status }), "status").object.status?.lastPhaseTransitionTime;

  test.each<[string, object, string]>([
    ["stays while the phase is unchanged", { phase: "Available" }, "2025-01-01T00:00:00Z"],
    [
      "can be changed by the client",
      { phase: "Available", lastPhaseTransitionTime: "2025-02-02T00:00:00Z" },
      "2025-02-02T00:00:00Z",
    ],
    ["is the current time when the phase changes", { phase: "Bound" }, "2025-06-01T12:00:00Z"],
    [
      "is the current time when the phase changes and the client sends the old time",
      { phase: "Bound", lastPhaseTransitionTime: "2025-01-01T00:00:00Z" },
      "2025-06-01T12:00:00Z",
    ],
    [
      "is the time that the client sends with a new phase",
      { phase: "Bound", lastPhaseTransitionTime: "2025-05-05T00:00:00Z" },
      "2025-05-05T00:00:00Z",
    ],
  ])("lastPhaseTransitionTime %s", (_, status, expected) => {
    expect(timeOf(status)).toBe(expected);
  });
});

describe("an update of a PersistentVolume", () => {
  function errorsOf(change: object, spec: object = {}): readonly string[] {
    const stored = writes.stored({ spec: { ...minimal, ...spec } });
    return writes.update(stored, (volume) => Object.assign(volume.spec ?? {}, change)).errors;
  }

  test("an update that changes the source of a PersistentVolume is rejected", () => {
    expect(errorsOf({ csi: { ...csi, volumeHandle: "vol-2" } })).toEqual([
      'spec.persistentvolumesource: Forbidden: spec.persistentvolumesource is immutable after creation\n- spec.csi.volumeHandle: "vol-1"\n+ spec.csi.volumeHandle: "vol-2"',
    ]);
  });

  test("an update may add a controllerExpandSecretRef, but not change or remove it", () => {
    const controllerExpandSecretRef = { name: "expand", namespace: "storage" };
    const withSecret = { csi: { ...csi, controllerExpandSecretRef } };
    expect(errorsOf(withSecret)).toEqual([]);
    const other = { csi: { ...csi, controllerExpandSecretRef: { ...controllerExpandSecretRef, name: "other" } } };
    expect(errorsOf(other, withSecret)).toHaveLength(1);
    expect(errorsOf({ csi }, withSecret)).toHaveLength(1);
  });

  test("an update that changes the volumeMode of a PersistentVolume is rejected", () => {
    expect(errorsOf({ volumeMode: "Block" })).toEqual(['volumeMode: Invalid value: "Block": field is immutable']);
  });

  test("an update may add a nodeAffinity, but not change or remove it", () => {
    const zone = { nodeAffinity: affinityTo("topology.kubernetes.io/zone") };
    const refused = expect.stringMatching(
      /^nodeAffinity: Invalid value: .*: field is immutable, except for updating from beta label to GA$/,
    ) as unknown;
    expect(errorsOf(zone)).toEqual([]);
    expect(errorsOf({ nodeAffinity: affinityTo("topology.kubernetes.io/zone", ["south"]) }, zone)).toEqual([refused]);
    expect(errorsOf({ nodeAffinity: undefined }, zone)).toEqual([refused]);
  });

  test("an update may replace a beta label in the nodeAffinity by its stable name only", () => {
    const betaAffinity = { nodeAffinity: affinityTo("failure-domain.beta.kubernetes.io/zone") };
    expect(errorsOf({ nodeAffinity: affinityTo("topology.kubernetes.io/zone") }, betaAffinity)).toEqual([]);
    expect(errorsOf({ nodeAffinity: affinityTo("topology.kubernetes.io/region") }, betaAffinity)).toHaveLength(1);
    const stableAffinity = { nodeAffinity: affinityTo("topology.kubernetes.io/zone") };
    expect(
      errorsOf({ nodeAffinity: affinityTo("failure-domain.beta.kubernetes.io/zone") }, stableAffinity),
    ).toHaveLength(1);
  });

  test("an update that changes or removes the volumeAttributesClassName is rejected while the feature is off", () => {
    const stored = writes.stored({ spec: minimal });
    const older = { ...stored, spec: { ...stored.spec, volumeAttributesClassName: "gold" } };
    const off = "update is forbidden when the VolumeAttributesClass feature gate is disabled";
    const change = (name: string | undefined): readonly string[] =>
      writes.update(older, ({ spec }) => Object.assign(spec ?? {}, { volumeAttributesClassName: name })).errors;
    expect(change("gold")).toEqual([]);
    expect(change("silver")).toEqual([`spec.volumeAttributesClassName: Forbidden: ${off}`]);
    expect(change(undefined)).toEqual([
      `spec.volumeAttributesClassName: Forbidden: ${off}`,
      "spec.volumeAttributesClassName: Forbidden: update from non-nil value to nil is forbidden",
    ]);
  });
});

test("a PersistentVolume with deprecated fields gets warnings", () => {
  const annotations = {
    "volume.beta.kubernetes.io/mount-options": "ro",
    "volume.beta.kubernetes.io/storage-class": "fast",
  };
  const spec = {
    ...minimal,
    persistentVolumeReclaimPolicy: "Recycle",
    nodeAffinity: affinityTo("beta.kubernetes.io/arch"),
    rbd: { monitors: ["a"], image: "b" },
    storageos: { volumeName: "c" },
    quobyte: { registry: "d", volume: "e" },
  };
  expect(writes.create({ metadata: { name: "it", annotations }, spec }).warnings).toEqual([
    'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" attribute instead',
    'metadata.annotations[volume.beta.kubernetes.io/mount-options]: deprecated since v1.31; use "mountOptions" attribute instead',
    "spec.persistentVolumeReclaimPolicy: The Recycle reclaim policy is deprecated. Instead, the recommended approach is to use dynamic provisioning.",
    'spec.nodeAffinity.required.nodeSelectorTerms[0].matchExpressions[0].key: beta.kubernetes.io/arch is deprecated since v1.14; use "kubernetes.io/arch" instead',
    "spec.storageOS: deprecated in v1.22, non-functional in v1.25+",
    "spec.rbd: deprecated in v1.28, non-functional in v1.31+",
  ]);
  expect(writes.create({ spec: minimal }).warnings).toEqual([]);
});

describe("the row of a PersistentVolume", () => {
  const metadata = { name: "volume-1", creationTimestamp: "2025-06-01T11:00:00Z" };

  test("the row of a PersistentVolume shows its capacity, claim and classes", () => {
    const row = rowOf(persistentVolume, {
      metadata,
      spec: {
        ...minimal,
        accessModes: ["ReadWriteMany", "ReadWriteOncePod", "ReadWriteOnce", "ReadOnlyMany", "ReadWriteOnce"],
        claimRef: { namespace: "shop", name: "data" },
        persistentVolumeReclaimPolicy: "Delete",
        storageClassName: "fast",
        volumeAttributesClassName: "gold",
        volumeMode: "Block",
      },
      status: { phase: "Bound", reason: "Slow" },
    });
    expect(row).toEqual({
      Name: "volume-1",
      Capacity: "1Gi",
      "Access Modes": "RWO,ROX,RWX,RWOP",
      "Reclaim Policy": "Delete",
      Status: "Bound",
      Claim: "shop/data",
      StorageClass: "fast",
      VolumeAttributesClass: "gold",
      Reason: "Slow",
      Age: "60m",
      VolumeMode: "Block",
    });
  });

  test("the row of an empty PersistentVolume shows defaults and empty cells", () => {
    expect(rowOf(persistentVolume, { metadata })).toEqual({
      Name: "volume-1",
      Capacity: "0",
      "Access Modes": "",
      "Reclaim Policy": "Retain",
      Status: "Pending",
      Claim: "",
      StorageClass: "",
      VolumeAttributesClass: "<unset>",
      Reason: "",
      Age: "60m",
      VolumeMode: "Filesystem",
    });
  });

  test("the row of a PersistentVolume shows Terminating, and the class of the annotation", () => {
    const annotations = { "volume.beta.kubernetes.io/storage-class": "slow" };
    const deleted = { ...metadata, annotations, deletionTimestamp: "2025-06-01T11:30:00Z" };
    const row = rowOf(persistentVolume, {
      metadata: deleted,
      spec: { storageClassName: "fast" },
      status: { phase: "Released" },
    });
    expect(row).toMatchObject({ Status: "Terminating", StorageClass: "slow" });
  });
});
