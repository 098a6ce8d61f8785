import { describe } from "vitest";
import { featureGateFlag, PodRefusals } from "../support/pod-refusals.ts";
import { type Change, type Manifest, ruleServer } from "../support/refusals.ts";

const server = ruleServer(featureGateFlag("ImageVolume"));
const { pods } = new PodRefusals(server);

const volumes = [
  { name: "data", emptyDir: {} },
  { name: "disk", persistentVolumeClaim: { claimName: "disk" } },
  { name: "more", persistentVolumeClaim: { claimName: "more" } },
  { name: "files", image: { reference: "files:1" } },
];

/** Gives a Pod the volumes, and its container these fields. */
function withVolumesAnd(fields: object): Change {
  return ({ spec }: Manifest) => {
    spec.volumes = volumes;
    Object.assign(spec.containers[0], fields);
  };
}

function refuse(title: string, fields: object, causes: readonly string[]): void {
  pods.create(
    title,
    withVolumesAnd(fields),
    causes.map((cause) => `spec.containers[0].${cause}`),
  );
}

describe("a mount", () => {
  const data = { name: "data", mountPath: "/data" };
  const mounts = (...volumeMounts: object[]): object => ({ volumeMounts });
  const mount = (fields: object): object => mounts({ ...data, ...fields });

  pods.accepts(
    "mounts of different volumes are accepted",
    withVolumesAnd(mounts(data, { name: "files", mountPath: "/files" })),
  );
  refuse("[VolumeMounts#1] a mount without a volume name is rejected", mount({ name: "" }), [
    "volumeMounts[0].name: Required value",
    'volumeMounts[0].name: Not found: ""',
  ]);
  refuse("[VolumeMounts#2] a mount of an unknown volume is rejected", mount({ name: "other" }), [
    'volumeMounts[0].name: Not found: "other"',
  ]);
  refuse("[VolumeMounts#3] a mount without a mountPath is rejected", mount({ mountPath: "" }), [
    "volumeMounts[0].mountPath: Required value",
  ]);
  refuse("[VolumeMounts#4] two mounts with the same mountPath are rejected", mounts(data, data), [
    'volumeMounts[1].mountPath: Invalid value: "/data": must be unique',
  ]);
  pods.create(
    "[VolumeMounts#5, VolumeDevices#8] a volume that is both mounted and a device is rejected",
    withVolumesAnd({
      volumeMounts: [{ name: "disk", mountPath: "/disk" }],
      volumeDevices: [{ name: "disk", devicePath: "/dev/disk" }],
    }),
    [
      'spec.containers[0].volumeMounts[0].name: Invalid value: "disk": must not already exist in volumeDevices',
      'spec.containers[0].volumeDevices[0].name: Invalid value: "disk": must not already exist in volumeMounts',
    ],
  );
  pods.create(
    "[VolumeMounts#6, VolumeDevices#9] a mount with the path of a device is rejected",
    withVolumesAnd({
      volumeMounts: [{ name: "more", mountPath: "/disk" }],
      volumeDevices: [{ name: "disk", devicePath: "/disk" }],
    }),
    [
      'spec.containers[0].volumeMounts[0].mountPath: Invalid value: "/disk": must not already exist as a path in volumeDevices',
      'spec.containers[0].volumeDevices[0].devicePath: Invalid value: "/disk": must not already exist as a path in volumeMounts',
    ],
  );

  const image = (fields: object): object => mount({ name: "files", ...fields });
  refuse("[VolumeMounts#7] a mount of an image volume with a subPath is rejected", image({ subPath: "a" }), [
    'volumeMounts[0].subPath: Invalid value: "a": not allowed in image volume sources',
  ]);
  refuse("[VolumeMounts#8] a mount of an image volume with a subPathExpr is rejected", image({ subPathExpr: "a" }), [
    'volumeMounts[0].subPathExpr: Invalid value: "a": not allowed in image volume sources',
  ]);
  refuse("[VolumeMounts#9] a mount with an absolute subPath is rejected", mount({ subPath: "/a" }), [
    'volumeMounts.subPath: Invalid value: "/a": must be a relative path',
  ]);
  refuse("[VolumeMounts#9] a mount with .. in its subPath is rejected", mount({ subPath: "a/../b" }), [
    "volumeMounts.subPath: Invalid value: \"a/../b\": must not contain '..'",
  ]);
  refuse(
    "[VolumeMounts#10] a mount with both subPath and subPathExpr is rejected",
    mount({ subPath: "a", subPathExpr: "b" }),
    ['volumeMounts[0].subPathExpr: Invalid value: "b": subPathExpr and subPath are mutually exclusive'],
  );
  refuse("[VolumeMounts#11] a mount with .. in its subPathExpr is rejected", mount({ subPathExpr: "../a" }), [
    "volumeMounts.subPathExpr: Invalid value: \"../a\": must not contain '..'",
  ]);
});

