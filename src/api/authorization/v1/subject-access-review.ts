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
  resourceAttributes: pointer(resourceAttributes, 1, "A request for a resource; this or nonResourceAttributes is set."),
  nonResourceAttributes: pointer(nonResourceAttributes, 2, "A request for another path."),
  user: optional(text, 3, "Who would make the request. With groups alone, a user without a name."),
  groups: optional(list(text, { type: "atomic" }), 4, "The groups of the user."),
  extra: optional(
    map(list(text, { typeName: "v1.ExtraValue" })),
    5,
    "What else the authenticator would say about the user.",
  ),
  uid: optional(text, 6, "Unique identifier of the user."),
};

export interface SubjectAccessReviewSpec extends FieldsOf<typeof subjectAccessReviewSpecFields> {}

export const subjectAccessReviewSpec: StructSchema<SubjectAccessReviewSpec> = struct(
  "authorization/v1.SubjectAccessReviewSpec",
  "Who would ask for what.",
  subjectAccessReviewSpecFields,
);

const subjectAccessReviewStatusFields = {
  allowed: required(boolean, 1, "Whether it is allowed."),
  denied: optional(boolean, 4, "Whether it is forbidden expressly, rather than allowed by nobody."),
  reason: optional(text, 2, "Why it was decided so."),
  evaluationError: optional(text, 3, "What went wrong on the way; the decision may stand in spite of it."),
};

export interface SubjectAccessReviewStatus extends FieldsOf<typeof subjectAccessReviewStatusFields> {}

export const subjectAccessReviewStatus: StructSchema<SubjectAccessReviewStatus> = struct(
  "authorization/v1.SubjectAccessReviewStatus",
  "Whether a request is allowed.",
  subjectAccessReviewStatusFields,
);

/** Also those of the review within a namespace. */
export const subjectAccessReviewFields = {
  spec: required(subjectAccessReviewSpec, 2, "The question."),
  status: optional(subjectAccessReviewStatus, 3, "The answer of the server."),
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
  doc: "Asks whether a user or group may do something.",
  fields: subjectAccessReviewFields,
});
