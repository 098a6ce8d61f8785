import { describe, expect, test } from "vitest";
import { AuthenticationError, type Authenticator, type User } from "../../authn/index.ts";
import { seededRandom } from "../../base/random.ts";
import { noFeatures } from "../../meta/feature-gates.ts";
import { StatusError } from "../../meta/status-error.ts";
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

  const review = async (identify: Authenticator, spec: object = question.spec): Promise<unknown> => {
    const handlers = tokenReviewHandlers({ identify, ownAudiences: ["api"] });
    const created = await handlers.create?.({ ...question, spec }, context);
    return created?.status;
  };

  test("a TokenReview authenticates the token as a request without certificate and proxy headers", async () => {
    const seen: unknown[] = [];
    const identify: Authenticator = ({ tls }, audiences) => {
      seen.push(tls, audiences);
      return { user: ann, audiences };
    };
    expect(await review(identify)).toEqual({ authenticated: true, user: shownAnn, audiences: ["api"] });
    expect(seen).toEqual([undefined, ["api"]]);
    const headers: Authenticator = (credentials) => {
      seen.push(credentials.header("authorization"), credentials.headerNames(), credentials.header("x-remote-user"));
      return undefined;
    };
    seen.length = 0;
    await review(headers, { token: "tökén" });
    expect(seen).toEqual([Buffer.from("Bearer tökén").toString("latin1"), ["authorization"], undefined]);
  });

  test("a TokenReview returns the requested audiences for which the token is valid", async () => {
    const spec = { token: "s3cret", audiences: ["a", "b"] };
    const status = await review(() => ({ user: ann, audiences: ["b"] }), spec);
    expect(status).toMatchObject({ authenticated: true, audiences: ["b"] });
    await expect(review(() => ({ user: ann, audiences: ["c"] }), spec)).rejects.toMatchObject({ code: 500 });
  });

  test("a TokenReview returns the reason why a token is invalid", async () => {
    expect(await review(() => new AuthenticationError("it has expired"))).toEqual({ error: "it has expired" });
    expect(await review(() => undefined)).toEqual({});
  });

  test("a TokenReview fails if the authentication fails with another error", async () => {
    const failure = new StatusError(503, "nobody is there");
    await expect(review(() => Promise.reject(failure))).rejects.toBe(failure);
  });
});
