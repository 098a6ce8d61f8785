import { group } from "../../../meta/vocabulary.ts";
import {
  clientMetadata,
  type FieldsOf,
  formattedText,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  type StructSchema,
  statusSubresource,
  struct,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { condition } from "../../meta/v1/condition.ts";

const serviceCIDRSpecFields = {
  cidrs: optional(
    list(formattedText({ format: "cidrCanonical" }), { type: "atomic" }),
    1,
    "One range in CIDR form, or one of each address family. Immutable.",
  ),
};

export interface ServiceCIDRSpec extends FieldsOf<typeof serviceCIDRSpecFields> {}

export const serviceCIDRSpec: StructSchema<ServiceCIDRSpec> = struct(
  "networking/v1beta1.ServiceCIDRSpec",
  "Ranges of addresses.",
  serviceCIDRSpecFields,
);

const serviceCIDRStatusFields = {
  conditions: optional(
    list(condition, { type: "map", keys: ["type"], merge: "type" }),
    1,
    "Conditions of the ranges, such as Ready.",
  ),
};

export interface ServiceCIDRStatus extends FieldsOf<typeof serviceCIDRStatusFields> {}

export const serviceCIDRStatus: StructSchema<ServiceCIDRStatus> = struct(
  "networking/v1beta1.ServiceCIDRStatus",
  "Observed state of a ServiceCIDR.",
  serviceCIDRStatusFields,
);

const serviceCIDRFields = {
  spec: optional(serviceCIDRSpec, 2, "Ranges of the ServiceCIDR."),
  status: optional(serviceCIDRStatus, 3, "Observed state, which a controller writes."),
};

export interface ServiceCIDR extends ObjectOf<typeof serviceCIDRFields> {}

export const serviceCIDR: KindDeclaration<ServiceCIDR> = kind({
  group: group("networking"),
  version: "v1beta1",
  kind: "ServiceCIDR",
  package: "networking",
  plural: "servicecidrs",
  scope: "Cluster",
  // As in the reference, a writer of the status owns all fields that it sends, even those that the write does not
  // change.
  subresources: {
    status: { ...statusSubresource(clientMetadata), unowned: [], clearedOnCreate: false, isWrittenWithObject: true },
  },
  servedByDefault: false,
  lifecycle: { introduced: 31, deprecated: 34, removed: 37 },
  rules: { updateChecks: { update: ["create", "schema", "change", "hook"] } },
  doc: "Range of addresses for Services.",
  fields: serviceCIDRFields,
});
