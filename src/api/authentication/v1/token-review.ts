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
  token: optional(text, 1, "Token to check.", { isCredential: true }),
  audiences: optional(
    list(text, { type: "atomic" }),
    2,
    "Audiences of the caller. The token must have one of them. Default: this server.",
  ),
};

export interface TokenReviewSpec extends FieldsOf<typeof tokenReviewSpecFields> {}

export const tokenReviewSpec: StructSchema<TokenReviewSpec> = struct(
  "authentication/v1.TokenReviewSpec",
  "Token to check, with its audiences.",
  tokenReviewSpecFields,
);

const tokenReviewStatusFields = {
  authenticated: optional(boolean, 1, "Whether the token is valid."),
  user: optional(userInfo, 2, "User of the token."),
  audiences: optional(
    list(text, { type: "atomic" }),
    4,
    "Requested audiences that the token has. The caller must check that they include its own.",
  ),
  error: optional(text, 3, "Reason why the token could not be checked."),
};

export interface TokenReviewStatus extends FieldsOf<typeof tokenReviewStatusFields> {}

export const tokenReviewStatus: StructSchema<TokenReviewStatus> = struct(
  "authentication/v1.TokenReviewStatus",
  "Result of the check.",
  tokenReviewStatusFields,
);

const tokenReviewFields = {
  spec: required(tokenReviewSpec, 2, "Content of the review."),
  status: optional(tokenReviewStatus, 3, "Response of the server."),
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
  doc: "Checks a token and returns its user.",
  fields: tokenReviewFields,
});
