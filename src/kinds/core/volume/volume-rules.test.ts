import { describe, expect, test } from "vitest";
import { pod } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const writes = new KindWrites(pod);

/** Returns the errors of a Pod with this volume. Paths start below the volume. */
function errorsOf(volume: object): readonly string[] {
  const spec = { containers: [{ name: "app", image: "app" }], volumes: [{ name: "v", ...volume }] };
  const { errors } = writes.create({ metadata: { name: "web", namespace: "shop" }, spec });
  return errors.map((error) => error.replace("spec.volumes[0]", ""));
}

describe("a volume of a Pod", () => {
  test.each<[string, object, string[]]>([
    ["with a size limit is accepted", { emptyDir: { sizeLimit: "1Gi" } }, []],
    [
      "with a negative size limit is rejected",
      { emptyDir: { sizeLimit: "-1" } },
      [".emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity"],
    ],
    ["of a Secret without a name is rejected", { secret: {} }, [".secret.secretName: Required value"]],
    ["of a ConfigMap without a name is rejected", { configMap: {} }, [".configMap.name: Required value"]],
    [
      "with an invalid defaultMode is rejected",
      { configMap: { name: "c", defaultMode: 512 } },
      [".configMap.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive"],
    ],
    [
      "with a key and no path is rejected",
      { configMap: { name: "c", items: [{ key: "a" }] } },
      [".configMap.items[0].path: Required value"],
    ],
    [
      "with a path outside of the volume is rejected",
      { configMap: { name: "c", items: [{ key: "a", path: "../b" }] } },
      [".configMap.items[0].path: Invalid value: \"../b\": must not contain '..'"],
    ],
    [
      "of a claim without a name is rejected",
      { persistentVolumeClaim: {} },
      [".persistentVolumeClaim.claimName: Required value"],
    ],
    [
      "with three sources is rejected with the field names of the reference",
      { emptyDir: {}, downwardAPI: {}, cephfs: { monitors: ["a"] } },
      [
        ".downwarAPI: Forbidden: may not specify more than 1 volume type",
        ".cephFS: Forbidden: may not specify more than 1 volume type",
      ],
    ],
  ])("a volume %s", (_, volume, errors) => {
    expect([...errorsOf(volume)].sort()).toEqual([...errors].sort());
  });
});

describe("a downwardAPI file", () => {
  const fileErrors = (file: object) => errorsOf({ downwardAPI: { items: [{ path: "f", ...file }] } });

  test.each<[string, object, string[]]>([
    ["with a label is accepted", { fieldRef: { fieldPath: "metadata.labels['app']" } }, []],
    [
      "with an unsupported field is rejected",
      { fieldRef: { fieldPath: "spec.nodeName" } },
      [
        '.downwardAPI.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: "metadata.annotations", ' +
          '"metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
      ],
    ],
    [
      "with an amount of no container is rejected",
      { resourceFieldRef: { resource: "limits.cpu" } },
      [".downwardAPI.resourceFieldRef.containerName: Required value"],
    ],
    [
      "without a source is rejected",
      {},
      [".downwardAPI: Required value: one of fieldRef and resourceFieldRef is required"],
    ],
    [
      "with two sources is rejected",
      { fieldRef: { fieldPath: "metadata.name" }, resourceFieldRef: { containerName: "app", resource: "limits.cpu" } },
      ['.downwardAPI: Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously'],
    ],
  ])("a downwardAPI file %s", (_, file, errors) => {
    expect(fileErrors(file)).toEqual(errors);
  });
});

describe("a projected volume", () => {
  test("a projected volume with two files at the same path is rejected", () => {
    const sources = [
      { configMap: { name: "c", items: [{ key: "a", path: "p" }] } },
      { secret: { name: "s", items: [{ key: "a", path: "p" }] } },
    ];
    expect(errorsOf({ projected: { sources } })).toEqual([
      '.projected: Invalid value: "s": conflicting duplicate paths',
    ]);
  });

  test("a projected source with two kinds of source is rejected", () => {
    expect(errorsOf({ projected: { sources: [{ configMap: { name: "c" }, secret: { name: "s" } }] } })).toEqual([
      ".projected.sources[0]: Forbidden: may not specify more than 1 volume type per source",
    ]);
  });
});

