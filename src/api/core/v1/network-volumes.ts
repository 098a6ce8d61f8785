/** Volumes on network storage, in Pods. */
import {
  boolean,
  boundedInteger,
  type FieldsOf,
  formattedText,
  int32,
  list,
  optional,
  pointer,
  required,
  requiredPointer,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { localObjectReference } from "./local-object-reference.ts";

const nfsVolumeSourceFields = {
  server: required(text, 1, "Host name or address of the server.", { nonEmpty: true }),
  path: required(text, 2, "Exported path, absolute."),
  readOnly: optional(boolean, 3, "Whether the volume is mounted read-only. Default: false."),
};

export interface NFSVolumeSource extends FieldsOf<typeof nfsVolumeSourceFields> {}

export const nfsVolumeSource: StructSchema<NFSVolumeSource> = struct(
  "core/v1.NFSVolumeSource",
  "A directory exported by an NFS server.",
  nfsVolumeSourceFields,
);

export const iscsiVolumeSourceFields = {
  targetPortal: required(text, 1, "Address of the target, with a port unless it is 860 or 3260.", { nonEmpty: true }),
  iqn: required(text, 2, "Qualified name of the target.", { nonEmpty: true }),
  lun: required(boundedInteger(int32, { minimum: 0, maximum: 255 }), 3, "Unit number at the target, from 0 to 255."),
  iscsiInterface: optional(text, 4, "Name of the iSCSI interface. Default: default.", {
    default: "default",
    publishesDefault: true,
  }),
  fsType: optional(text, 5, "File system to mount. Default: ext4."),
  readOnly: optional(boolean, 6, "Whether the volume is mounted read-only. Default: false."),
  portals: optional(list(text, { type: "atomic" }), 7, "Further addresses of the target."),
  chapAuthDiscovery: optional(boolean, 8, "Whether discovery uses CHAP authentication."),
  chapAuthSession: optional(boolean, 11, "Whether the session uses CHAP authentication."),
  secretRef: pointer(localObjectReference, 10, "Secret with the CHAP credentials."),
  initiatorName: pointer(text, 12, "Qualified name of the initiator. Default: that of the node."),
};

export interface ISCSIVolumeSource extends FieldsOf<typeof iscsiVolumeSourceFields> {}

export const iscsiVolumeSource: StructSchema<ISCSIVolumeSource> = struct(
  "core/v1.ISCSIVolumeSource",
  "Disk that is attached to the node over iSCSI. Only one node can write to it.",
  iscsiVolumeSourceFields,
);

const fcVolumeSourceFields = {
  targetWWNs: optional(
    list(text, { type: "atomic" }),
    1,
    "World wide names of the targets. Requires lun. Mutually exclusive with wwids.",
  ),
  lun: pointer(int32, 2, "Unit number at the targets, from 0 to 255."),
  fsType: optional(text, 3, "File system to mount. Default: ext4."),
  readOnly: optional(boolean, 4, "Whether the volume is mounted read-only. Default: false."),
  wwids: optional(
    list(text, { type: "atomic" }),
    5,
    "World wide identifiers of the disk. Mutually exclusive with targetWWNs.",
  ),
};

export interface FCVolumeSource extends FieldsOf<typeof fcVolumeSourceFields> {}

export const fcVolumeSource: StructSchema<FCVolumeSource> = struct(
  "core/v1.FCVolumeSource",
  "Fibre Channel disk that is attached to the node. Only one node can write to it.",
  fcVolumeSourceFields,
);

export const glusterfsVolumeSourceFields = {
  endpoints: required(text, 1, "Name of the Endpoints object that lists the servers.", { nonEmpty: true }),
  path: required(text, 2, "Name of the volume.", { nonEmpty: true }),
  readOnly: optional(boolean, 3, "Whether the volume is mounted read-only. Default: false."),
};

export interface GlusterfsVolumeSource extends FieldsOf<typeof glusterfsVolumeSourceFields> {}

export const glusterfsVolumeSource: StructSchema<GlusterfsVolumeSource> = struct(
  "core/v1.GlusterfsVolumeSource",
  "Deprecated. Location of a GlusterFS volume.",
  glusterfsVolumeSourceFields,
);

export const rbdVolumeSourceFields = {
  monitors: required(list(text, { type: "atomic" }), 1, "Addresses of the Ceph monitors.", { nonEmpty: true }),
  image: required(text, 2, "Name of the image.", { nonEmpty: true }),
  fsType: optional(text, 3, "File system to mount. Default: ext4."),
  pool: optional(text, 4, "Pool that holds the image. Default: rbd.", { default: "rbd", publishesDefault: true }),
  user: optional(text, 5, "User for the authentication. Default: admin.", { default: "admin", publishesDefault: true }),
  keyring: optional(text, 6, "Path of the user's key ring on the node. Default: /etc/ceph/keyring.", {
    default: "/etc/ceph/keyring",
    publishesDefault: true,
  }),
  secretRef: pointer(localObjectReference, 7, "Secret with the user's key. It takes precedence over keyring."),
  readOnly: optional(boolean, 8, "Whether the volume is mounted read-only. Default: false."),
};

export interface RBDVolumeSource extends FieldsOf<typeof rbdVolumeSourceFields> {}

export const rbdVolumeSource: StructSchema<RBDVolumeSource> = struct(
  "core/v1.RBDVolumeSource",
  "Deprecated. A Ceph block device, attached to the node.",
  rbdVolumeSourceFields,
);

export const cephFSVolumeSourceFields = {
  monitors: required(list(text, { type: "atomic" }), 1, "Addresses of the Ceph monitors.", { nonEmpty: true }),
  path: optional(text, 2, "Directory to mount. Default: /."),
  user: optional(text, 3, "User for the authentication. Default: admin."),
  secretFile: optional(text, 4, "Path of the user's key ring on the node. Default: /etc/ceph/user.secret."),
  secretRef: pointer(localObjectReference, 5, "Secret with the user's key. It takes precedence over secretFile."),
  readOnly: optional(boolean, 6, "Whether the volume is mounted read-only. Default: false."),
};

export interface CephFSVolumeSource extends FieldsOf<typeof cephFSVolumeSourceFields> {}

export const cephFSVolumeSource: StructSchema<CephFSVolumeSource> = struct(
  "core/v1.CephFSVolumeSource",
  "Deprecated. Ceph file system.",
  cephFSVolumeSourceFields,
);

const flockerVolumeSourceFields = {
  datasetName: optional(text, 1, "Name of the dataset. Deprecated, use datasetUUID."),
  datasetUUID: optional(text, 2, "Unique identifier of the dataset."),
};

export interface FlockerVolumeSource extends FieldsOf<typeof flockerVolumeSourceFields> {}

export const flockerVolumeSource: StructSchema<FlockerVolumeSource> = struct(
  "core/v1.FlockerVolumeSource",
  "Deprecated. A Flocker dataset. Exactly one member is set.",
  flockerVolumeSourceFields,
);

const quobyteVolumeSourceFields = {
  registry: required(text, 1, "Registry services as host:port, separated by commas."),
  volume: required(text, 2, "Name of the volume.", { nonEmpty: true }),
  readOnly: optional(boolean, 3, "Whether the volume is mounted read-only. Default: false."),
  user: optional(text, 4, "User to map the volume's access to. Default: the user of the service account."),
  group: optional(text, 5, "Group to map the volume's access to. Default: no group."),
  tenant: optional(text, 6, "Tenant that owns the volume."),
};

export interface QuobyteVolumeSource extends FieldsOf<typeof quobyteVolumeSourceFields> {}

export const quobyteVolumeSource: StructSchema<QuobyteVolumeSource> = struct(
  "core/v1.QuobyteVolumeSource",
  "Deprecated. Location of a Quobyte volume.",
  quobyteVolumeSourceFields,
);

export const storageOSVolumeSourceFields = {
  volumeName: optional(formattedText({ format: "dns1123Label" }), 1, "Name of the volume, unique in its namespace.", {
    nonEmpty: true,
  }),
  volumeNamespace: optional(
    formattedText({ format: "dns1123Label" }),
    2,
    "Namespace of the volume in StorageOS. Default: the Pod's namespace.",
  ),
  fsType: optional(text, 3, "File system to mount. Default: ext4."),
  readOnly: optional(boolean, 4, "Whether the volume is mounted read-only. Default: false."),
  secretRef: pointer(localObjectReference, 5, "Secret with the credentials for the StorageOS API."),
};

export interface StorageOSVolumeSource extends FieldsOf<typeof storageOSVolumeSourceFields> {}

export const storageOSVolumeSource: StructSchema<StorageOSVolumeSource> = struct(
  "core/v1.StorageOSVolumeSource",
  "Deprecated. Location of a StorageOS volume.",
  storageOSVolumeSourceFields,
);

const portworxVolumeSourceFields = {
  volumeID: required(text, 1, "Identifier of the volume.", { nonEmpty: true }),
  fsType: optional(text, 2, "File system to mount. Default: ext4."),
  readOnly: optional(boolean, 3, "Whether the volume is mounted read-only. Default: false."),
};

export interface PortworxVolumeSource extends FieldsOf<typeof portworxVolumeSourceFields> {}

export const portworxVolumeSource: StructSchema<PortworxVolumeSource> = struct(
  "core/v1.PortworxVolumeSource",
  "Deprecated. A Portworx volume, attached to the node.",
  portworxVolumeSourceFields,
);

export const scaleIOVolumeSourceFields = {
  gateway: required(text, 1, "Address of the ScaleIO API gateway.", { nonEmpty: true }),
  system: required(text, 2, "Name of the storage system.", { nonEmpty: true }),
  secretRef: requiredPointer(localObjectReference, 3, "Secret with the credentials."),
  sslEnabled: optional(boolean, 4, "Whether the connection to the gateway uses TLS. Default: false."),
  protectionDomain: optional(text, 5, "Name of the protection domain."),
  storagePool: optional(text, 6, "Storage pool of that domain."),
  storageMode: optional(text, 7, "ThickProvisioned or ThinProvisioned. Default: ThinProvisioned.", {
    default: "ThinProvisioned",
    publishesDefault: true,
  }),
  volumeName: optional(text, 8, "Name of an existing volume.", { nonEmpty: true }),
  fsType: optional(text, 9, "File system to mount. Default: xfs.", { default: "xfs", publishesDefault: true }),
  readOnly: optional(boolean, 10, "Whether the volume is mounted read-only. Default: false."),
};

export interface ScaleIOVolumeSource extends FieldsOf<typeof scaleIOVolumeSourceFields> {}

export const scaleIOVolumeSource: StructSchema<ScaleIOVolumeSource> = struct(
  "core/v1.ScaleIOVolumeSource",
  "Deprecated. Location of a ScaleIO volume.",
  scaleIOVolumeSourceFields,
);
