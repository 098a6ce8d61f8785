import { group } from "../../../meta/vocabulary.ts";
import type { KindDeclaration, ObjectOf } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { subjectAccessReviewFields } from "./subject-access-review.ts";

export interface LocalSubjectAccessReview extends ObjectOf<typeof subjectAccessReviewFields> {}

/** Being in a namespace, it can be allowed to those who have rights there only. */
export const localSubjectAccessReview: KindDeclaration<LocalSubjectAccessReview> = kind({
  group: group("authorization"),
  version: "v1",
  kind: "LocalSubjectAccessReview",
  package: "authorization",
  plural: "localsubjectaccessreviews",
  scope: "Namespaced",
  verbs: ["create"],
  isStored: false,
  doc: "Checks whether a user or group is allowed to perform an action in one namespace.",
  fields: subjectAccessReviewFields,
});
