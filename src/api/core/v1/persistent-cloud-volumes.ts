/** Disks and shares of cloud providers, in PersistentVolumes. Unlike in Pods, their Secrets can be in any namespace. */
import { type FieldsOf, field, pointer, type StructSchema, struct, text } from "../../../schema/index.ts";
import { azureFileVolumeSourceFields, cinderVolumeSourceFields } from "./cloud-volumes.ts";
import { secretReference } from "./secret-reference.ts";

const azureFilePersistentVolumeSourceFields = {
  ...azureFileVolumeSourceFields,
  secretNamespace: field(
    text,
    { presence: "nullable", required: false },
    4,
    "Namespace of the Secret. Default: that of the claim.",
  ),
};

export interface AzureFilePersistentVolumeSource extends FieldsOf<typeof azureFilePersistentVolumeSourceFields> {}

export const azureFilePersistentVolumeSource: StructSchema<AzureFilePersistentVolumeSource> = struct(
  "core/v1.AzureFilePersistentVolumeSource",
  "Deprecated. A file share of Azure.",
  azureFilePersistentVolumeSourceFields,
);

const cinderPersistentVolumeSourceFields = {
  ...cinderVolumeSourceFields,
  secretRef: pointer(secretReference, 4, "Secret with the connection to OpenStack."),
};

export interface CinderPersistentVolumeSource extends FieldsOf<typeof cinderPersistentVolumeSourceFields> {}

export const cinderPersistentVolumeSource: StructSchema<CinderPersistentVolumeSource> = struct(
  "core/v1.CinderPersistentVolumeSource",
  "Deprecated. An OpenStack Cinder volume, attached to the node.",
  cinderPersistentVolumeSourceFields,
);
