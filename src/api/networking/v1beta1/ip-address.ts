import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  field,
  formattedText,
  type KindDeclaration,
  type ObjectOf,
  optional,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";

/** Required, but left out of the canonical form if empty. */
const needed = { presence: "optional", required: true } as const;

const parentReferenceFields = {
  group: optional(
    formattedText({ format: "dns1123Subdomain" }),
    1,
    "API group of the object. Empty for the core group.",
  ),
  resource: field(formattedText({ format: "pathSegmentName" }), needed, 2, "Resource of the object, in the plural.", {
    nonEmpty: true,
  }),
  namespace: optional(formattedText({ format: "pathSegmentName" }), 3, "Namespace of the object."),
  name: field(formattedText({ format: "pathSegmentName" }), needed, 4, "Name of the object.", { nonEmpty: true }),
};

export interface ParentReference extends FieldsOf<typeof parentReferenceFields> {}

export const parentReference: StructSchema<ParentReference> = struct(
  "networking/v1beta1.ParentReference",
  "Reference to an object by its resource.",
  parentReferenceFields,
);

const ipAddressSpecFields = {
  parentRef: field(
    parentReference,
    { presence: "pointer", required: true },
    1,
    "Object that uses the address, usually a Service. Immutable.",
    { nonEmpty: true },
  ),
};

export interface IPAddressSpec extends FieldsOf<typeof ipAddressSpecFields> {}

export const ipAddressSpec: StructSchema<IPAddressSpec> = struct(
  "networking/v1beta1.IPAddressSpec",
  "Owner of an address.",
  ipAddressSpecFields,
);

const ipAddressFields = {
  spec: optional(ipAddressSpec, 2, "Owner of the address."),
};

export interface IPAddress extends ObjectOf<typeof ipAddressFields> {}

export const ipAddress: KindDeclaration<IPAddress> = kind({
  group: group("networking"),
  version: "v1beta1",
  kind: "IPAddress",
  package: "networking",
  plural: "ipaddresses",
  shortNames: ["ip"],
  scope: "Cluster",
  servedByDefault: false,
  lifecycle: { introduced: 31, deprecated: 34, removed: 37 },
  rules: { updateChecks: { update: ["create", "schema", "change", "hook"] }, randomNameSuffix: false },
  doc: "Allocated address. The name of the object is the address in canonical form.",
  fields: ipAddressFields,
});
