import { describe, expect, test } from "vitest";
import type { Authorizer, RuleLister } from "../../authz/index.ts";
import { seededRandom } from "../../base/random.ts";
import { noFeatures } from "../../meta/feature-gates.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { AnswerContext } from "../../schema/index.ts";
import { selfSubjectAccessReviewAnswers, subjectAccessReviewAnswers } from "./access-reviews.ts";
import { selfSubjectRulesReviewAnswers } from "./self-subject-rules-review.ts";

const titles = { kind: "", apiVersion: "", metadata: {} };
const context: AnswerContext = {
  vocabulary: vocabularies.orch,
  random: seededRandom(1),
  isEnabled: noFeatures,
  nowMs: 0,
  namespace: "",
  user: { name: "ann", groups: ["painters"] },
  dryRun: false,
};

/** An authorizer of one opinion, and what it was asked. */
function authorizerOf(answer: Awaited<ReturnType<Authorizer>>): { authorizer: Authorizer; asked: unknown[] } {
  const asked: unknown[] = [];
  const authorizer: Authorizer = async (subject, attributes) => {
    asked.push([subject.name, subject.groups, attributes]);
    return answer;
  };
  return { authorizer, asked };
}

describe("an access review", () => {
  test("asks for every version where none is named, as the user who is named", async () => {
    const { authorizer, asked } = authorizerOf({ decision: "allow", reason: "because" });
    const spec = { user: "bob", groups: ["singers"], resourceAttributes: { verb: "get", resource: "pods", name: "a" } };
    const answer = await subjectAccessReviewAnswers({ authorizer }).create?.({ ...titles, spec }, context);
    expect(answer?.status).toMatchObject({ allowed: true, denied: false, reason: "because" });
    const attributes = {
      isResource: true,
      verb: "get",
      group: "",
      version: "*",
      namespace: "",
      resource: "pods",
      subresource: "",
      name: "a",
    };
    expect(asked).toEqual([["bob", ["singers"], attributes]]);
  });

  test("of oneself asks as who asks, and tells an express denial from no permission", async () => {
    const { authorizer, asked } = authorizerOf({ decision: "deny", reason: "never" });
    const spec = { nonResourceAttributes: { path: "/metrics", verb: "get" } };
    const answer = await selfSubjectAccessReviewAnswers({ authorizer }).create?.({ ...titles, spec }, context);
    expect(answer?.status).toMatchObject({ allowed: false, denied: true, reason: "never" });
    expect(asked).toEqual([["ann", ["painters"], { isResource: false, path: "/metrics", verb: "get" }]]);
  });

  test("says neither allowed nor denied where nobody has an opinion", async () => {
    const { authorizer } = authorizerOf({ decision: "no opinion", reason: "" });
    const spec = { nonResourceAttributes: {} };
    const answer = await selfSubjectAccessReviewAnswers({ authorizer }).create?.({ ...titles, spec }, context);
    expect(answer?.status).toMatchObject({ allowed: false, denied: false });
  });
});

test("a rules review shows rules, names and complaints as they were listed", async () => {
  const listRules: RuleLister = () => ({
    resourceRules: [{ verbs: ["get"], groups: ["apps"], resources: ["deployments"], names: ["web"] }],
    pathRules: [{ verbs: ["get"], paths: ["/logs/*"] }],
    incomplete: true,
    errors: ["no role a", "no role b"],
  });
  const spec = { namespace: "shop" };
  const answer = await selfSubjectRulesReviewAnswers({ listRules }).create?.({ ...titles, spec }, context);
  expect(answer?.status).toEqual({
    resourceRules: [{ verbs: ["get"], apiGroups: ["apps"], resources: ["deployments"], resourceNames: ["web"] }],
    nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/logs/*"] }],
    incomplete: true,
    evaluationError: "[no role a, no role b]",
  });
});
