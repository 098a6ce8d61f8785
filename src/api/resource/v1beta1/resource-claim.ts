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
  devices: field(deviceClaim, { presence: "always", required: false }, 1, "The devices that are asked for."),
};

export interface ResourceClaimSpec extends FieldsOf<typeof resourceClaimSpecFields> {}

export const resourceClaimSpec: StructSchema<ResourceClaimSpec> = struct(
  "resource/v1beta1.ResourceClaimSpec",
  "What a claim asks for.",
  resourceClaimSpecFields,
);

const resourceClaimConsumerReferenceFields = {
  apiGroup: optional(text, 1, "API group of the object; empty for the core group."),
  resource: required(text, 3, "Resource of the object, in the plural: pods."),
  name: required(text, 4, "Name of the object."),
  uid: required(namedText("types.UID"), 5, "Unique identifier of the object; a namesake does not count."),
};

export interface ResourceClaimConsumerReference extends FieldsOf<typeof resourceClaimConsumerReferenceFields> {}

export const resourceClaimConsumerReference: StructSchema<ResourceClaimConsumerReference> = struct(
  "resource/v1beta1.ResourceClaimConsumerReference",
  "Names an object in the same namespace that uses a claim.",
  resourceClaimConsumerReferenceFields,
);

const resourceClaimStatusFields = {
  allocation: pointer(allocationResult, 1, "What the claim was given. Unset: nothing yet."),
  reservedFor: optional(
    list(resourceClaimConsumerReference, { type: "map", keys: ["uid"], merge: "uid" }),
    2,
    "Who may use the claim now; Pods as a rule, 256 at most. While there are any, nothing is taken back.",
  ),
  devices: optional(
    list(allocatedDeviceStatus, { type: "map", keys: ["driver", "device", "pool"] }),
    4,
    "State of the allocated devices, as their drivers report it.",
    { featureGate: "DRAResourceClaimDeviceStatus" },
  ),
};

export interface ResourceClaimStatus extends FieldsOf<typeof resourceClaimStatusFields> {}

export const resourceClaimStatus: StructSchema<ResourceClaimStatus> = struct(
  "resource/v1beta1.ResourceClaimStatus",
  "What a claim was given, and who uses it.",
  resourceClaimStatusFields,
);

const resourceClaimFields = {
  spec: required(resourceClaimSpec, 2, "What is asked for. Cannot be changed."),
  status: optional(resourceClaimStatus, 3, "What has been given, and who uses it."),
};

export interface ResourceClaim extends ObjectOf<typeof resourceClaimFields> {}

export const resourceClaim: KindDeclaration<ResourceClaim> = kind({
  group: group("resource"),
  version: "v1beta1",
  kind: "ResourceClaim",
  package: "resource",
  plural: "resourceclaims",
  scope: "Namespaced",
  // As in the reference, who writes the status owns metadata that it cannot change.
  subresources: { status: { ...statusSubresource(clientMetadata, []), hasTable: false } },
  rules: { updateChecks: { update: ["create", "schema", "createHook", "change", "hook"] }, deleteReturnsObject: true },
  servedByDefault: false,
  lifecycle: { deprecated: 35, removed: 38 },
  doc: "Asks for devices, and holds what was given, for one Pod or for several.",
  fields: resourceClaimFields,
});
