import { describe } from "vitest";
import { type Cause, Refusals, ruleServer } from "../support/refusals.ts";

const server = ruleServer(["--vocabulary=kubernetes"]);

describe("the source of a PersistentVolume", () => {
  const volumes = new Refusals(server, "/api/v1/persistentvolumes", {
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      nodeAffinity: {
        required: { nodeSelectorTerms: [{ matchExpressions: [{ key: "zone", operator: "Exists" }] }] },
      },
    },
  });
  const refused = (title: string, source: object, causes: readonly Cause[]): void => {
    volumes.create(title, ({ spec }) => void Object.assign(spec, source), causes);
  };
  const accepted = (title: string, source: object): void => {
    volumes.accepts(title, ({ spec }) => void Object.assign(spec, source));
  };

  const badLabel =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with " +
    "an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used for validation is " +
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
  const badName =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and " +
    "end with an alphanumeric character (e.g. 'example.com', regex used for validation is " +
    "'[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";

  refused("[PersistentVolumeSource#1] is a path of the node", { hostPath: { path: "" } }, [
    "spec.hostPath.path: Required value",
  ]);
  refused("[PersistentVolumeSource#2] does not lead back on the node", { hostPath: { path: "/a/../b" } }, [
    "spec.hostPath.path: Invalid value: \"/a/../b\": must not contain '..'",
  ]);
  refused("[PersistentVolumeSource#3] is something that a path can be", { hostPath: { path: "/a", type: "Pipe" } }, [
    'spec.hostPath.type: Unsupported value: "Pipe": supported values: "", "BlockDevice", "CharDevice", "Directory", ' +
      '"DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
  ]);

  refused("[PersistentVolumeSource#4] names the servers of GlusterFS", { glusterfs: { endpoints: "", path: "vol" } }, [
    "spec.glusterfs.endpoints: Required value",
  ]);
  refused("[PersistentVolumeSource#5] names the volume of GlusterFS", { glusterfs: { endpoints: "gfs", path: "" } }, [
    "spec.glusterfs.path: Required value",
  ]);
  refused(
    "[PersistentVolumeSource#6] has no empty namespace for the servers of GlusterFS",
    { glusterfs: { endpoints: "gfs", path: "vol", endpointsNamespace: "" } },
    [
      'spec.glusterfs.endpointsNamespace: Invalid value: "": if the endpointnamespace is set, it must be a valid namespace name',
    ],
  );
  refused(
    "[PersistentVolumeSource#7] has the servers of GlusterFS in a namespace that can exist",
    { glusterfs: { endpoints: "gfs", path: "vol", endpointsNamespace: "Shop" } },
    [`spec.glusterfs.endpointsNamespace: Invalid value: "Shop": ${badLabel}`],
  );

  refused("[PersistentVolumeSource#8] names the monitors of a Ceph device", { rbd: { monitors: [], image: "it" } }, [
    "spec.rbd.monitors: Required value",
  ]);
  refused("[PersistentVolumeSource#9] names the image of a Ceph device", { rbd: { monitors: ["a"], image: "" } }, [
    "spec.rbd.image: Required value",
  ]);
  refused("[PersistentVolumeSource#10] names the monitors of a Ceph file system", { cephfs: { monitors: [] } }, [
    "spec.cephfs.monitors: Required value",
  ]);

  const iscsi = { targetPortal: "10.0.0.1:3260", iqn: "iqn.2025-01.com.example:disk", lun: 0 };
  accepted("accepts an iSCSI disk", { iscsi: { ...iscsi, lun: 255, initiatorName: iscsi.iqn } });
  refused("[PersistentVolumeSource#11] says where an iSCSI target is", { iscsi: { ...iscsi, targetPortal: "" } }, [
    "spec.iscsi.targetPortal: Required value",
  ]);
  refused(
    "[PersistentVolumeSource#12] leaves room for the name of an iSCSI interface",
    { iscsi: { ...iscsi, targetPortal: "a".repeat(64), initiatorName: iscsi.iqn } },
    [
      `spec.iscsi.targetportal: Invalid value: "${"a".repeat(64)}": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.`,
    ],
  );
  refused("[PersistentVolumeSource#13] names an iSCSI target", { iscsi: { ...iscsi, iqn: "" } }, [
    "spec.iscsi.iqn: Required value",
  ]);
  refused(
    "[PersistentVolumeSource#14] names an iSCSI target as these are named",
    { iscsi: { ...iscsi, iqn: "disk" } },
    ['spec.iscsi.iqn: Invalid value: "disk": must be valid format'],
  );
  refused("[PersistentVolumeSource#15] is one of 256 units", { iscsi: { ...iscsi, lun: 256 } }, [
    "spec.iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive",
  ]);
  refused("[PersistentVolumeSource#16] has a Secret to log in with", { iscsi: { ...iscsi, chapAuthSession: true } }, [
    "spec.iscsi.secretRef: Required value",
  ]);
  refused(
    "[PersistentVolumeSource#17] names the Secret to log in with",
    { iscsi: { ...iscsi, chapAuthDiscovery: true, secretRef: { namespace: "shop" } } },
    ["spec.iscsi.secretRef.name: Required value"],
  );
  refused(
    "[PersistentVolumeSource#18] names an initiator as these are named",
    { iscsi: { ...iscsi, initiatorName: "me" } },
    ['spec.iscsi.initiatorname: Invalid value: "me": must be valid format'],
  );

  refused("[PersistentVolumeSource#19] names a Cinder volume", { cinder: { volumeID: "" } }, [
    "spec.cinder.volumeID: Required value",
  ]);
  refused(
    "[PersistentVolumeSource#20, PersistentVolumeSource#21] names the Secret of a Cinder volume, and where it is",
    { cinder: { volumeID: "vol", secretRef: {} } },
    ["spec.cinder.secretRef.name: Required value", "spec.cinder.secretRef.namespace: Required value"],
  );

  refused("[PersistentVolumeSource#22] names a FlexVolume driver", { flexVolume: { driver: "" } }, [
    "spec.flexVolume.driver: Required value",
  ]);
  refused(
    "[PersistentVolumeSource#23] leaves options in the product's domain to the node",
    { flexVolume: { driver: "example.com/it", options: { "kubernetes.io/fsType": "xfs" } } },
    [
      'spec.flexVolume.options[kubernetes.io/fsType]: Invalid value: "kubernetes.io/fsType": kubernetes.io and k8s.io namespaces are reserved',
    ],
  );

  refused(
    "[PersistentVolumeSource#24] names the Secret of an Azure share",
    { azureFile: { secretName: "", shareName: "s" } },
    ["spec.azureFile.secretName: Required value"],
  );
  refused("[PersistentVolumeSource#25] names an Azure share", { azureFile: { secretName: "s", shareName: "" } }, [
    "spec.azureFile.shareName: Required value",
  ]);
  refused(
    "[PersistentVolumeSource#26] has no empty namespace for the Secret of an Azure share",
    { azureFile: { secretName: "s", shareName: "s", secretNamespace: "" } },
    ["spec.azureFile.secretNamespace: Required value"],
  );

  const scaleIO = { gateway: "https://gw", system: "sys", volumeName: "vol", secretRef: { name: "s" } };
  refused("[PersistentVolumeSource#27] says where a ScaleIO gateway is", { scaleIO: { ...scaleIO, gateway: "" } }, [
    "spec.scaleIO.gateway: Required value",
  ]);
  refused("[PersistentVolumeSource#28] names a ScaleIO system", { scaleIO: { ...scaleIO, system: "" } }, [
    "spec.scaleIO.system: Required value",
  ]);
  refused("[PersistentVolumeSource#29] names a ScaleIO volume", { scaleIO: { ...scaleIO, volumeName: "" } }, [
    "spec.scaleIO.volumeName: Required value",
  ]);

  refused("[PersistentVolumeSource#30] is a path of a node", { local: { path: "" } }, [
    "spec.local.path: Required value",
  ]);
  refused("[PersistentVolumeSource#31] does not lead back on a node", { local: { path: "../a" } }, [
    "spec.local.path: Invalid value: \"../a\": must not contain '..'",
  ]);

  refused("[PersistentVolumeSource#32] names a StorageOS volume", { storageos: { volumeName: "" } }, [
    "spec.storageos.volumeName: Required value",
  ]);
  refused("[PersistentVolumeSource#33] names a StorageOS volume that can exist", { storageos: { volumeName: "Vol" } }, [
    `spec.storageos.volumeName: Invalid value: "Vol": ${badLabel}`,
  ]);
  refused(
    "[PersistentVolumeSource#34] names a StorageOS namespace that can exist",
    { storageos: { volumeName: "vol", volumeNamespace: "Shop" } },
    [`spec.storageos.volumeNamespace: Invalid value: "Shop": ${badLabel}`],
  );
  refused(
    "[PersistentVolumeSource#35, PersistentVolumeSource#36] names the Secret of StorageOS, and where it is",
    { storageos: { volumeName: "vol", secretRef: {} } },
    ["spec.storageos.secretRef.name: Required value", "spec.storageos.secretRef.namespace: Required value"],
  );

  const csi = { driver: "csi.example.com", volumeHandle: "vol-1" };
  accepted("accepts a driver with capital letters", { csi: { ...csi, driver: "CSI.example.com" } });
  refused("[PersistentVolumeSource#37] names a driver that can exist", { csi: { ...csi, driver: "csi_driver" } }, [
    `spec.csi.driver: Invalid value: "csi_driver": ${badName}`,
  ]);
  refused("[PersistentVolumeSource#38] names a volume of the driver", { csi: { ...csi, volumeHandle: "" } }, [
    "spec.csi.volumeHandle: Required value",
  ]);
  refused(
    "[PersistentVolumeSource#39, PersistentVolumeSource#41] names the Secrets of a driver, and where they are",
    { csi: { ...csi, controllerPublishSecretRef: {}, nodeExpandSecretRef: {} } },
    [
      "spec.csi.controllerPublishSecretRef.name: Required value",
      "spec.csi.controllerPublishSecretRef.namespace: Required value",
      "spec.csi.nodeExpandSecretRef.name: Required value",
      "spec.csi.nodeExpandSecretRef.namespace: Required value",
    ],
  );
  refused(
    "[PersistentVolumeSource#40, PersistentVolumeSource#42] names Secrets of a driver that can exist",
    { csi: { ...csi, controllerExpandSecretRef: { name: "Key", namespace: "Shop" } } },
    [
      `spec.csi.controllerExpandSecretRef.name: Invalid value: "Key": ${badName}`,
      `spec.csi.controllerExpandSecretRef.namespace: Invalid value: "Shop": ${badLabel}`,
    ],
  );
});
