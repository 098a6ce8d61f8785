import {
  enumText,
  type FieldsOf,
  list,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  type TextSchema,
  text,
} from "../../../schema/index.ts";
import { labelSelector } from "../../meta/v1/label-selector.ts";
import { objectMeta } from "../../meta/v1/object-meta.ts";
import { volumeResourceRequirements } from "./resources.ts";
import { typedLocalObjectReference, typedObjectReference } from "./typed-reference.ts";

export const accessModes = ["ReadOnlyMany", "ReadWriteMany", "ReadWriteOnce", "ReadWriteOncePod"] as const;

export const accessMode: TextSchema<(typeof accessModes)[number]> = openEnum(
  "v1.PersistentVolumeAccessMode",
  accessModes,
);

export const volumeMode: TextSchema<"Block" | "Filesystem"> = enumText("v1.PersistentVolumeMode", [
  "Block",
  "Filesystem",
]);

const persistentVolumeClaimSpecFields = {
  accessModes: optional(list(accessMode, { type: "atomic" }), 1, "Access modes that the volume must support."),
  selector: pointer(labelSelector, 4, "Selector for the PersistentVolumes that may be bound."),
  resources: optional(volumeResourceRequirements, 2, "Smallest size of the volume. It may be increased later."),
  volumeName: optional(text, 3, "PersistentVolume that the claim is bound to."),
  storageClassName: pointer(text, 5, "StorageClass of the volume. Unset means the default class, empty means none."),
  volumeMode: pointer(volumeMode, 6, "Filesystem, or Block for a raw block device. Default: Filesystem.", {
    default: "Filesystem",
  }),
  dataSource: pointer(
    typedLocalObjectReference,
    7,
    "Volume snapshot or claim whose contents are copied to the new volume.",
  ),
  dataSourceRef: pointer(
    typedObjectReference,
    8,
    "Object of any kind from which the volume is populated. dataSource is kept equal if possible.",
    { featureGate: "AnyVolumeDataSource" },
  ),
  volumeAttributesClassName: pointer(
    text,
    9,
    "VolumeAttributesClass with the properties of the volume. It may be changed later.",
    { featureGate: "VolumeAttributesClass" },
  ),
};

export interface PersistentVolumeClaimSpec extends FieldsOf<typeof persistentVolumeClaimSpecFields> {}

export const persistentVolumeClaimSpec: StructSchema<PersistentVolumeClaimSpec> = struct(
  "core/v1.PersistentVolumeClaimSpec",
  "Requested storage of a claim.",
  persistentVolumeClaimSpecFields,
);

const persistentVolumeClaimTemplateFields = {
  metadata: optional(objectMeta, 1, "Labels and annotations of the claim. Other fields are not allowed."),
  spec: required(persistentVolumeClaimSpec, 2, "Requested storage."),
};

export interface PersistentVolumeClaimTemplate extends FieldsOf<typeof persistentVolumeClaimTemplateFields> {}

export const persistentVolumeClaimTemplate: StructSchema<PersistentVolumeClaimTemplate> = struct(
  "core/v1.PersistentVolumeClaimTemplate",
  "Template of the claim for an ephemeral volume.",
  persistentVolumeClaimTemplateFields,
);
