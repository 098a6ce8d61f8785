import { describe, expect, test } from "vitest";
import { pod } from "../../../api/index.ts";
import { KindWrites } from "../../testing/kind-writes.ts";

const writes = new KindWrites(pod);

/** The errors of a Pod with the volume, below the volume's path. */
function errorsOf(volume: object): readonly string[] {
  const spec = { containers: [{ name: "app", image: "app" }], volumes: [{ name: "v", ...volume }] };
  const { errors } = writes.create({ metadata: { name: "web", namespace: "shop" }, spec });
  return errors.map((error) => error.replace("spec.volumes[0]", ""));
}

describe("a volume of", () => {
  test.each<[string, object, string[]]>([
    ["an empty directory", { emptyDir: { sizeLimit: "1Gi" } }, []],
    [
      "less than nothing",
      { emptyDir: { sizeLimit: "-1" } },
      [".emptyDir.sizeLimit: Forbidden: SizeLimit field must be a valid resource quantity"],
    ],
    ["a Secret without a name", { secret: {} }, [".secret.secretName: Required value"]],
    ["a ConfigMap without a name", { configMap: {} }, [".configMap.name: Required value"]],
    [
      "files with bits that do not exist",
      { configMap: { name: "c", defaultMode: 512 } },
      [".configMap.defaultMode: Invalid value: 512: must be a number between 0 and 0777 (octal), both inclusive"],
    ],
    [
      "a key without a path",
      { configMap: { name: "c", items: [{ key: "a" }] } },
      [".configMap.items[0].path: Required value"],
    ],
    [
      "a key at a path that leaves the volume",
      { configMap: { name: "c", items: [{ key: "a", path: "../b" }] } },
      [".configMap.items[0].path: Invalid value: \"../b\": must not contain '..'"],
    ],
    ["a claim without a name", { persistentVolumeClaim: {} }, [".persistentVolumeClaim.claimName: Required value"]],
    [
      "two sources, whatever the errors call them",
      { emptyDir: {}, downwardAPI: {}, cephfs: { monitors: ["a"] } },
      [
        ".downwarAPI: Forbidden: may not specify more than 1 volume type",
        ".cephFS: Forbidden: may not specify more than 1 volume type",
      ],
    ],
  ])("%s", (_, volume, errors) => {
    expect([...errorsOf(volume)].sort()).toEqual([...errors].sort());
  });
});

describe("a file about the Pod", () => {
  const fileErrors = (file: object) => errorsOf({ downwardAPI: { items: [{ path: "f", ...file }] } });

  test.each<[string, object, string[]]>([
    ["holds a field", { fieldRef: { fieldPath: "metadata.labels['app']" } }, []],
    [
      "cannot hold every field",
      { fieldRef: { fieldPath: "spec.nodeName" } },
      [
        '.downwardAPI.fieldRef.fieldPath: Unsupported value: "spec.nodeName": supported values: "metadata.annotations", ' +
          '"metadata.labels", "metadata.name", "metadata.namespace", "metadata.uid"',
      ],
    ],
    [
      "cannot hold an amount of no container",
      { resourceFieldRef: { resource: "limits.cpu" } },
      [".downwardAPI.resourceFieldRef.containerName: Required value"],
    ],
    ["holds something", {}, [".downwardAPI: Required value: one of fieldRef and resourceFieldRef is required"]],
    [
      "holds one thing",
      { fieldRef: { fieldPath: "metadata.name" }, resourceFieldRef: { containerName: "app", resource: "limits.cpu" } },
      ['.downwardAPI: Invalid value: "resource": fieldRef and resourceFieldRef can not be specified simultaneously'],
    ],
  ])("%s", (_, file, errors) => {
    expect(fileErrors(file)).toEqual(errors);
  });
});

describe("a volume of several sources", () => {
  test("has one file at a path", () => {
    const sources = [
      { configMap: { name: "c", items: [{ key: "a", path: "p" }] } },
      { secret: { name: "s", items: [{ key: "a", path: "p" }] } },
    ];
    expect(errorsOf({ projected: { sources } })).toEqual([
      '.projected: Invalid value: "s": conflicting duplicate paths',
    ]);
  });

  test("has sources of one kind each", () => {
    expect(errorsOf({ projected: { sources: [{ configMap: { name: "c" }, secret: { name: "s" } }] } })).toEqual([
      ".projected.sources[0]: Forbidden: may not specify more than 1 volume type per source",
    ]);
  });
});

describe("the claim of an ephemeral volume", () => {
  const spec = { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } };

  test("is a claim like others", () => {
    expect(errorsOf({ ephemeral: { volumeClaimTemplate: { spec } } })).toEqual([]);
    expect(errorsOf({ ephemeral: { volumeClaimTemplate: { spec: { ...spec, accessModes: [] } } } })).toEqual([
      ".ephemeral.volumeClaimTemplate.spec.accessModes: Required value: at least 1 access mode is required",
    ]);
  });

  test("has labels and annotations, and no other metadata", () => {
    const metadata = { labels: { a: "b" }, name: "mine" };
    expect(errorsOf({ ephemeral: { volumeClaimTemplate: { metadata, spec } } })).toEqual([
      ".ephemeral.volumeClaimTemplate.metadata.name: Forbidden: cannot be set",
    ]);
  });

  test("is not mounted in another way", () => {
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

test("block devices are claims, at paths of their own", () => {
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

test("paths of mounts and devices are compared by the last path of each volume", () => {
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
