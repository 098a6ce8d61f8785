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
  resourceAttributes: pointer(
    resourceAttributes,
    1,
    "Request for a resource. Mutually exclusive with nonResourceAttributes.",
  ),
  nonResourceAttributes: pointer(
    nonResourceAttributes,
    2,
    "Request for another path. Mutually exclusive with resourceAttributes.",
  ),
};

export interface SelfSubjectAccessReviewSpec extends FieldsOf<typeof selfSubjectAccessReviewSpecFields> {}

export const selfSubjectAccessReviewSpec: StructSchema<SelfSubjectAccessReviewSpec> = struct(
  "authorization/v1.SelfSubjectAccessReviewSpec",
  "Request to check.",
  selfSubjectAccessReviewSpecFields,
);

const selfSubjectAccessReviewFields = {
  spec: required(selfSubjectAccessReviewSpec, 2, "Content of the review."),
  status: optional(subjectAccessReviewStatus, 3, "Response of the server."),
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
  doc: "Checks whether the requesting user is allowed to perform an action.",
  fields: selfSubjectAccessReviewFields,
});
