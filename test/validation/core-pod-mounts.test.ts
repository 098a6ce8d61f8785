import { describe } from "vitest";
import { featuresOn, PodRefusals } from "../support/pod-refusals.ts";
import { type Change, type Manifest, ruleServer } from "../support/refusals.ts";

const server = ruleServer(featuresOn("ImageVolume"));
const { pods } = new PodRefusals(server);

const volumes = [
  { name: "data", emptyDir: {} },
  { name: "disk", persistentVolumeClaim: { claimName: "disk" } },
  { name: "more", persistentVolumeClaim: { claimName: "more" } },
  { name: "files", image: { reference: "files:1" } },
];

/** A Pod that has these volumes, with a container that uses some of them. */
function using(fields: object): Change {
  return ({ spec }: Manifest) => {
    spec.volumes = volumes;
    Object.assign(spec.containers[0], fields);
  };
}

function refuse(title: string, fields: object, causes: readonly string[]): void {
  pods.create(
    title,
    using(fields),
    causes.map((cause) => `spec.containers[0].${cause}`),
  );
}

describe("a mount", () => {
  const data = { name: "data", mountPath: "/data" };
  const mounts = (...volumeMounts: object[]): object => ({ volumeMounts });
  const mount = (fields: object): object => mounts({ ...data, ...fields });

  pods.accepts("may be any volume of the Pod", using(mounts(data, { name: "files", mountPath: "/files" })));
  refuse("[VolumeMounts#1] names a volume", mount({ name: "" }), [
    "volumeMounts[0].name: Required value",
    'volumeMounts[0].name: Not found: ""',
  ]);
  refuse("[VolumeMounts#2] names a volume of the Pod", mount({ name: "other" }), [
    'volumeMounts[0].name: Not found: "other"',
  ]);
  refuse("[VolumeMounts#3] has a place", mount({ mountPath: "" }), ["volumeMounts[0].mountPath: Required value"]);
  refuse("[VolumeMounts#4] has a place of its own", mounts(data, data), [
    'volumeMounts[1].mountPath: Invalid value: "/data": must be unique',
  ]);
  pods.create(
    "[VolumeMounts#5, VolumeDevices#8] is no device as well",
    using({
      volumeMounts: [{ name: "disk", mountPath: "/disk" }],
      volumeDevices: [{ name: "disk", devicePath: "/dev/disk" }],
    }),
    [
      'spec.containers[0].volumeMounts[0].name: Invalid value: "disk": must not already exist in volumeDevices',
      'spec.containers[0].volumeDevices[0].name: Invalid value: "disk": must not already exist in volumeMounts',
    ],
  );
  pods.create(
    "[VolumeMounts#6, VolumeDevices#9] is not where a device is",
    using({
      volumeMounts: [{ name: "more", mountPath: "/disk" }],
      volumeDevices: [{ name: "disk", devicePath: "/disk" }],
    }),
    [
      'spec.containers[0].volumeMounts[0].mountPath: Invalid value: "/disk": must not already exist as a path in volumeDevices',
      'spec.containers[0].volumeDevices[0].devicePath: Invalid value: "/disk": must not already exist as a path in volumeMounts',
    ],
  );

  const image = (fields: object): object => mount({ name: "files", ...fields });
  refuse("[VolumeMounts#7] is the whole of an image", image({ subPath: "a" }), [
    'volumeMounts[0].subPath: Invalid value: "a": not allowed in image volume sources',
  ]);
  refuse("[VolumeMounts#8] is the whole of an image, whatever variables say", image({ subPathExpr: "a" }), [
    'volumeMounts[0].subPathExpr: Invalid value: "a": not allowed in image volume sources',
  ]);
  refuse("[VolumeMounts#9] begins below the volume's root", mount({ subPath: "/a" }), [
    'volumeMounts.subPath: Invalid value: "/a": must be a relative path',
  ]);
  refuse("[VolumeMounts#9] stays below the volume's root", mount({ subPath: "a/../b" }), [
    "volumeMounts.subPath: Invalid value: \"a/../b\": must not contain '..'",
  ]);
  refuse("[VolumeMounts#10] is a part that is named in one way", mount({ subPath: "a", subPathExpr: "b" }), [
    'volumeMounts[0].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive',
  ]);
  refuse("[VolumeMounts#11] stays below the root, whatever variables say", mount({ subPathExpr: "../a" }), [
    "volumeMounts.subPathExpr: Invalid value: \"../a\": must not contain '..'",
  ]);
});

