import { describe, expect, test } from "vitest";
import type { CredentialSource, User } from "../../authn/index.ts";
import { seededRandom } from "../../base/random.ts";
import { noFeatures } from "../../meta/feature-gates.ts";
import { StatusError, unauthorized } from "../../meta/status-error.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { HandlerContext } from "../../schema/index.ts";
import { selfSubjectReviewHandlers } from "./self-subject-review.ts";
import { tokenReviewHandlers } from "./token-review.ts";

const ann: User = { name: "ann", uid: "7", groups: ["painters"], extra: { scopes: ["read", "write"] } };
const shownAnn = { username: "ann", uid: "7", groups: ["painters"], extra: { scopes: ["read", "write"] } };
const context: HandlerContext = {
  accountTokens: {
    audiences: [],
    lifetimeSecondsMax: 0,
    extendsLifetime: false,
    issue: () => Promise.reject(new Error("these reviews issue no tokens")),
  },
  vocabulary: vocabularies.orch,
  random: seededRandom(1),
  isEnabled: noFeatures,
  nowMs: Date.UTC(2025, 0, 1),
  namespace: "",
  user: ann,
  dryRun: false,
};

test("a SelfSubjectReview returns name, uid, groups and extra of the user", () => {
  const review = { kind: "SelfSubjectReview", apiVersion: "authentication.orch.io/v1", metadata: {} };
  expect(selfSubjectReviewHandlers.create?.(review, context)).toEqual({
    metadata: { creationTimestamp: "2025-01-01T00:00:00Z" },
    status: { userInfo: shownAnn },
  });
});

describe("a TokenReview", () => {
  const question = {
    kind: "TokenReview",
    apiVersion: "authentication.orch.io/v1",
    metadata: {},
    spec: { token: "s3cret" },
  };

  test("a TokenReview authenticates the token as a request without certificate and proxy headers", async () => {
    const seen: unknown[] = [];
    const identify = async ({ tls, header }: CredentialSource): Promise<User> => {
      seen.push(tls, header("authorization"), header("x-remote-user"));
      return ann;
    };
    expect(await tokenReviewHandlers({ identify }).create?.(question, context)).toEqual({
      metadata: {},
      spec: { token: "s3cret" },
      status: { authenticated: true, user: shownAnn },
    });
    expect(seen).toEqual([undefined, "Bearer s3cret", undefined]);
  });

  test("a TokenReview returns an error for a token that the server would reject", async () => {
    const identify = (): Promise<User> => Promise.reject(unauthorized());
    expect(await tokenReviewHandlers({ identify }).create?.(question, context)).toMatchObject({
      status: { error: "invalid bearer token" },
    });
  });

  test("a TokenReview fails if the authentication fails with another error", async () => {
    const failure = new StatusError(503, "nobody is there");
    const identify = (): Promise<User> => Promise.reject(failure);
    await expect(tokenReviewHandlers({ identify }).create?.(question, context)).rejects.toBe(failure);
  });
});
