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
  type: required(namedText("v1.PersistentVolumeClaimConditionType"), 1, "Type of the condition."),
  status: required(conditionStatus, 2, "Status of the condition: True, False or Unknown."),
  lastProbeTime: optional(time, 3, "Time of the last check of the condition."),
  lastTransitionTime: optional(time, 4, "Time of the last change of the status."),
  reason: optional(text, 5, "Reason of the last change, in one word."),
  message: optional(text, 6, "Message about the last change for users."),
};

export interface PersistentVolumeClaimCondition extends FieldsOf<typeof persistentVolumeClaimConditionFields> {}

export const persistentVolumeClaimCondition: StructSchema<PersistentVolumeClaimCondition> = struct(
  "core/v1.PersistentVolumeClaimCondition",
  "Condition of a claim.",
  persistentVolumeClaimConditionFields,
);

const modifyVolumeStatusFields = {
  targetVolumeAttributesClassName: optional(text, 1, "Target class of the change."),
  status: required(
    openEnum("v1.PersistentVolumeClaimModifyVolumeStatus", ["Pending", "InProgress", "Infeasible"]),
    2,
    "State of the change: Pending, InProgress or Infeasible.",
  ),
};

export interface ModifyVolumeStatus extends FieldsOf<typeof modifyVolumeStatusFields> {}

export const modifyVolumeStatus: StructSchema<ModifyVolumeStatus> = struct(
  "core/v1.ModifyVolumeStatus",
  "State of a change of the VolumeAttributesClass.",
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
    "Phase of the claim: Pending, Bound or Lost.",
    { default: "Pending" },
  ),
  accessModes: optional(list(accessMode, { type: "atomic" }), 2, "Access modes of the bound volume."),
  capacity: optional(resourceList, 3, "Size of the bound volume."),
  conditions: optional(
    list(persistentVolumeClaimCondition, { type: "map", keys: ["type"], merge: "type" }),
    4,
    "Conditions of the claim, such as a resize in progress.",
  ),
  allocatedResources: optional(
    resourceList,
    5,
    "Allocated size, by resource name. It exceeds the capacity during a resize.",
    { featureGate: "RecoverVolumeExpansionFailure" },
  ),
  allocatedResourceStatuses: optional(
    map(openEnum("v1.ClaimResourceStatus", resizeStates), { typeName: "map[v1.ResourceName]v1.ClaimResourceStatus" }),
    7,
    "State of a resize, by resource name.",
    { featureGate: "RecoverVolumeExpansionFailure", granular: true },
  ),
  currentVolumeAttributesClassName: pointer(text, 8, "VolumeAttributesClass in effect.", {
    featureGate: "VolumeAttributesClass",
  }),
  modifyVolumeStatus: pointer(modifyVolumeStatus, 9, "State of a change of the class. Unset if there is none.", {
    featureGate: "VolumeAttributesClass",
  }),
};

export interface PersistentVolumeClaimStatus extends FieldsOf<typeof persistentVolumeClaimStatusFields> {}

export const persistentVolumeClaimStatus: StructSchema<PersistentVolumeClaimStatus> = struct(
  "core/v1.PersistentVolumeClaimStatus",
  "Observed state of a claim.",
  persistentVolumeClaimStatusFields,
);

const persistentVolumeClaimFields = {
  spec: optional(persistentVolumeClaimSpec, 2, "Requested storage."),
  status: optional(persistentVolumeClaimStatus, 3, "Observed state of the claim."),
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
  doc: "Request for storage.",
  fields: persistentVolumeClaimFields,
});
