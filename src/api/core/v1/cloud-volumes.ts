/** Disks and shares of cloud providers, in Pods. */
import {
  boolean,
  enumText,
  type FieldsOf,
  int32,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { localObjectReference } from "./local-object-reference.ts";

const gcePersistentDiskVolumeSourceFields = {
  pdName: required(text, 1, "Name of the disk."),
  fsType: optional(text, 2, "File system to mount. Default: ext4."),
  partition: optional(int32, 3, "Partition to mount. 0 mounts the whole disk."),
  readOnly: optional(boolean, 4, "Whether the volume is mounted read-only. Default: false."),
};

export interface GCEPersistentDiskVolumeSource extends FieldsOf<typeof gcePersistentDiskVolumeSourceFields> {}

export const gcePersistentDiskVolumeSource: StructSchema<GCEPersistentDiskVolumeSource> = struct(
  "core/v1.GCEPersistentDiskVolumeSource",
  "Deprecated. A persistent disk of Google Compute Engine.",
  gcePersistentDiskVolumeSourceFields,
);

const awsElasticBlockStoreVolumeSourceFields = {
  volumeID: required(text, 1, "Identifier of the volume.", { nonEmpty: true }),
  fsType: optional(text, 2, "File system to mount. Default: ext4."),
  partition: optional(int32, 3, "Partition to mount. 0 mounts the whole disk."),
  readOnly: optional(boolean, 4, "Whether the volume is mounted read-only. Default: false."),
};

export interface AWSElasticBlockStoreVolumeSource extends FieldsOf<typeof awsElasticBlockStoreVolumeSourceFields> {}

export const awsElasticBlockStoreVolumeSource: StructSchema<AWSElasticBlockStoreVolumeSource> = struct(
  "core/v1.AWSElasticBlockStoreVolumeSource",
  "Deprecated. A block store volume of Amazon Web Services.",
  awsElasticBlockStoreVolumeSourceFields,
);

export const azureFileVolumeSourceFields = {
  secretName: required(text, 1, "Secret with the storage account's name and key.", { nonEmpty: true }),
  shareName: required(text, 2, "Name of the share.", { nonEmpty: true }),
  readOnly: optional(boolean, 3, "Whether the volume is mounted read-only. Default: false."),
};

export interface AzureFileVolumeSource extends FieldsOf<typeof azureFileVolumeSourceFields> {}

export const azureFileVolumeSource: StructSchema<AzureFileVolumeSource> = struct(
  "core/v1.AzureFileVolumeSource",
  "Deprecated. A file share of Azure.",
  azureFileVolumeSourceFields,
);

const azureDiskVolumeSourceFields = {
  diskName: required(text, 1, "Name of the disk in blob storage.", { nonEmpty: true }),
  diskURI: required(text, 2, "URI of the disk in blob storage.", { nonEmpty: true }),
  cachingMode: pointer(
    enumText("v1.AzureDataDiskCachingMode", ["None", "ReadOnly", "ReadWrite"]),
    3,
    "How the host caches the disk. Default: ReadWrite.",
    { default: "ReadWrite", publishesDefault: true },
  ),
  fsType: pointer(text, 4, "File system to mount. Default: ext4.", { default: "ext4", publishesDefault: true }),
  readOnly: pointer(boolean, 5, "Whether the volume is mounted read-only. Default: false.", {
    default: false,
    publishesDefault: true,
  }),
  kind: pointer(
    enumText("v1.AzureDataDiskKind", ["Dedicated", "Managed", "Shared"]),
    6,
    "Kind of the disk: Shared (several disks in one storage account), Dedicated or Managed. Default: Shared.",
    { default: "Shared", publishesDefault: true },
  ),
};

export interface AzureDiskVolumeSource extends FieldsOf<typeof azureDiskVolumeSourceFields> {}

export const azureDiskVolumeSource: StructSchema<AzureDiskVolumeSource> = struct(
  "core/v1.AzureDiskVolumeSource",
  "Deprecated. A disk of Azure.",
  azureDiskVolumeSourceFields,
);

const vsphereVirtualDiskVolumeSourceFields = {
  volumePath: required(text, 1, "Path of the disk.", { nonEmpty: true }),
  fsType: optional(text, 2, "File system to mount. Default: ext4."),
  storagePolicyName: optional(text, 3, "Name of the storage policy."),
  storagePolicyID: optional(text, 4, "Identifier of the storage policy."),
};

export interface VsphereVirtualDiskVolumeSource extends FieldsOf<typeof vsphereVirtualDiskVolumeSourceFields> {}

export const vsphereVirtualDiskVolumeSource: StructSchema<VsphereVirtualDiskVolumeSource> = struct(
  "core/v1.VsphereVirtualDiskVolumeSource",
  "Deprecated. A vSphere disk, attached to the node.",
  vsphereVirtualDiskVolumeSourceFields,
);

const photonPersistentDiskVolumeSourceFields = {
  pdID: required(text, 1, "Identifier of the disk.", { nonEmpty: true }),
  fsType: optional(text, 2, "File system to mount. Default: ext4."),
};

export interface PhotonPersistentDiskVolumeSource extends FieldsOf<typeof photonPersistentDiskVolumeSourceFields> {}

export const photonPersistentDiskVolumeSource: StructSchema<PhotonPersistentDiskVolumeSource> = struct(
  "core/v1.PhotonPersistentDiskVolumeSource",
  "Deprecated. A disk of Photon Controller, attached to the node.",
  photonPersistentDiskVolumeSourceFields,
);

export const cinderVolumeSourceFields = {
  volumeID: required(text, 1, "Identifier of the volume.", { nonEmpty: true }),
  fsType: optional(text, 2, "File system to mount. Default: ext4."),
  readOnly: optional(boolean, 3, "Whether the volume is mounted read-only. Default: false."),
  secretRef: pointer(localObjectReference, 4, "Secret with the connection to OpenStack."),
};

export interface CinderVolumeSource extends FieldsOf<typeof cinderVolumeSourceFields> {}

export const cinderVolumeSource: StructSchema<CinderVolumeSource> = struct(
  "core/v1.CinderVolumeSource",
  "Deprecated. An OpenStack Cinder volume, attached to the node.",
  cinderVolumeSourceFields,
);
