import { group } from "../../../meta/vocabulary.ts";
import {
  clientMetadata,
  type FieldsOf,
  field,
  type KindDeclaration,
  list,
  namedText,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  statusSubresource,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { allocatedDeviceStatus } from "./allocated-device-status.ts";
import { allocationResult } from "./allocation-result.ts";
import { deviceClaim } from "./device-claim.ts";

const resourceClaimSpecFields = {
  devices: field(deviceClaim, { presence: "always", required: false }, 1, "Requested devices."),
};

export interface ResourceClaimSpec extends FieldsOf<typeof resourceClaimSpecFields> {}

export const resourceClaimSpec: StructSchema<ResourceClaimSpec> = struct(
  "resource/v1beta1.ResourceClaimSpec",
  "Requested devices of a claim.",
  resourceClaimSpecFields,
);

const resourceClaimConsumerReferenceFields = {
  apiGroup: optional(text, 1, "API group of the object. Empty for the core group."),
  resource: required(text, 3, "Resource of the object in the plural, such as pods."),
  name: required(text, 4, "Name of the object."),
  uid: required(namedText("types.UID"), 5, "Unique identifier of the object."),
};

export interface ResourceClaimConsumerReference extends FieldsOf<typeof resourceClaimConsumerReferenceFields> {}

export const resourceClaimConsumerReference: StructSchema<ResourceClaimConsumerReference> = struct(
  "resource/v1beta1.ResourceClaimConsumerReference",
  "Reference to an object in the same namespace that uses a claim.",
  resourceClaimConsumerReferenceFields,
);

const resourceClaimStatusFields = {
  allocation: pointer(allocationResult, 1, "Result of the allocation. Unset until the claim is allocated."),
  reservedFor: optional(
    list(resourceClaimConsumerReference, { type: "map", keys: ["uid"], merge: "uid" }),
    2,
    "Consumers of the claim, usually Pods, at most 256. The devices are not deallocated while there are any.",
  ),
  devices: optional(
    list(allocatedDeviceStatus, { type: "map", keys: ["driver", "device", "pool"] }),
    4,
    "State of the allocated devices, which their drivers report.",
    { featureGate: "DRAResourceClaimDeviceStatus" },
  ),
};

export interface ResourceClaimStatus extends FieldsOf<typeof resourceClaimStatusFields> {}

export const resourceClaimStatus: StructSchema<ResourceClaimStatus> = struct(
  "resource/v1beta1.ResourceClaimStatus",
  "Allocation and consumers of a claim.",
  resourceClaimStatusFields,
);

const resourceClaimFields = {
  spec: required(resourceClaimSpec, 2, "Requested devices. Immutable."),
  status: optional(resourceClaimStatus, 3, "Allocation and consumers."),
};

export interface ResourceClaim extends ObjectOf<typeof resourceClaimFields> {}

export const resourceClaim: KindDeclaration<ResourceClaim> = kind({
  group: group("resource"),
  version: "v1beta1",
  kind: "ResourceClaim",
  package: "resource",
  plural: "resourceclaims",
  scope: "Namespaced",
  // As in the reference, a writer of the status owns metadata that it cannot change.
  subresources: { status: { ...statusSubresource(clientMetadata, []), hasTable: false } },
  rules: { updateChecks: { update: ["create", "schema", "createHook", "change", "hook"] }, deleteReturnsObject: true },
  servedByDefault: false,
  lifecycle: { introduced: 32, deprecated: 35, removed: 38 },
  doc: "Request for devices with its allocation, for one or more Pods.",
  fields: resourceClaimFields,
});
