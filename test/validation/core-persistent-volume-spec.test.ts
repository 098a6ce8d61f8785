import { describe } from "vitest";
import { notSubdomain } from "../support/format-messages.ts";
import { Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--feature-gates=VolumeAttributesClass=true"]);

const csi = { driver: "csi.example.com", volumeHandle: "vol-1" };
const nodeAffinity = {
  required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "In", values: ["north"] }] }] },
};
const modes = '"ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"';

describe("the spec of a PersistentVolume", () => {
  const volumes = new Refusals(server, "/api/v1/persistentvolumes", {
    spec: { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"], csi },
  });

  volumes.create(
    "[PersistentVolumeSpec#4] a volume without access modes is rejected",
    ({ spec }) => {
      spec.accessModes = [];
    },
    ["spec.accessModes: Required value"],
  );

  volumes.create(
    "[PersistentVolumeSpec#5] a volume with an unknown access mode is rejected",
    ({ spec }) => {
      spec.accessModes = ["ReadWriteOnce", "ReadSometimes"];
    },
    [`spec.accessModes: Unsupported value: "ReadSometimes": supported values: ${modes}`],
  );

  volumes.create(
    "[PersistentVolumeSpec#6] a volume with ReadWriteOncePod and another access mode is rejected",
    ({ spec }) => {
      spec.accessModes = ["ReadWriteOncePod", "ReadOnlyMany"];
    },
    ["spec.accessModes: Forbidden: may not use ReadWriteOncePod with other access modes"],
  );

  volumes.create(
    "[PersistentVolumeSpec#7] a volume without a capacity is rejected",
    ({ spec }) => {
      spec.capacity = {};
    },
    [
      "spec.capacity: Required value",
      'spec.capacity: Unsupported value: core.ResourceList(nil): supported values: "storage"',
    ],
  );

  volumes.create(
    "[PersistentVolumeSpec#8] a volume with a capacity other than storage is rejected",
    ({ spec }) => {
      spec.capacity.cpu = "1";
    },
    [
      /^spec\.capacity: Unsupported value: core\.ResourceList\{"cpu":resource\.Quantity\{.*\}, "storage":.*\}: supported values: "storage"$/,
    ],
  );

  volumes.create(
    "[PersistentVolumeSpec#9, PersistentVolumeSpec#10] a volume with a negative capacity is rejected",
    ({ spec }) => {
      spec.capacity = { storage: "-1500m" };
    },
    [
      "spec.capacity[storage]: Invalid value: -2: must be a valid resource quantity",
      'spec.capacity[storage]: Invalid value: "-1500m": must be greater than zero',
    ],
  );

  volumes.create(
    "[PersistentVolumeSpec#12] a volume with an unknown persistentVolumeReclaimPolicy is rejected",
    ({ spec }) => {
      spec.persistentVolumeReclaimPolicy = "Burn";
    },
    ['spec.persistentVolumeReclaimPolicy: Unsupported value: "Burn": supported values: "Delete", "Recycle", "Retain"'],
  );

  volumes.create(
    "[PersistentVolumeSpec#14] a volume whose nodeAffinity has no required terms is rejected",
    ({ spec }) => {
      spec.nodeAffinity = {};
    },
    ["spec.nodeAffinity.required: Required value: must specify required node constraints"],
  );

  volumes.create(
    "[PersistentVolumeSpec#15] a local volume without nodeAffinity is rejected",
    ({ spec }) => {
      delete spec.csi;
      spec.local = { path: "/mnt/disk" };
    },
    ["spec.nodeAffinity: Required value: Local volume requires node affinity"],
  );

  volumes.accepts("a local volume with nodeAffinity is accepted", ({ spec }) => {
    delete spec.csi;
    Object.assign(spec, { local: { path: "/mnt/disk" }, nodeAffinity });
  });

  volumes.create(
    "[PersistentVolumeSpec#16] a volume with several sources is rejected, and only the first source is validated",
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

  volumes.accepts("a flexVolume beside another source is accepted", ({ spec }) => {
    delete spec.csi;
    Object.assign(spec, { hostPath: { path: "/data" }, flexVolume: { driver: "example.com/it" } });
  });

  volumes.create(
    "[PersistentVolumeSpec#17] a volume without a source is rejected",
    ({ spec }) => {
      delete spec.csi;
    },
    ["spec: Required value: must specify a volume type"],
  );

  volumes.create(
    "[PersistentVolumeSpec#18] a hostPath volume of / with the reclaim policy Recycle is rejected",
    ({ spec }) => {
      delete spec.csi;
      Object.assign(spec, { hostPath: { path: "//./" }, persistentVolumeReclaimPolicy: "Recycle" });
    },
    ["spec.persistentVolumeReclaimPolicy: Forbidden: may not be 'recycle' for a hostPath mount of '/'"],
  );

  volumes.create(
    "[PersistentVolumeSpec#20] a volume whose storageClassName is no DNS subdomain is rejected",
    ({ spec }) => {
      spec.storageClassName = "Fast";
    },
    [`spec.storageClassName: Invalid value: "Fast": ${notSubdomain}`],
  );

  volumes.create(
    "[PersistentVolumeSpec#22] a volume with an unknown volumeMode is rejected",
    ({ spec }) => {
      spec.volumeMode = "Tape";
    },
    ['spec.volumeMode: Unsupported value: "Tape": supported values: "Block", "Filesystem"'],
  );

  volumes.create(
    "[PersistentVolumeSpec#23] a volume with an empty volumeAttributesClassName is rejected",
    ({ spec }) => {
      spec.volumeAttributesClassName = "";
    },
    ["spec.volumeAttributesClassName: Required value: an empty string is disallowed"],
  );

  volumes.create(
    "[PersistentVolumeSpec#24] a volume whose volumeAttributesClassName is no DNS subdomain is rejected",
    ({ spec }) => {
      spec.volumeAttributesClassName = "Gold";
    },
    [`spec.volumeAttributesClassName: Invalid value: "Gold": ${notSubdomain}`],
  );

  volumes.create(
    "[PersistentVolumeSpec#25] a volume with a volumeAttributesClassName and without a csi source is rejected",
    ({ spec }) => {
      delete spec.csi;
      Object.assign(spec, { hostPath: { path: "/data" }, volumeAttributesClassName: "gold" });
    },
    ["spec.csi: Required value: has to be specified when using volumeAttributesClassName"],
  );
});

describe("an inline volume of a VolumeAttachment", () => {
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
    "[PersistentVolumeSpec#1] an inline volume with a claimRef is rejected",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.claimRef = { name: "data" };
    },
    [`${path}.claimRef: Forbidden: ${inline}`],
  );

  attachments.create(
    "[PersistentVolumeSpec#2] an inline volume with a capacity is rejected",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.capacity = { storage: "1Gi" };
    },
    [`${path}.capacity: Forbidden: ${inline}`],
  );

  attachments.create(
    "[PersistentVolumeSpec#3] an inline volume without a csi source is rejected",
    ({ spec }) => {
      const volume = spec.source.inlineVolumeSpec;
      delete volume.csi;
      volume.hostPath = { path: "/data" };
    },
    [`${path}.csi: Required value: has to be specified in the context of inline volumes`],
  );

  attachments.create(
    "errors of an inline volume are reported in the order of its sources",
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
    "[PersistentVolumeSpec#11] an inline volume with the reclaim policy Delete is rejected",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.persistentVolumeReclaimPolicy = "Delete";
    },
    [`${path}.persistentVolumeReclaimPolicy: Forbidden: may only be Retain in the context of inline volumes`],
  );

  attachments.create(
    "[PersistentVolumeSpec#13] an inline volume with nodeAffinity is rejected",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.nodeAffinity = nodeAffinity;
    },
    [`${path}.nodeAffinity: Forbidden: ${inline}`],
  );

  attachments.create(
    "[PersistentVolumeSpec#19] an inline volume with a storageClassName is rejected",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.storageClassName = "fast";
    },
    [`${path}.storageClassName: Forbidden: ${inline}`],
  );

  attachments.create(
    "[PersistentVolumeSpec#21] an inline volume with the volumeMode Block is rejected",
    ({ spec }) => {
      spec.source.inlineVolumeSpec.volumeMode = "Block";
    },
    [
      `${path}.volumeMode: Forbidden: may not specify volumeMode other than Filesystem in the context of inline volumes`,
    ],
  );

  attachments.create(
    "an inline volume with an unknown mode, an unknown policy and node terms gets one error for each",
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
    "a local inline volume gets both the error about its nodeAffinity and the one about a missing nodeAffinity",
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

  attachments.accepts("an inline volume with any volumeAttributesClassName is accepted", ({ spec }) => {
    spec.source.inlineVolumeSpec.volumeAttributesClassName = "Y Q=";
  });

  attachments.accepts(
    "an inline volume with the volumeMode Filesystem and the reclaim policy Retain is accepted",
    ({ spec }) => {
      Object.assign(spec.source.inlineVolumeSpec, {
        volumeMode: "Filesystem",
        persistentVolumeReclaimPolicy: "Retain",
      });
    },
  );
});
