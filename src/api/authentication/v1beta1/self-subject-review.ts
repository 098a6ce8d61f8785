import { group } from "../../../meta/vocabulary.ts";
import {
  type FieldsOf,
  type KindDeclaration,
  type ObjectOf,
  optional,
  type StructSchema,
  struct,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { selfSubjectReviewStatusFields } from "../v1/self-subject-review.ts";

export interface SelfSubjectReviewStatus extends FieldsOf<typeof selfSubjectReviewStatusFields> {}

export const selfSubjectReviewStatus: StructSchema<SelfSubjectReviewStatus> = struct(
  "authentication/v1beta1.SelfSubjectReviewStatus",
  "Requesting user.",
  selfSubjectReviewStatusFields,
);

const selfSubjectReviewFields = {
  status: optional(selfSubjectReviewStatus, 2, "Response of the server."),
};

export interface SelfSubjectReview extends ObjectOf<typeof selfSubjectReviewFields> {}

export const selfSubjectReview: KindDeclaration<SelfSubjectReview> = kind({
  group: group("authentication"),
  version: "v1beta1",
  kind: "SelfSubjectReview",
  package: "authentication",
  plural: "selfsubjectreviews",
  scope: "Cluster",
  verbs: ["create"],
  isStored: false,
  servedByDefault: false,
  lifecycle: { introduced: 27, deprecated: 30, removed: 33 },
  doc: "Returns the attributes of the requesting user.",
  fields: selfSubjectReviewFields,
});
