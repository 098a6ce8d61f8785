import { describe } from "vitest";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--feature-gates=VolumeAttributesClass=true"]);

const csi = { driver: "csi.example.com", volumeHandle: "vol-1" };
const nodeAffinity = {
  required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["north"] }] }] },
};
const modes = '"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"';
const badName =
  "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
  "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
  "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

describe("the spec of a PersistentVolume", () => {
  const volumes = new Refusals(server, "/api/v1/persistentvolumes", {
    spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], csi },
  });

  volumes.create(
    "[PersistentVolumeSpec#4] names a way of mounting",
    ({ spec }) => {
      spec.accessModes = [];
    },
    ["spec.accessModes: Required value"],
  );

  volumes.create(
    "[PersistentVolumeSpec#5] names only known ways of mounting",
    ({ spec }) => {
      spec.accessModes = ["ReadWriteOnce", "ReadSometimes"];
    },
    [`spec.accessModes: Unsupported value: "ReadSometimes": supported values: ${modes}`],
  );

  volumes.create(
    "[PersistentVolumeSpec#6] is for a single Pod or for others",
    ({ spec }) => {
      spec.accessModes = ["ReadWriteOncePod", "ReadOnlyMany"];
    },
    ["spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes"],
  );

  volumes.create(
    "[PersistentVolumeSpec#7] says how large the volume is",
    ({ spec }) => {
      spec.capacity = {};
    },
    [
      "spec.capacity: Required value",
      'spec.capacity: Unsupported value: core.ResourceList(nil): supported values: "storage"',
    ],
  );

  volumes.create(
    "[PersistentVolumeSpec#8] has no capacity but storage",
    ({ spec }) => {
      spec.capacity.cpu = "1";
    },
    [
      /^spec\.capacity: Unsupported value: core\.ResourceList\{"cpu":resource\.Quantity\{.*\}, "storage":.*\}: supported values: "storage"$/,
    ],
  );

  volumes.create(
    "[PersistentVolumeSpec#9, PersistentVolumeSpec#10] is no smaller than nothing",
    ({ spec }) => {
      spec.capacity = { storage: "-1500m" };
    },
    [
      "spec.capacity[storage]: Invalid value: -2: must be a valid resource quantity",
      'spec.capacity[storage]: Invalid value: "-1500m": must be greater than zero',
    ],
  );

  volumes.create(
    "[PersistentVolumeSpec#12] is kept, deleted or recycled",
    ({ spec }) => {
      spec.persistentVolumeReclaimPolicy = "Burn";
    },
    ['spec.persistentVolumeReclaimPolicy: Unsupported value: "Burn": supported values: "Delete", "Recycle", "Retain"'],
  );

  volumes.create(
    "[PersistentVolumeSpec#14] says what its nodes must have",
    ({ spec }) => {
      spec.nodeAffinity = {};
    },
    ["spec.nodeAffinity.required: Required value: must specify required node constraints"],
  );

  volumes.create(
    "[PersistentVolumeSpec#15] says on which node a local volume is",
    ({ spec }) => {
      delete spec.csi;
      spec.local = { path: "/mnt/disk" };
    },
    ["spec.nodeAffinity: Required value: Local volume requires node affinity"],
  );

  volumes.accepts("a local volume whose node is known is accepted", ({ spec }) => {
    delete spec.csi;
    Object.assign(spec, { local: { path: "/mnt/disk" }, nodeAffinity });
  });

  volumes.create(
    "[PersistentVolumeSpec#16] has one source, and looks at no other",
    ({ spec }) => {
      spec.hostPath = { path: "/data" };
      spec.cephfs = { monitors: ["a"] };
      spec.csi = { driver: "", volumeHandle: "" };
    },
    [
      "spec.cephFS: Forbidden: may not specify more than 1 volume type",
      "spec.csi: Forbidden: may not specify more than 1 volume type",
    ],
  );

  volumes.accepts("a volume of a FlexVolume plugin beside another source is accepted", ({ spec }) => {
    delete spec.csi;
    Object.assign(spec, { hostPath: { path: "/data" }, flexVolume: { driver: "example.com/it" } });
  });

  volumes.create(
    "[PersistentVolumeSpec#17] has a source",
    ({ spec }) => {
      delete spec.csi;
    },
    ["spec: Required value: must specify a volume type"],
  );

  volumes.create(
    "[PersistentVolumeSpec#18] does not recycle the root of a node",
    ({ spec }) => {
      delete spec.csi;
      Object.assign(spec, { hostPath: { path: "//./" }, persistentVolumeReclaimPolicy: "Recycle" });
    },
    ["spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'"],
  );

  volumes.create(
    "[PersistentVolumeSpec#20] is of a class that can exist",
    ({ spec }) => {
      spec.storageClassName = "Fast";
    },
    [`spec.storageClassName: Invalid value: "Fast": ${badName}`],
  );

  volumes.create(
    "[PersistentVolumeSpec#22] is a file system or a device",
    ({ spec }) => {
      spec.volumeMode = "Tape";
    },
    ['spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"'],
  );

  volumes.create(
    "[PersistentVolumeSpec#23] has no class of attributes without a name",
    ({ spec }) => {
      spec.volumeAttributesClassName = "";
    },
    ["spec.volumeAttributesClassName: Required value: an empty string is disallowed"],
  );

  volumes.create(
    "[PersistentVolumeSpec#24] is of a class of attributes that can exist",
    ({ spec }) => {
      spec.volumeAttributesClassName = "Gold";
    },
    [`spec.volumeAttributesClassName: Invalid value: "Gold": ${badName}`],
  );

  volumes.create(
    "[PersistentVolumeSpec#25] has attributes only where a driver has",
    ({ spec }) => {
      delete spec.csi;
      Object.assign(spec, { hostPath: { path: "/data" }, volumeAttributesClassName: "gold" });
    },
    ["spec.csi: Required value: has to be specified when using volumeAttributesClassName"],
  );
});

