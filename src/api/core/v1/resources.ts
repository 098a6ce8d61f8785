import {
  type FieldsOf,
  list,
  type MapSchema,
  map,
  namedText,
  optional,
  quantity,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";

/** Amounts by the name of the resource. */
export const resourceList: MapSchema<string> = map(quantity, { typeName: "v1.ResourceList" });

const resourceClaimFields = {
  name: required(text, 1, "Name of an entry in the Pod's resourceClaims."),
  request: optional(text, 2, "One request of the claim; empty makes everything in the claim available."),
};

export interface ResourceClaim extends FieldsOf<typeof resourceClaimFields> {}

export const resourceClaim: StructSchema<ResourceClaim> = struct(
  "core/v1.ResourceClaim",
  "Names a claim of the Pod that a container uses.",
  resourceClaimFields,
);

const resourceRequirementsFields = {
  limits: optional(resourceList, 1, "Most that may be used, by resource name."),
  requests: optional(
    resourceList,
    2,
    "Least that must be available, by resource name. An amount without request takes its limit.",
  ),
  claims: optional(
    list(resourceClaim, { type: "map", keys: ["name"] }),
    3,
    "Claims on devices that the container uses.",
    { featureGate: "DynamicResourceAllocation" },
  ),
};

export interface ResourceRequirements extends FieldsOf<typeof resourceRequirementsFields> {}

export const resourceRequirements: StructSchema<ResourceRequirements> = struct(
  "core/v1.ResourceRequirements",
  "Amounts of compute resources that a container needs and may use.",
  resourceRequirementsFields,
);

const volumeResourceRequirementsFields = {
  limits: optional(resourceList, 1, "Most that is wanted, by resource name."),
  requests: optional(resourceList, 2, "Least that is needed, by resource name."),
};

export interface VolumeResourceRequirements extends FieldsOf<typeof volumeResourceRequirementsFields> {}

export const volumeResourceRequirements: StructSchema<VolumeResourceRequirements> = struct(
  "core/v1.VolumeResourceRequirements",
  "Amounts of storage that a volume must have.",
  volumeResourceRequirementsFields,
);

const containerResizePolicyFields = {
  resourceName: required(namedText("v1.ResourceName"), 1, "The resource: cpu or memory."),
  restartPolicy: required(
    namedText("v1.ResourceResizeRestartPolicy"),
    2,
    "NotRequired changes the amount in place; RestartContainer starts the container anew.",
  ),
};

export interface ContainerResizePolicy extends FieldsOf<typeof containerResizePolicyFields> {}

export const containerResizePolicy: StructSchema<ContainerResizePolicy> = struct(
  "core/v1.ContainerResizePolicy",
  "What a change of one resource means for a running container.",
  containerResizePolicyFields,
);
