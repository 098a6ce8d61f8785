import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  type KindDeclaration,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { nonResourceAttributes, resourceAttributes } from "./resource-attributes.ts";
import { subjectAccessReviewStatus } from "./subject-access-review.ts";

const selfSubjectAccessReviewSpecFields = {
  resourceAttributes: pointer(resourceAttributes, 1, "A request for a resource; this or nonResourceAttributes is set."),
  nonResourceAttributes: pointer(nonResourceAttributes, 2, "A request for another path."),
};

export interface SelfSubjectAccessReviewSpec extends FieldsOf<typeof selfSubjectAccessReviewSpecFields> {}

export const selfSubjectAccessReviewSpec: StructSchema<SelfSubjectAccessReviewSpec> = struct(
  "authorization/v1.SelfSubjectAccessReviewSpec",
  "What one would ask for.",
  selfSubjectAccessReviewSpecFields,
);

const selfSubjectAccessReviewFields = {
  spec: required(selfSubjectAccessReviewSpec, 2, "The question."),
  status: optional(subjectAccessReviewStatus, 3, "The answer of the server."),
};

export interface SelfSubjectAccessReview extends ObjectOf<typeof selfSubjectAccessReviewFields> {}

export const selfSubjectAccessReview: KindDeclaration<SelfSubjectAccessReview> = kind({
  group: group("authorization"),
  version: "v1",
  kind: "SelfSubjectAccessReview",
  package: "authorization",
  plural: "selfsubjectaccessreviews",
  scope: "Cluster",
  verbs: ["create"],
  isStored: false,
  doc: "Asks whether one may do something oneself.",
  fields: selfSubjectAccessReviewFields,
});
