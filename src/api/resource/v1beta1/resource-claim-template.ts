import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  type KindDeclaration,
  type ObjectOf,
  optional,
  required,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { objectMeta } from "../../meta/v1/object-meta.ts";
import { resourceClaimSpec } from "./resource-claim.ts";

const resourceClaimTemplateSpecFields = {
  metadata: optional(objectMeta, 1, "Labels and annotations of the claims. Other fields are not allowed."),
  spec: required(resourceClaimSpec, 2, "Requested devices of the claims."),
};

export interface ResourceClaimTemplateSpec extends FieldsOf<typeof resourceClaimTemplateSpecFields> {}

export const resourceClaimTemplateSpec: StructSchema<ResourceClaimTemplateSpec> = struct(
  "resource/v1beta1.ResourceClaimTemplateSpec",
  "Template of claims.",
  resourceClaimTemplateSpecFields,
);

const resourceClaimTemplateFields = {
  spec: required(resourceClaimTemplateSpec, 2, "Template of the claims. Immutable."),
};

export interface ResourceClaimTemplate extends ObjectOf<typeof resourceClaimTemplateFields> {}

export const resourceClaimTemplate: KindDeclaration<ResourceClaimTemplate> = kind({
  group: group("resource"),
  version: "v1beta1",
  kind: "ResourceClaimTemplate",
  package: "resource",
  plural: "resourceclaimtemplates",
  scope: "Namespaced",
  rules: { updateChecks: { update: ["create", "schema", "createHook", "change", "hook"] }, deleteReturnsObject: true },
  servedByDefault: false,
  lifecycle: { introduced: 32, deprecated: 35, removed: 38 },
  doc: "Template from which each Pod that refers to it gets a separate ResourceClaim.",
  fields: resourceClaimTemplateFields,
});
