import { describe } from "vitest";
import { notLabel, notSubdomain } from "../support/format-messages.ts";
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
  const refuseSource = (title: string, source: object, causes: readonly Cause[]): void => {
    volumes.create(title, ({ spec }) => void Object.assign(spec, source), causes);
  };
  const acceptSource = (title: string, source: object): void => {
    volumes.accepts(title, ({ spec }) => void Object.assign(spec, source));
  };

  refuseSource("[PersistentVolumeSource#1] a hostPath without a path is rejected", { hostPath: { path: "" } }, [
    "spec.hostPath.path: Required value",
  ]);
  refuseSource(
    "[PersistentVolumeSource#2] a hostPath with .. in its path is rejected",
    { hostPath: { path: "/a/../b" } },
    ["spec.hostPath.path: Invalid value: \"/a/../b\": must not contain '..'"],
  );
  refuseSource(
    "[PersistentVolumeSource#3] a hostPath with an unknown type is rejected",
    { hostPath: { path: "/a", type: "Pipe" } },
    [
      'spec.hostPath.type: Unsupported value: "Pipe": supported values: "", "BlockDevice", "CharDevice", "Directory", ' +
        '"DirectoryOrCreate", "File", "FileOrCreate", "Socket"',
    ],
  );

  refuseSource(
    "[PersistentVolumeSource#4] a glusterfs volume without endpoints is rejected",
    { glusterfs: { endpoints: "", path: "vol" } },
    ["spec.glusterfs.endpoints: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#5] a glusterfs volume without a path is rejected",
    { glusterfs: { endpoints: "gfs", path: "" } },
    ["spec.glusterfs.path: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#6] a glusterfs volume with an empty endpointsNamespace is rejected",
    { glusterfs: { endpoints: "gfs", path: "vol", endpointsNamespace: "" } },
    [
      'spec.glusterfs.endpointsNamespace: Invalid value: "": if the endpointnamespace is set, it must be a valid namespace name',
    ],
  );
  refuseSource(
    "[PersistentVolumeSource#7] a glusterfs volume whose endpointsNamespace is no DNS label is rejected",
    { glusterfs: { endpoints: "gfs", path: "vol", endpointsNamespace: "Shop" } },
    [`spec.glusterfs.endpointsNamespace: Invalid value: "Shop": ${notLabel}`],
  );

  refuseSource(
    "[PersistentVolumeSource#8] an rbd volume without monitors is rejected",
    { rbd: { monitors: [], image: "it" } },
    ["spec.rbd.monitors: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#9] an rbd volume without an image is rejected",
    { rbd: { monitors: ["a"], image: "" } },
    ["spec.rbd.image: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#10] a cephfs volume without monitors is rejected",
    { cephfs: { monitors: [] } },
    ["spec.cephfs.monitors: Required value"],
  );

  const iscsi = { targetPortal: "10.0.0.1:3260", iqn: "iqn.2025-01.com.example:disk", lun: 0 };
  acceptSource("an iscsi volume with lun 255 is accepted", { iscsi: { ...iscsi, lun: 255, initiatorName: iscsi.iqn } });
  refuseSource(
    "[PersistentVolumeSource#11] an iscsi volume without a targetPortal is rejected",
    { iscsi: { ...iscsi, targetPortal: "" } },
    ["spec.iscsi.targetPortal: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#12] an iscsi volume with an initiatorName and a targetPortal of 64 characters is rejected",
    { iscsi: { ...iscsi, targetPortal: "a".repeat(64), initiatorName: iscsi.iqn } },
    [
      `spec.iscsi.targetportal: Invalid value: "${"a".repeat(64)}": Total length of <volume name>:<iscsi.targetPortal> must be under 64 characters if iscsi.initiatorName is specified.`,
    ],
  );
  refuseSource(
    "[PersistentVolumeSource#13] an iscsi volume without an iqn is rejected",
    { iscsi: { ...iscsi, iqn: "" } },
    ["spec.iscsi.iqn: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#14] an iscsi volume with a malformed iqn is rejected",
    { iscsi: { ...iscsi, iqn: "disk" } },
    ['spec.iscsi.iqn: Invalid value: "disk": must be valid format'],
  );
  refuseSource(
    "[PersistentVolumeSource#15] an iscsi volume with lun 256 is rejected",
    { iscsi: { ...iscsi, lun: 256 } },
    ["spec.iscsi.lun: Invalid value: 256: must be between 0 and 255, inclusive"],
  );
  refuseSource(
    "[PersistentVolumeSource#16] an iscsi volume with chapAuthSession and without a secretRef is rejected",
    { iscsi: { ...iscsi, chapAuthSession: true } },
    ["spec.iscsi.secretRef: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#17] an iscsi volume whose secretRef has no name is rejected",
    { iscsi: { ...iscsi, chapAuthDiscovery: true, secretRef: { namespace: "shop" } } },
    ["spec.iscsi.secretRef.name: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#18] an iscsi volume with a malformed initiatorName is rejected",
    { iscsi: { ...iscsi, initiatorName: "me" } },
    ['spec.iscsi.initiatorname: Invalid value: "me": must be valid format'],
  );

  refuseSource(
    "[PersistentVolumeSource#19] a cinder volume without a volumeID is rejected",
    { cinder: { volumeID: "" } },
    ["spec.cinder.volumeID: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#20, PersistentVolumeSource#21] a cinder volume whose secretRef has no name and namespace is rejected",
    { cinder: { volumeID: "vol", secretRef: {} } },
    ["spec.cinder.secretRef.name: Required value", "spec.cinder.secretRef.namespace: Required value"],
  );

  refuseSource(
    "[PersistentVolumeSource#22] a flexVolume without a driver is rejected",
    { flexVolume: { driver: "" } },
    ["spec.flexVolume.driver: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#23] a flexVolume with an option in a reserved domain is rejected",
    { flexVolume: { driver: "example.com/it", options: { "kubernetes.io/fsType": "xfs" } } },
    [
      'spec.flexVolume.options[kubernetes.io/fsType]: Invalid value: "kubernetes.io/fsType": kubernetes.io and k8s.io namespaces are reserved',
    ],
  );

  refuseSource(
    "[PersistentVolumeSource#24] an azureFile volume without a secretName is rejected",
    { azureFile: { secretName: "", shareName: "s" } },
    ["spec.azureFile.secretName: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#25] an azureFile volume without a shareName is rejected",
    { azureFile: { secretName: "s", shareName: "" } },
    ["spec.azureFile.shareName: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#26] an azureFile volume with an empty secretNamespace is rejected",
    { azureFile: { secretName: "s", shareName: "s", secretNamespace: "" } },
    ["spec.azureFile.secretNamespace: Required value"],
  );

  const scaleIO = { gateway: "https://gw", system: "sys", volumeName: "vol", secretRef: { name: "s" } };
  refuseSource(
    "[PersistentVolumeSource#27] a scaleIO volume without a gateway is rejected",
    { scaleIO: { ...scaleIO, gateway: "" } },
    ["spec.scaleIO.gateway: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#28] a scaleIO volume without a system is rejected",
    { scaleIO: { ...scaleIO, system: "" } },
    ["spec.scaleIO.system: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#29] a scaleIO volume without a volumeName is rejected",
    { scaleIO: { ...scaleIO, volumeName: "" } },
    ["spec.scaleIO.volumeName: Required value"],
  );

  refuseSource("[PersistentVolumeSource#30] a local volume without a path is rejected", { local: { path: "" } }, [
    "spec.local.path: Required value",
  ]);
  refuseSource(
    "[PersistentVolumeSource#31] a local volume with .. in its path is rejected",
    { local: { path: "../a" } },
    ["spec.local.path: Invalid value: \"../a\": must not contain '..'"],
  );

  refuseSource(
    "[PersistentVolumeSource#32] a storageos volume without a volumeName is rejected",
    { storageos: { volumeName: "" } },
    ["spec.storageos.volumeName: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#33] a storageos volume whose volumeName is no DNS label is rejected",
    { storageos: { volumeName: "Vol" } },
    [`spec.storageos.volumeName: Invalid value: "Vol": ${notLabel}`],
  );
  refuseSource(
    "[PersistentVolumeSource#34] a storageos volume whose volumeNamespace is no DNS label is rejected",
    { storageos: { volumeName: "vol", volumeNamespace: "Shop" } },
    [`spec.storageos.volumeNamespace: Invalid value: "Shop": ${notLabel}`],
  );
  refuseSource(
    "[PersistentVolumeSource#35, PersistentVolumeSource#36] a storageos volume whose secretRef has no name and namespace is rejected",
    { storageos: { volumeName: "vol", secretRef: {} } },
    ["spec.storageos.secretRef.name: Required value", "spec.storageos.secretRef.namespace: Required value"],
  );

  const csi = { driver: "csi.example.com", volumeHandle: "vol-1" };
  acceptSource("a csi volume with capital letters in its driver is accepted", {
    csi: { ...csi, driver: "CSI.example.com" },
  });
  refuseSource(
    "[PersistentVolumeSource#37] a csi volume whose driver is no DNS subdomain is rejected",
    { csi: { ...csi, driver: "csi_driver" } },
    [`spec.csi.driver: Invalid value: "csi_driver": ${notSubdomain}`],
  );
  refuseSource(
    "[PersistentVolumeSource#38] a csi volume without a volumeHandle is rejected",
    { csi: { ...csi, volumeHandle: "" } },
    ["spec.csi.volumeHandle: Required value"],
  );
  refuseSource(
    "[PersistentVolumeSource#39, PersistentVolumeSource#41] a csi volume whose secret references have no name and namespace is rejected",
    { csi: { ...csi, controllerPublishSecretRef: {}, nodeExpandSecretRef: {} } },
    [
      "spec.csi.controllerPublishSecretRef.name: Required value",
      "spec.csi.controllerPublishSecretRef.namespace: Required value",
      "spec.csi.nodeExpandSecretRef.name: Required value",
      "spec.csi.nodeExpandSecretRef.namespace: Required value",
    ],
  );
  refuseSource(
    "[PersistentVolumeSource#40, PersistentVolumeSource#42] a csi volume whose secret reference has an invalid name and namespace is rejected",
    { csi: { ...csi, controllerExpandSecretRef: { name: "Key", namespace: "Shop" } } },
    [
      `spec.csi.controllerExpandSecretRef.name: Invalid value: "Key": ${notSubdomain}`,
      `spec.csi.controllerExpandSecretRef.namespace: Invalid value: "Shop": ${notLabel}`,
    ],
  );
});
