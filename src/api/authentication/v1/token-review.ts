import { group } from "../../../meta/vocabulary.ts";
import {
  boolean,
  type FieldsOf,
  type KindDeclaration,
  list,
  type ObjectOf,
  optional,
  required,
  type StructSchema,
  struct,
  text,
} from "../../../schema/index.ts";
import { kind } from "../../kind.ts";
import { userInfo } from "./user-info.ts";

const tokenReviewSpecFields = {
  token: optional(text, 1, "The token in question."),
  audiences: optional(
    list(text, { type: "atomic" }),
    2,
    "Who the asking server is; the token must be meant for one of these. Empty: this server.",
  ),
};

export interface TokenReviewSpec extends FieldsOf<typeof tokenReviewSpecFields> {}

export const tokenReviewSpec: StructSchema<TokenReviewSpec> = struct(
  "authentication/v1.TokenReviewSpec",
  "Which token is in question, and for whom it must be meant.",
  tokenReviewSpecFields,
);

const tokenReviewStatusFields = {
  authenticated: optional(boolean, 1, "Whether the token belongs to a known user."),
  user: optional(userInfo, 2, "The user whose token it is."),
  audiences: optional(
    list(text, { type: "atomic" }),
    4,
    "Those of the asked audiences that the token is meant for; the asker has to find itself among them.",
  ),
  error: optional(text, 3, "Why the token could not be checked."),
};

export interface TokenReviewStatus extends FieldsOf<typeof tokenReviewStatusFields> {}

export const tokenReviewStatus: StructSchema<TokenReviewStatus> = struct(
  "authentication/v1.TokenReviewStatus",
  "Whose token it is, if anybody's.",
  tokenReviewStatusFields,
);

const tokenReviewFields = {
  spec: required(tokenReviewSpec, 2, "The question."),
  status: optional(tokenReviewStatus, 3, "The answer of the server."),
};

export interface TokenReview extends ObjectOf<typeof tokenReviewFields> {}

export const tokenReview: KindDeclaration<TokenReview> = kind({
  group: group("authentication"),
  version: "v1",
  kind: "TokenReview",
  package: "authentication",
  plural: "tokenreviews",
  scope: "Cluster",
  verbs: ["create"],
  isStored: false,
  doc: "Asks whose token it is.",
  fields: tokenReviewFields,
});
