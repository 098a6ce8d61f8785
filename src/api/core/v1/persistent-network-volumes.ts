/** Network storage in PersistentVolumes. Unlike in Pods, its Secrets can be in any namespace. */
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
  "Deprecated. Location of a GlusterFS volume.",
  glusterfsPersistentVolumeSourceFields,
);

const rbdPersistentVolumeSourceFields = {
  ...rbdVolumeSourceFields,
  secretRef: pointer(secretReference, 7, "Secret with the user's key. It takes precedence over keyring."),
};

export interface RBDPersistentVolumeSource extends FieldsOf<typeof rbdPersistentVolumeSourceFields> {}

export const rbdPersistentVolumeSource: StructSchema<RBDPersistentVolumeSource> = struct(
  "core/v1.RBDPersistentVolumeSource",
  "Deprecated. A Ceph block device, attached to the node.",
  rbdPersistentVolumeSourceFields,
);

const cephFSPersistentVolumeSourceFields = {
  ...cephFSVolumeSourceFields,
  secretRef: pointer(secretReference, 5, "Secret with the user's key. It takes precedence over secretFile."),
};

export interface CephFSPersistentVolumeSource extends FieldsOf<typeof cephFSPersistentVolumeSourceFields> {}

export const cephFSPersistentVolumeSource: StructSchema<CephFSPersistentVolumeSource> = struct(
  "core/v1.CephFSPersistentVolumeSource",
  "Deprecated. Ceph file system.",
  cephFSPersistentVolumeSourceFields,
);

const iscsiPersistentVolumeSourceFields = {
  ...iscsiVolumeSourceFields,
  secretRef: pointer(secretReference, 10, "Secret with the CHAP credentials."),
};

export interface ISCSIPersistentVolumeSource extends FieldsOf<typeof iscsiPersistentVolumeSourceFields> {}

export const iscsiPersistentVolumeSource: StructSchema<ISCSIPersistentVolumeSource> = struct(
  "core/v1.ISCSIPersistentVolumeSource",
  "Disk that is attached to the node over iSCSI. Only one node can write to it.",
  iscsiPersistentVolumeSourceFields,
);

const scaleIOPersistentVolumeSourceFields = {
  ...scaleIOVolumeSourceFields,
  secretRef: requiredPointer(secretReference, 3, "Secret with the credentials."),
};

export interface ScaleIOPersistentVolumeSource extends FieldsOf<typeof scaleIOPersistentVolumeSourceFields> {}

export const scaleIOPersistentVolumeSource: StructSchema<ScaleIOPersistentVolumeSource> = struct(
  "core/v1.ScaleIOPersistentVolumeSource",
  "Deprecated. Location of a ScaleIO volume.",
  scaleIOPersistentVolumeSourceFields,
);

const storageOSPersistentVolumeSourceFields = {
  ...storageOSVolumeSourceFields,
  secretRef: pointer(objectReference, 5, "Secret with the credentials for the StorageOS API."),
};

export interface StorageOSPersistentVolumeSource extends FieldsOf<typeof storageOSPersistentVolumeSourceFields> {}

export const storageOSPersistentVolumeSource: StructSchema<StorageOSPersistentVolumeSource> = struct(
  "core/v1.StorageOSPersistentVolumeSource",
  "Deprecated. Location of a StorageOS volume.",
  storageOSPersistentVolumeSourceFields,
);
