/** What PersistentVolumes say of storage behind a network: as Pods do, but for Secrets, which may lie in any namespace. */
import { type FieldsOf, pointer, requiredPointer, type StructSchema, struct, text } from "../../../schema/index.ts";
import {
  cephFSVolumeSourceFields,
  glusterfsVolumeSourceFields,
  iscsiVolumeSourceFields,
  rbdVolumeSourceFields,
  scaleIOVolumeSourceFields,
  storageOSVolumeSourceFields,
} from "./network-volumes.ts";
import { objectReference } from "./object-reference.ts";
import { secretReference } from "./secret-reference.ts";

const glusterfsPersistentVolumeSourceFields = {
  ...glusterfsVolumeSourceFields,
  endpointsNamespace: pointer(text, 4, "Namespace of the Endpoints. Default: that of the claim."),
};

export interface GlusterfsPersistentVolumeSource extends FieldsOf<typeof glusterfsPersistentVolumeSourceFields> {}

export const glusterfsPersistentVolumeSource: StructSchema<GlusterfsPersistentVolumeSource> = struct(
  "core/v1.GlusterfsPersistentVolumeSource",
  "Deprecated. Where a GlusterFS volume is.",
  glusterfsPersistentVolumeSourceFields,
);

const rbdPersistentVolumeSourceFields = {
  ...rbdVolumeSourceFields,
  secretRef: pointer(secretReference, 7, "Secret with the user's key; wins over keyring."),
};

export interface RBDPersistentVolumeSource extends FieldsOf<typeof rbdPersistentVolumeSourceFields> {}

export const rbdPersistentVolumeSource: StructSchema<RBDPersistentVolumeSource> = struct(
  "core/v1.RBDPersistentVolumeSource",
  "Deprecated. A Ceph block device, attached to the node.",
  rbdPersistentVolumeSourceFields,
);

const cephFSPersistentVolumeSourceFields = {
  ...cephFSVolumeSourceFields,
  secretRef: pointer(secretReference, 5, "Secret with the user's key; wins over secretFile."),
};

export interface CephFSPersistentVolumeSource extends FieldsOf<typeof cephFSPersistentVolumeSourceFields> {}

export const cephFSPersistentVolumeSource: StructSchema<CephFSPersistentVolumeSource> = struct(
  "core/v1.CephFSPersistentVolumeSource",
  "Deprecated. Where a Ceph file system is, and how it is mounted.",
  cephFSPersistentVolumeSourceFields,
);

const iscsiPersistentVolumeSourceFields = {
  ...iscsiVolumeSourceFields,
  secretRef: pointer(secretReference, 10, "Secret with the CHAP credentials of target and initiator."),
};

export interface ISCSIPersistentVolumeSource extends FieldsOf<typeof iscsiPersistentVolumeSourceFields> {}

export const iscsiPersistentVolumeSource: StructSchema<ISCSIPersistentVolumeSource> = struct(
  "core/v1.ISCSIPersistentVolumeSource",
  "An iSCSI disk, attached to the node. One writer at a time.",
  iscsiPersistentVolumeSourceFields,
);

const scaleIOPersistentVolumeSourceFields = {
  ...scaleIOVolumeSourceFields,
  secretRef: requiredPointer(secretReference, 3, "Secret with the credentials."),
};

export interface ScaleIOPersistentVolumeSource extends FieldsOf<typeof scaleIOPersistentVolumeSourceFields> {}

export const scaleIOPersistentVolumeSource: StructSchema<ScaleIOPersistentVolumeSource> = struct(
  "core/v1.ScaleIOPersistentVolumeSource",
  "Deprecated. Where a ScaleIO volume is, and how it is mounted.",
  scaleIOPersistentVolumeSourceFields,
);

const storageOSPersistentVolumeSourceFields = {
  ...storageOSVolumeSourceFields,
  secretRef: pointer(objectReference, 5, "Secret with the credentials for the StorageOS API."),
};

export interface StorageOSPersistentVolumeSource extends FieldsOf<typeof storageOSPersistentVolumeSourceFields> {}

export const storageOSPersistentVolumeSource: StructSchema<StorageOSPersistentVolumeSource> = struct(
  "core/v1.StorageOSPersistentVolumeSource",
  "Deprecated. Which StorageOS volume it is, and how it is mounted.",
  storageOSPersistentVolumeSourceFields,
);
