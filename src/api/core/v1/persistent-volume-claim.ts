import {
  type FieldsOf,
  type KindDeclaration,
  list,
  map,
  namedText,
  type ObjectOf,
  openEnum,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
  time,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { conditionStatus } from "./condition-status.ts";
import { accessMode, persistentVolumeClaimSpec } from "./persistent-volume-claim-spec.ts";
import { resourceList } from "./resources.ts";

const persistentVolumeClaimConditionFields = {
  type: required(namedText("v1.PersistentVolumeClaimConditionType"), 1, "What the condition is about."),
  status: required(conditionStatus, 2, "Whether the condition holds: True, False or Unknown."),
  lastProbeTime: optional(time, 3, "When the condition was last checked."),
  lastTransitionTime: optional(time, 4, "When the status last changed."),
  reason: optional(text, 5, "Why the status last changed, in one word."),
  message: optional(text, 6, "Details about the last change, for people."),
};

export interface PersistentVolumeClaimCondition extends FieldsOf<typeof persistentVolumeClaimConditionFields> {}

export const persistentVolumeClaimCondition: StructSchema<PersistentVolumeClaimCondition> = struct(
  "core/v1.PersistentVolumeClaimCondition",
  "One observed aspect of a claim.",
  persistentVolumeClaimConditionFields,
);

const modifyVolumeStatusFields = {
  targetVolumeAttributesClassName: optional(text, 1, "The class that the volume is being changed to."),
  status: required(
    openEnum("v1.PersistentVolumeClaimModifyVolumeStatus", ["Pending", "InProgress", "Infeasible"]),
    2,
    "Whether the change waits, is under way, or was refused.",
  ),
};

export interface ModifyVolumeStatus extends FieldsOf<typeof modifyVolumeStatusFields> {}

export const modifyVolumeStatus: StructSchema<ModifyVolumeStatus> = struct(
  "core/v1.ModifyVolumeStatus",
  "How far a change of the VolumeAttributesClass has come.",
  modifyVolumeStatusFields,
);

export const resizeStates = [
  "ControllerResizeInProgress",
  "ControllerResizeInfeasible",
  "NodeResizeInProgress",
  "NodeResizeInfeasible",
  "NodeResizePending",
] as const;

const persistentVolumeClaimStatusFields = {
  phase: optional(
    openEnum("v1.PersistentVolumeClaimPhase", ["Pending", "Bound", "Lost"]),
    1,
    "Whether the claim waits, is bound, or has lost its volume.",
    { default: "Pending" },
  ),
  accessModes: optional(list(accessMode, { type: "atomic" }), 2, "Access modes of the bound volume."),
  capacity: optional(resourceList, 3, "Size of the bound volume."),
  conditions: optional(
    list(persistentVolumeClaimCondition, { type: "map", keys: ["type"], merge: "type" }),
    4,
    "Aspects of the claim's state, such as a resize under way.",
  ),
  allocatedResources: optional(
    resourceList,
    5,
    "Size that is reserved, by resource name; larger than the capacity while a resize runs.",
    { featureGate: "RecoverVolumeExpansionFailure" },
  ),
  allocatedResourceStatuses: optional(
    map(openEnum("v1.ClaimResourceStatus", resizeStates), { typeName: "map[v1.ResourceName]v1.ClaimResourceStatus" }),
    7,
    "State of a resize, by resource name.",
    { featureGate: "RecoverVolumeExpansionFailure", granular: true },
  ),
  currentVolumeAttributesClassName: pointer(text, 8, "The VolumeAttributesClass in effect.", {
    featureGate: "VolumeAttributesClass",
  }),
  modifyVolumeStatus: pointer(
    modifyVolumeStatus,
    9,
    "How far a change of the class has come; unset when there is none.",
    { featureGate: "VolumeAttributesClass" },
  ),
};

export interface PersistentVolumeClaimStatus extends FieldsOf<typeof persistentVolumeClaimStatusFields> {}

export const persistentVolumeClaimStatus: StructSchema<PersistentVolumeClaimStatus> = struct(
  "core/v1.PersistentVolumeClaimStatus",
  "Whether a claim has storage, and which.",
  persistentVolumeClaimStatusFields,
);

const persistentVolumeClaimFields = {
  spec: optional(persistentVolumeClaimSpec, 2, "What storage is wanted."),
  status: optional(persistentVolumeClaimStatus, 3, "Whether the claim has storage, and which."),
};

export interface PersistentVolumeClaim extends ObjectOf<typeof persistentVolumeClaimFields> {}

export const persistentVolumeClaim: KindDeclaration<PersistentVolumeClaim> = kind({
  group: "",
  version: "v1",
  kind: "PersistentVolumeClaim",
  package: "core",
  plural: "persistentvolumeclaims",
  shortNames: ["pvc"],
  scope: "Namespaced",
  subresources: { status: statusSubresource() },
  rules: {
    updateChecks: { update: ["create", "schema", "change", "create", "schema", "hook"] },
    deleteReturnsObject: true,
  },
  doc: "A user's request for storage.",
  fields: persistentVolumeClaimFields,
});
