import { group } from "../../../meta/vocabulary.ts";
import type { KindDeclaration, ObjectOf } from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { subjectAccessReviewFields } from "./subject-access-review.ts";

export interface LocalSubjectAccessReview extends ObjectOf<typeof subjectAccessReviewFields> {}

/** Access review in a namespace. Users with permissions in this namespace only can be allowed to create it. */
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
