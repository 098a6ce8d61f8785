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
  accessModes: optional(list(accessMode, { type: "atomic" }), 1, "The ways in which the volume must be mountable."),
  selector: pointer(labelSelector, 4, "Which PersistentVolumes may be bound, by their labels."),
  resources: optional(volumeResourceRequirements, 2, "Least size of the volume. May be raised later."),
  volumeName: optional(text, 3, "The PersistentVolume that the claim is bound to."),
  storageClassName: pointer(text, 5, "The StorageClass to use. Unset takes the default class, empty none at all."),
  volumeMode: pointer(
    volumeMode,
    6,
    "Whether the volume carries a file system or is a raw block device. Default: Filesystem.",
    { default: "Filesystem" },
  ),
  dataSource: pointer(typedLocalObjectReference, 7, "A volume snapshot or a claim whose content is copied in."),
  dataSourceRef: pointer(
    typedObjectReference,
    8,
    "An object of any kind from which the volume is filled. Wins over dataSource, which is kept equal.",
    { featureGate: "AnyVolumeDataSource" },
  ),
  volumeAttributesClassName: pointer(
    text,
    9,
    "The VolumeAttributesClass with the wanted properties; it may be changed later.",
    { featureGate: "VolumeAttributesClass" },
  ),
};

export interface PersistentVolumeClaimSpec extends FieldsOf<typeof persistentVolumeClaimSpecFields> {}

export const persistentVolumeClaimSpec: StructSchema<PersistentVolumeClaimSpec> = struct(
  "core/v1.PersistentVolumeClaimSpec",
  "How much storage of which sort a claim asks for.",
  persistentVolumeClaimSpecFields,
);

const persistentVolumeClaimTemplateFields = {
  metadata: optional(objectMeta, 1, "Labels and annotations of the claim; nothing else is allowed."),
  spec: required(persistentVolumeClaimSpec, 2, "What storage the claim wants."),
};

export interface PersistentVolumeClaimTemplate extends FieldsOf<typeof persistentVolumeClaimTemplateFields> {}

export const persistentVolumeClaimTemplate: StructSchema<PersistentVolumeClaimTemplate> = struct(
  "core/v1.PersistentVolumeClaimTemplate",
  "The claim that is made for an ephemeral volume.",
  persistentVolumeClaimTemplateFields,
);
