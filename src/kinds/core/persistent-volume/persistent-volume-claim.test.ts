import { describe, expect, test } from "vitest";
import { type PersistentVolumeClaim, persistentVolumeClaim } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const writes = new KindWrites(persistentVolumeClaim);
const minimal = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

test("a new claim is Pending and has the volumeMode Filesystem", () => {
  const { object, errors } = writes.create({ spec: minimal, status: { phase: "Bound" } });
  expect(errors).toEqual([]);
  expect(object.status).toEqual({ phase: "Pending" });
  expect(object.spec).toEqual({ ...minimal, volumeMode: "Filesystem" });
});

describe("a claim is refused", () => {
  test.each<[string, object, string[]]>([
    [
      "without access modes",
      { accessModes: [] },
      ["spec.accessModes: Required value: at least 1 access mode is required"],
    ],
    [
      "with contradicting access modes",
      { accessModes: ["ReadWriteOncePod", "ReadOnlyMany"] },
      ["spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes"],
    ],
    ["without a size", { resources: {} }, ["spec.resources[storage]: Required value"]],
    [
      "with size 0",
      { resources: { requests: { storage: "0" } } },
      ['spec.resources[storage]: Invalid value: "0": must be greater than zero'],
    ],
    [
      "with a Pod as source",
      { dataSourceRef: { kind: "Pod", name: "a" } },
      [
        "spec.dataSource: Invalid value: \"Pod\": must be 'PersistentVolumeClaim' when referencing the default apiGroup",
        "spec.dataSourceRef: Invalid value: \"Pod\": must be 'PersistentVolumeClaim' when referencing the default apiGroup",
      ],
    ],
  ])("a claim is rejected %s", (_, spec, errors) => {
    expect(writes.create({ spec: { ...minimal, ...spec } }).errors).toEqual(errors);
  });
});

describe("the source of a claim", () => {
  const source = { kind: "PersistentVolumeClaim", name: "old" };

  test("dataSource and dataSourceRef of a claim get the values of each other", () => {
    expect(writes.stored({ spec: { ...minimal, dataSource: source } }).spec?.dataSourceRef).toMatchObject(source);
    expect(writes.stored({ spec: { ...minimal, dataSourceRef: source } }).spec?.dataSource).toMatchObject(source);
  });

  test("a dataSource of another kind than claim and snapshot is removed", () => {
    const other = { apiGroup: "example.com", kind: "Backup", name: "old" };
    expect(writes.stored({ spec: { ...minimal, dataSource: other } }).spec).not.toHaveProperty("dataSource");
    const snapshot = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "old" };
    expect(writes.stored({ spec: { ...minimal, dataSource: snapshot } }).spec?.dataSource).toEqual(snapshot);
  });
});

describe("an update", () => {
  function bound(): PersistentVolumeClaim {
    const created = writes.stored({ spec: { ...minimal, volumeName: "pv-1" } });
    return { ...created, status: { phase: "Bound", capacity: { storage: "1Gi" } } };
  }

  function resize(old: PersistentVolumeClaim, storage: string): readonly string[] {
    return writes.update(old, ({ spec }) => {
      if (spec) spec.resources = { requests: { storage } };
    }).errors;
  }

  test("an update may increase the size of a bound claim", () => {
    expect(resize(bound(), "2Gi")).toEqual([]);
  });

  test("an update that decreases the size of a bound claim below its capacity is rejected", () => {
    expect(resize(bound(), "512Mi")).toEqual([
      "spec.resources.requests.storage: Forbidden: field can not be less than status.capacity",
    ]);
  });

  test("an update may decrease a size that the claim has not reached", () => {
    const waiting = { ...bound(), spec: { ...bound().spec, resources: { requests: { storage: "5Gi" } } } };
    expect(resize(waiting, "2Gi")).toEqual([]);
  });

  test("an update that changes the size of an unbound claim is rejected", () => {
    const [error] = resize(writes.stored({ spec: minimal }), "2Gi");
    expect(error?.split("\n")).toEqual([
      "spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for " +
        "bound claims",
      '- spec.resources.requests.storage: "1Gi"',
      '+ spec.resources.requests.storage: "2Gi"',
    ]);
  });

  test("an update may set the volume and class of an unbound claim", () => {
    const { errors } = writes.update(writes.stored({ spec: minimal }), ({ spec }) => {
      if (spec) Object.assign(spec, { volumeName: "pv-1", storageClassName: "fast" });
    });
    expect(errors).toEqual([]);
  });

  test("an update may move the storage class from the annotation to the field, unchanged", () => {
    const key = "volume.beta.kubernetes.io/storage-class";
    const old = writes.stored({
      metadata: { name: "it", namespace: "shop", annotations: { [key]: "slow" } },
      spec: minimal,
    });
    const update = (storageClassName: string) =>
      writes.update(old, (claim) => {
        delete claim.metadata.annotations;
        Object.assign(claim.spec ?? {}, { storageClassName });
      }).errors;
    expect(update("slow")).toEqual([]);
    expect(update("fast")[0]).toBe(`metadata.annotations.${key}: Invalid value: "": field is immutable`);
    expect(update("fast")).toHaveLength(2);
  });

  test("an update that changes volumeMode or volumeAttributesClassName of a claim is rejected", () => {
    const old = { ...bound(), spec: { ...bound().spec, volumeAttributesClassName: "slow" } };
    const { errors } = writes.update(old, ({ spec }) =>
      Object.assign(spec ?? {}, { volumeMode: "Block", volumeAttributesClassName: "quick" }),
    );
    expect(errors.map((error) => error.split("\n")[0])).toEqual([
      "spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for " +
        "bound claims",
      'volumeMode: Invalid value: "Block": field is immutable',
      "spec.volumeAttributesClassName: Forbidden: update is forbidden when the VolumeAttributesClass feature gate is " +
        "disabled",
    ]);
  });

  test("a claim status with a negative capacity is rejected", () => {
    const { errors } = writes.update(
      bound(),
      (claim) => {
        claim.status = { phase: "Bound", capacity: { storage: "-1" } };
      },
      "status",
    );
    expect(errors).toEqual(["status.capacity[storage]: Invalid value: -1: must be a valid resource quantity"]);
  });
});

test("a claim with the class annotation and a fractional size gets warnings", () => {
  const { warnings } = writes.create({
    metadata: { name: "it", annotations: { "volume.beta.kubernetes.io/storage-class": "slow" } },
    spec: { ...minimal, resources: { requests: { storage: "1500m" } } },
  });
  expect(warnings).toEqual([
    'metadata.annotations[volume.beta.kubernetes.io/storage-class]: deprecated since v1.8; use "storageClassName" ' +
      "attribute instead",
    'spec.resources.requests[storage]: fractional byte value "1500m" is invalid, must be an integer',
  ]);
});