describe("mount propagation and recursive read-only mounts", () => {
  const data = { name: "data", mountPath: "/data" };
  const mount = (fields: object): object => ({ volumeMounts: [{ ...data, ...fields }] });

  // The reference omits the index of the mount in this path.
  pods.create(
    "[VolumeMounts#12] an unknown mountPropagation is rejected",
    withVolumesAnd(mount({ mountPropagation: "Sideways" })),
    [
      'spec.containers[0].volumeMounts.mountPropagation: Unsupported value: "Sideways": supported values: "Bidirectional", "HostToContainer", "None"',
    ],
  );
  refuse(
    "[VolumeMounts#13] the mountPropagation Bidirectional is rejected for a container that is not privileged",
    mount({ mountPropagation: "Bidirectional" }),
    [
      "volumeMounts.mountPropagation: Forbidden: Bidirectional mount propagation is available only to privileged containers",
    ],
  );
  pods.accepts(
    "the mountPropagation Bidirectional is accepted for a privileged container",
    withVolumesAnd({ ...mount({ mountPropagation: "Bidirectional" }), securityContext: { privileged: true } }),
  );
  refuse("[VolumeMounts#14] recursiveReadOnly without readOnly is rejected", mount({ recursiveReadOnly: "Enabled" }), [
    "volumeMounts.recursiveReadOnly: Forbidden: may only be specified when readOnly is true",
  ]);
  refuse(
    "[VolumeMounts#15] recursiveReadOnly with the mountPropagation HostToContainer is rejected",
    mount({ recursiveReadOnly: "IfPossible", readOnly: true, mountPropagation: "HostToContainer" }),
    ["volumeMounts.recursiveReadOnly: Forbidden: may only be specified when mountPropagation is None or not specified"],
  );
  refuse("[VolumeMounts#16] an unknown recursiveReadOnly is rejected", mount({ recursiveReadOnly: "Often" }), [
    'volumeMounts.recursiveReadOnly: Unsupported value: "Often": supported values: "Disabled", "Enabled", "IfPossible"',
  ]);
});

describe("a device", () => {
  const disk = { name: "disk", devicePath: "/dev/a" };
  const devices = (...volumeDevices: object[]): object => ({ volumeDevices });

  pods.accepts(
    "devices of different claims are accepted",
    withVolumesAnd(devices(disk, { name: "more", devicePath: "/dev/b" })),
  );
  refuse("[VolumeDevices#1] a device without a volume name is rejected", devices({ ...disk, name: "" }), [
    "volumeDevices[0].name: Required value",
    'volumeDevices[0].name: Not found: ""',
  ]);
  refuse(
    "[VolumeDevices#2] two devices of the same volume are rejected",
    devices(disk, { ...disk, devicePath: "/dev/b" }),
    ['volumeDevices[1].name: Invalid value: "disk": must be unique'],
  );
  refuse("[VolumeDevices#3] a device of a volume that is no claim is rejected", devices({ ...disk, name: "data" }), [
    'volumeDevices[0].name: Invalid value: "data": can only use volume source type of PersistentVolumeClaim or Ephemeral for block mode',
  ]);
  refuse("[VolumeDevices#4] a device of an unknown volume is rejected", devices({ ...disk, name: "other" }), [
    'volumeDevices[0].name: Not found: "other"',
  ]);
  refuse("[VolumeDevices#5] a device without a devicePath is rejected", devices({ ...disk, devicePath: "" }), [
    "volumeDevices[0].devicePath: Required value",
  ]);
  refuse(
    "[VolumeDevices#6] two devices with the same devicePath are rejected",
    devices(disk, { ...disk, name: "more" }),
    ['volumeDevices[1].devicePath: Invalid value: "/dev/a": must be unique'],
  );
  refuse(
    "[VolumeDevices#7] a device with .. in its devicePath is rejected",
    devices({ ...disk, devicePath: "/dev/../a" }),
    ["volumeDevices[0].devicePath: Invalid value: \"/dev/../a\": can not contain backsteps ('..')"],
  );
});
