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
import { userInfo } from "./user-info.ts";

/** Fields of the status, which are equal in all versions. */
export const selfSubjectReviewStatusFields = {
  userInfo: optional(userInfo, 1, "Attributes of the requesting user."),
};

export interface SelfSubjectReviewStatus extends FieldsOf<typeof selfSubjectReviewStatusFields> {}

export const selfSubjectReviewStatus: StructSchema<SelfSubjectReviewStatus> = struct(
  "authentication/v1.SelfSubjectReviewStatus",
  "Requesting user.",
  selfSubjectReviewStatusFields,
);

const selfSubjectReviewFields = {
  status: optional(selfSubjectReviewStatus, 2, "Response of the server."),
};

export interface SelfSubjectReview extends ObjectOf<typeof selfSubjectReviewFields> {}

export const selfSubjectReview: KindDeclaration<SelfSubjectReview> = kind({
  group: group("authentication"),
  version: "v1",
  kind: "SelfSubjectReview",
  package: "authentication",
  plural: "selfsubjectreviews",
  scope: "Cluster",
  verbs: ["create"],
  isStored: false,
  doc: "Returns the attributes of the requesting user.",
  fields: selfSubjectReviewFields,
});