describe("the claim of an ephemeral volume", () => {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

  test("the claim template of an ephemeral volume has the rules of claims", () => {
    expect(errorsOf({ ephemeral: { volumeClaimTemplate: { spec } } })).toEqual([]);
    expect(errorsOf({ ephemeral: { volumeClaimTemplate: { spec: { ...spec, accessModes: [] } } } })).toEqual([
      ".ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required",
    ]);
  });

  test("the claim template of an ephemeral volume can have labels and annotations and no name", () => {
    const metadata = { labels: { a: "b" }, name: "mine" };
    expect(errorsOf({ ephemeral: { volumeClaimTemplate: { metadata, spec } } })).toEqual([
      ".ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set",
    ]);
  });

  test("a volume that names the claim of an ephemeral volume is rejected", () => {
    const volumes = [
      { name: "own", ephemeral: { volumeClaimTemplate: { spec } } },
      { name: "other", persistentVolumeClaim: { claimName: "web-own" } },
    ];
    const { errors } = writes.create({
      metadata: { name: "web", namespace: "shop" },
      spec: { containers: [{ name: "app", image: "app" }], volumes },
    });
    expect(errors).toEqual([
      'spec.volumes[1].persistentVolumeClaim.claimName: Invalid value: "web-own": must not reference a PVC that gets ' +
        "created for an ephemeral volume",
    ]);
  });
});

test("a volume device is rejected if its volume is not a claim or its path is also mounted", () => {
  const volumes = [{ name: "raw", persistentVolumeClaim: { claimName: "raw" } }, { name: "files" }];
  const container = {
    name: "app",
    image: "app",
    volumeMounts: [{ name: "files", mountPath: "/files" }],
    volumeDevices: [
      { name: "raw", devicePath: "/dev/a" },
      { name: "files", devicePath: "/files" },
    ],
  };
  const { errors } = writes.create({
    metadata: { name: "web", namespace: "shop" },
    spec: { containers: [container], volumes },
  });
  expect([...errors].sort()).toEqual([
    'spec.containers[0].volumeDevices[1].devicePath: Invalid value: "/files": must not already exist as a path in ' +
      "volumeMounts",
    'spec.containers[0].volumeDevices[1].name: Invalid value: "files": can only use volume source type of ' +
      "PersistentVolumeClaim or Ephemeral for block mode",
    'spec.containers[0].volumeDevices[1].name: Invalid value: "files": must not already exist in volumeMounts',
    'spec.containers[0].volumeMounts[0].mountPath: Invalid value: "/files": must not already exist as a path in ' +
      "volumeDevices",
    'spec.containers[0].volumeMounts[0].name: Invalid value: "files": must not already exist in volumeDevices',
  ]);
});

test("paths of mounts and devices are compared with the last path of each volume", () => {
  const volumes = [
    { name: "data", emptyDir: {} },
    { name: "disk", persistentVolumeClaim: { claimName: "disk" } },
  ];
  const container = {
    name: "app",
    image: "app",
    volumeMounts: [
      { name: "data", mountPath: "/a" },
      { name: "data", mountPath: "/b" },
    ],
    volumeDevices: [
      { name: "disk", devicePath: "/a" },
      { name: "disk", devicePath: "/b" },
    ],
  };
  const { errors } = writes.create({
    metadata: { name: "web", namespace: "shop" },
    spec: { containers: [container], volumes },
  });
  expect(errors).toEqual([
    'spec.containers[0].volumeMounts[1].mountPath: Invalid value: "/b": must not already exist as a path in volumeDevices',
    'spec.containers[0].volumeDevices[1].name: Invalid value: "disk": must be unique',
    'spec.containers[0].volumeDevices[1].devicePath: Invalid value: "/b": must not already exist as a path in volumeMounts',
  ]);
});
