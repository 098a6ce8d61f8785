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

/** Quantities by resource name. */
export const resourceList: MapSchema<string> = map(quantity, { typeName: "v1.ResourceList" });

const resourceClaimFields = {
  name: required(text, 1, "Name of an entry in the Pod's resourceClaims."),
  request: optional(text, 2, "Name of a request in the claim. Empty means all of the claim's devices."),
};

export interface ResourceClaim extends FieldsOf<typeof resourceClaimFields> {}

export const resourceClaim: StructSchema<ResourceClaim> = struct(
  "core/v1.ResourceClaim",
  "Reference of a container to one of the Pod's claims.",
  resourceClaimFields,
);

const resourceRequirementsFields = {
  limits: optional(resourceList, 1, "Largest amounts, by resource name."),
  requests: optional(resourceList, 2, "Required amounts, by resource name. Default: the limit of the resource."),
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
  "Amounts of compute resources: requests are guaranteed, limits are enforced.",
  resourceRequirementsFields,
);

const volumeResourceRequirementsFields = {
  limits: optional(resourceList, 1, "Largest amounts, by resource name."),
  requests: optional(resourceList, 2, "Required amounts, by resource name."),
};

export interface VolumeResourceRequirements extends FieldsOf<typeof volumeResourceRequirementsFields> {}

export const volumeResourceRequirements: StructSchema<VolumeResourceRequirements> = struct(
  "core/v1.VolumeResourceRequirements",
  "Required and largest size of a volume.",
  volumeResourceRequirementsFields,
);

const containerResizePolicyFields = {
  resourceName: required(namedText("v1.ResourceName"), 1, "Name of the resource: cpu or memory."),
  restartPolicy: required(
    namedText("v1.ResourceResizeRestartPolicy"),
    2,
    "NotRequired changes the amount in the running container. RestartContainer restarts the container.",
  ),
};

export interface ContainerResizePolicy extends FieldsOf<typeof containerResizePolicyFields> {}

export const containerResizePolicy: StructSchema<ContainerResizePolicy> = struct(
  "core/v1.ContainerResizePolicy",
  "Effect of a change of one resource on a running container.",
  containerResizePolicyFields,
);