describe("mounts below a mount", () => {
  const data = { name: "data", mountPath: "/data" };
  const mount = (fields: object): object => ({ volumeMounts: [{ ...data, ...fields }] });

  // The place without an index is where clients know this one.
  pods.create("[VolumeMounts#12] pass in a way that there is", using(mount({ mountPropagation: "Sideways" })), [
    'spec.containers[0].volumeMounts.mountPropagation: Unsupported value: "Sideways": supported values: "Bidirectional", "HostToContainer", "None"',
  ]);
  refuse(
    "[VolumeMounts#13] pass to the node from containers with all rights",
    mount({ mountPropagation: "Bidirectional" }),
    [
      "volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers",
    ],
  );
  pods.accepts(
    "may pass to the node",
    using({ ...mount({ mountPropagation: "Bidirectional" }), securityContext: { privileged: true } }),
  );
  refuse("[VolumeMounts#14] are read-only where the mount is", mount({ recursiveReadOnly: "Enabled" }), [
    "volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true",
  ]);
  refuse(
    "[VolumeMounts#15] are read-only where they do not come later",
    mount({ recursiveReadOnly: "IfPossible", readOnly: true, mountPropagation: "HostToContainer" }),
    ["volumeMounts.recursiveReadOnly: Forbidden: may only be specified when mountPropagation is None or not specified"],
  );
  refuse("[VolumeMounts#16] are read-only in a way that there is", mount({ recursiveReadOnly: "Often" }), [
    'volumeMounts.recursiveReadOnly: Unsupported value: "Often": supported values: "Disabled", "Enabled", "IfPossible"',
  ]);
});

describe("a device", () => {
  const disk = { name: "disk", devicePath: "/dev/a" };
  const devices = (...volumeDevices: object[]): object => ({ volumeDevices });

  pods.accepts("is a claim", using(devices(disk, { name: "more", devicePath: "/dev/b" })));
  refuse("[VolumeDevices#1] names a volume", devices({ ...disk, name: "" }), [
    "volumeDevices[0].name: Required value",
    'volumeDevices[0].name: Not found: ""',
  ]);
  refuse("[VolumeDevices#2] is there once", devices(disk, { ...disk, devicePath: "/dev/b" }), [
    'volumeDevices[1].name: Invalid value: "disk": must be unique',
  ]);
  refuse("[VolumeDevices#3] is a claim, and no other volume", devices({ ...disk, name: "data" }), [
    'volumeDevices[0].name: Invalid value: "data": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
  ]);
  refuse("[VolumeDevices#4] names a volume of the Pod", devices({ ...disk, name: "other" }), [
    'volumeDevices[0].name: Not found: "other"',
  ]);
  refuse("[VolumeDevices#5] has a place", devices({ ...disk, devicePath: "" }), [
    "volumeDevices[0].devicePath: Required value",
  ]);
  refuse("[VolumeDevices#6] has a place of its own", devices(disk, { ...disk, name: "more" }), [
    'volumeDevices[1].devicePath: Invalid value: "/dev/a": must be unique',
  ]);
  refuse("[VolumeDevices#7] is where its path says", devices({ ...disk, devicePath: "/dev/../a" }), [
    "volumeDevices[0].devicePath: Invalid value: \"/dev/../a\": can not contain backsteps ('..')",
  ]);
});