describe("a volume that stands inline in its attachment", () => {
  const attachments = new Refusals(server, "/apis/storage.orch.io/v1/volumeattachments", {
    spec: {
      attacher: "csi.example.com",
      nodeName: "node-1",
      source: { inlineVolumeSpec: { csi, accessModes: ["ReadWriteOnce"] } },
    },
  });
  const path = "spec.source.inlineVolumeSpec";
  const inline = "may not be specified in the context of inline volumes";

  attachments.create(
    "[PersistentVolumeSpec#1] is bound to no claim",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.claimRef = { name: "data" };
    },
    [`${path}.claimRef: Forbidden: ${inline}`],
  );

  attachments.create(
    "[PersistentVolumeSpec#2] has no size",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.capacity = { storage: "1Gi" };
    },
    [`${path}.capacity: Forbidden: ${inline}`],
  );

  attachments.create(
    "[PersistentVolumeSpec#3] comes from a driver",
    ({ spec }) => {
      const volume = spec.source.inlineVolumeSpec;
      delete volume.csi;
      volume.hostPath = { path: "/data" };
    },
    [`${path}.csi: Required value: has to be specified in the context of inline volumes`],
  );

  attachments.create(
    "has its faults reported in the order of its sources",
    ({ spec }) => {
      const volume = spec.source.inlineVolumeSpec;
      delete volume.csi;
      Object.assign(volume, { cephfs: { monitors: ["a"] }, flocker: {}, claimRef: {}, storageClassName: "fast" });
    },
    [
      `${path}.claimRef: Forbidden: ${inline}`,
      `${path}.csi: Required value: has to be specified in the context of inline volumes`,
      `${path}.flocker: Required value: one of datasetName and datasetUUID is required`,
      `${path}.cephFS: Forbidden: may not specify more than 1 volume type`,
      `${path}.storageClassName: Forbidden: ${inline}`,
    ],
  );

  attachments.create(
    "[PersistentVolumeSpec#11] is kept",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.persistentVolumeReclaimPolicy = "Delete";
    },
    [`${path}.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes`],
  );

  attachments.create(
    "[PersistentVolumeSpec#13] is reached from any node",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.nodeAffinity = nodeAffinity;
    },
    [`${path}.nodeAffinity: Forbidden: ${inline}`],
  );

  attachments.create(
    "[PersistentVolumeSpec#19] is of no class",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.storageClassName = "fast";
    },
    [`${path}.storageClassName: Forbidden: ${inline}`],
  );

  attachments.create(
    "[PersistentVolumeSpec#21] is a file system",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.volumeMode = "Block";
    },
    [
      `${path}.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes`,
    ],
  );

  attachments.create(
    "is reported once for a mode, a policy and nodes that do not exist",
    ({ spec }) => {
      Object.assign(spec.source.inlineVolumeSpec, {
        volumeMode: "none",
        persistentVolumeReclaimPolicy: "*",
        nodeAffinity: { required: { nodeSelectorTerms: [] } },
      });
    },
    [
      `${path}.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes`,
      `${path}.nodeAffinity: Forbidden: ${inline}`,
      `${path}.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes`,
    ],
  );

  attachments.create(
    "has no nodes for a local volume, even if it names them",
    ({ spec }) => {
      const volume = spec.source.inlineVolumeSpec;
      Object.assign(volume, { local: { path: "/data" }, nodeAffinity });
    },
    [
      `${path}.nodeAffinity: Forbidden: ${inline}`,
      `${path}.nodeAffinity: Required value: Local volume requires node affinity`,
      `${path}.csi: Forbidden: may not specify more than 1 volume type`,
    ],
  );

  attachments.accepts("keeps any class of attributes", ({ spec }) => {
    spec.source.inlineVolumeSpec.volumeAttributesClassName = "Y Q=";
  });

  attachments.accepts("is accepted when it says that it is a file system, and kept", ({ spec }) => {
    Object.assign(spec.source.inlineVolumeSpec, { volumeMode: "Filesystem", persistentVolumeReclaimPolicy: "Retain" });
  });
});
