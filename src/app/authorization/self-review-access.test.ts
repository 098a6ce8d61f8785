import { expect, test } from "vitest";
import type { ResourceAction } from "../../meta/access/access-control.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { startServer } from "../server.ts";
import { selfReviewAccess } from "./self-review-access.ts";

const { authorize, list } = selfReviewAccess(vocabularies.kubernetes);
const jane = { name: "jane", groups: ["dev", "system:authenticated"] };
const nobody = { name: "system:anonymous", groups: ["system:unauthenticated"] };

function creating(group: string, resource: string): ResourceAction {
  return {
    isResource: true,
    verb: "create",
    group,
    version: "v1",
    namespace: "",
    resource,
    subresource: "",
    name: "",
  };
}

test.each([
  ["authentication.k8s.io", "selfsubjectreviews", "allow"],
  ["authorization.k8s.io", "selfsubjectaccessreviews", "allow"],
  ["authorization.k8s.io", "selfsubjectrulesreviews", "allow"],
  ["authorization.k8s.io", "subjectaccessreviews", "no opinion"],
  ["authentication.k8s.io", "tokenreviews", "no opinion"],
  ["authorization.k8s.io", "selfsubjectreviews", "no opinion"],
  ["", "selfsubjectreviews", "no opinion"],
])(
  "about an authenticated user who creates objects of %s %s, the decision is: %s",
  async (group, resource, expected) => {
    expect(await authorize(jane, creating(group, resource))).toMatchObject({ decision: expected });
    expect(await authorize(nobody, creating(group, resource))).toMatchObject({ decision: "no opinion" });
  },
);

test.each(["get", "list", "*", ""])("the verb %j is not allowed", async (verb) => {
  const action = { ...creating("authentication.k8s.io", "selfsubjectreviews"), verb };
  expect(await authorize(jane, action)).toMatchObject({ decision: "no opinion" });
});

test("the rules of an authenticated user contain the reviews, and those of an anonymous one do not", async () => {
  const { resourceRules } = await list(jane, "default");
  expect(resourceRules.map(({ resources }) => resources[0])).toEqual([
    "selfsubjectreviews",
    "selfsubjectaccessreviews",
    "selfsubjectrulesreviews",
  ]);
  expect((await list(nobody, "default")).resourceRules).toEqual([]);
});

test("a user without other rights sees who it is", async () => {
  await using server = await startServer();
  const user = { name: "jane", groups: ["dev"] };
  const review = { apiVersion: "authentication.orch.io/v1", kind: "SelfSubjectReview" };
  const response = await server.request("/apis/authentication.orch.io/v1/selfsubjectreviews", { user, body: review });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ status: { userInfo: { username: "jane", groups: jane.groups } } });
  const secrets = await server.request("/api/v1/secrets", { user });
  expect(secrets.status).toBe(403);
});
