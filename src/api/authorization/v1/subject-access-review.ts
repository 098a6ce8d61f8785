import { group } from "../../../meta/vocabulary.ts";
import {
  boolean,
  type FieldsOf,
  type KindDeclaration,
  list,
  map,
  type ObjectOf,
  optional,
  pointer,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { nonResourceAttributes, resourceAttributes } from "./resource-attributes.ts";

const subjectAccessReviewSpecFields = {
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
  user: optional(text, 3, "Name of the user to check. If only groups are set, a user without a name is checked."),
  groups: optional(list(text, { type: "atomic" }), 4, "Groups of the user."),
  extra: optional(map(list(text, { typeName: "v1.ExtraValue" })), 5, "Further attributes of the user."),
  uid: optional(text, 6, "Unique identifier of the user."),
};

export interface SubjectAccessReviewSpec extends FieldsOf<typeof subjectAccessReviewSpecFields> {}

export const subjectAccessReviewSpec: StructSchema<SubjectAccessReviewSpec> = struct(
  "authorization/v1.SubjectAccessReviewSpec",
  "User and request to check.",
  subjectAccessReviewSpecFields,
);

const subjectAccessReviewStatusFields = {
  allowed: required(boolean, 1, "Whether the request is allowed."),
  denied: optional(
    boolean,
    4,
    "Whether an authorizer denies the request explicitly. False if no authorizer has an opinion.",
  ),
  reason: optional(text, 2, "Reason of the decision."),
  evaluationError: optional(text, 3, "Error during the evaluation. The decision may be valid nevertheless."),
};

export interface SubjectAccessReviewStatus extends FieldsOf<typeof subjectAccessReviewStatusFields> {}

export const subjectAccessReviewStatus: StructSchema<SubjectAccessReviewStatus> = struct(
  "authorization/v1.SubjectAccessReviewStatus",
  "Decision about a request.",
  subjectAccessReviewStatusFields,
);

/** Fields of access reviews, which those within a namespace share. */
export const subjectAccessReviewFields = {
  spec: required(subjectAccessReviewSpec, 2, "Content of the review."),
  status: optional(subjectAccessReviewStatus, 3, "Response of the server."),
};

export interface SubjectAccessReview extends ObjectOf<typeof subjectAccessReviewFields> {}

export const subjectAccessReview: KindDeclaration<SubjectAccessReview> = kind({
  group: group("authorization"),
  version: "v1",
  kind: "SubjectAccessReview",
  package: "authorization",
  plural: "subjectaccessreviews",
  scope: "Cluster",
  verbs: ["create"],
  isStored: false,
  doc: "Checks whether a user or group is allowed to perform an action.",
  fields: subjectAccessReviewFields,
});
