import { describe, expect, test } from "vitest";
import { seededRandom } from "../../base/random.ts";
import type { Authorizer, RuleLister } from "../../meta/access/access-control.ts";
import { noFeatures } from "../../meta/feature-gates.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import type { HandlerContext } from "../../schema/index.ts";
import { selfSubjectAccessReviewHandlers, subjectAccessReviewHandlers } from "./access-reviews.ts";
import { selfSubjectRulesReviewHandlers } from "./self-subject-rules-review.ts";

const titles = { kind: "", apiVersion: "", metadata: {} };
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
  nowMs: 0,
  namespace: "",
  user: { name: "ann", groups: ["painters"] },
  dryRun: false,
};

/** Returns an authorizer that always returns this decision, and records its calls. */
function authorizerOf(answer: Awaited<ReturnType<Authorizer>>): { authorizer: Authorizer; calls: unknown[] } {
  const calls: unknown[] = [];
  const authorizer: Authorizer = async (subject, attributes) => {
    calls.push([subject.name, subject.groups, attributes]);
    return answer;
  };
  return { authorizer, calls };
}

describe("an access review", () => {
  test("a SubjectAccessReview without a version asks the authorizer about all versions, for the user in its spec", async () => {
    const { authorizer, calls } = authorizerOf({ decision: "allow", reason: "because" });
    const spec = { user: "bob", groups: ["singers"], resourceAttributes: { verb: "get", resource: "pods", name: "a" } };
    const answer = await subjectAccessReviewHandlers({ authorizer }).create?.({ ...titles, spec }, context);
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
    expect(calls).toEqual([["bob", ["singers"], attributes]]);
  });

  test("a SubjectAccessReview asks about the uid and extra properties of its user, and with its selectors", async () => {
    const subjects: unknown[] = [];
    const authorizer: Authorizer = (subject, attributes) => {
      subjects.push(subject, attributes.isResource && attributes.selectors?.().field.requirements);
      return { decision: "no opinion", reason: "", error: "no role a" };
    };
    const spec = {
      user: "bob",
      uid: "7",
      extra: { scopes: ["one"] },
      resourceAttributes: {
        verb: "list",
        resource: "pods",
        fieldSelector: { rawSelector: "a=b" },
        labelSelector: { rawSelector: "," },
      },
    };
    const answer = await subjectAccessReviewHandlers({ authorizer }).create?.({ ...titles, spec }, context);
    expect(subjects).toEqual([
      { name: "bob", groups: [], uid: "7", extra: { scopes: ["one"] } },
      [{ field: "a", operator: "=", value: "b" }],
    ]);
    expect(answer?.status).toMatchObject({
      allowed: false,
      evaluationError: "no role a; spec.resourceAttributes.labelSelector ignored due to parse error",
    });
  });

  test("a SelfSubjectAccessReview asks about the requesting user, and reports a denial", async () => {
    const { authorizer, calls } = authorizerOf({ decision: "deny", reason: "never" });
    const spec = { nonResourceAttributes: { path: "/metrics", verb: "get" } };
    const answer = await selfSubjectAccessReviewHandlers({ authorizer }).create?.({ ...titles, spec }, context);
    expect(answer?.status).toMatchObject({ allowed: false, denied: true, reason: "never" });
    expect(calls).toEqual([["ann", ["painters"], { isResource: false, path: "/metrics", verb: "get" }]]);
  });

  test("an access review is neither allowed nor denied if no authorizer has an opinion", async () => {
    const { authorizer } = authorizerOf({ decision: "no opinion", reason: "" });
    const spec = { nonResourceAttributes: {} };
    const answer = await selfSubjectAccessReviewHandlers({ authorizer }).create?.({ ...titles, spec }, context);
    expect(answer?.status).toMatchObject({ allowed: false, denied: false });
  });
});

test("a SelfSubjectRulesReview returns the rules, names and errors of the rule lister", async () => {
  const listRules: RuleLister = () => ({
    resourceRules: [{ verbs: ["get"], groups: ["apps"], resources: ["deployments"], names: ["web"] }],
    pathRules: [{ verbs: ["get"], paths: ["/logs/*"] }],
    incomplete: true,
    errors: ["no role a", "no role b"],
  });
  const spec = { namespace: "shop" };
  const answer = await selfSubjectRulesReviewHandlers({ listRules }).create?.({ ...titles, spec }, context);
  expect(answer?.status).toEqual({
    resourceRules: [{ verbs: ["get"], apiGroups: ["apps"], resources: ["deployments"], resourceNames: ["web"] }],
    nonResourceRules: [{ verbs: ["get"], nonResourceURLs: ["/logs/*"] }],
    incomplete: true,
    evaluationError: "[no role a, no role b]",
  });
});
