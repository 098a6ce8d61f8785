import { expect, test } from "vitest";
import type { Attributes } from "../../meta/access/access-control.ts";
import { type AuditPolicy, type AuditRule, ruleFor } from "./policy.ts";

const none: AuditRule = {
  level: "Metadata",
  users: [],
  userGroups: [],
  verbs: [],
  resources: [],
  namespaces: [],
  nonResourceURLs: [],
  omitStages: [],
  omitManagedFields: false,
};
const user = { name: "ann", groups: ["dev", "ops"] };
const log: Attributes = {
  isResource: true,
  verb: "get",
  group: "",
  version: "v1",
  namespace: "shop",
  resource: "pods",
  subresource: "log",
  name: "web",
};
const metrics: Attributes = { isResource: false, verb: "get", path: "/metrics/slis" };
const resources = (group: string, names: string[], resourceNames: string[] = []): Partial<AuditRule> => ({
  resources: [{ group, resources: names, resourceNames }],
});

test.each<[string, Partial<AuditRule>, boolean, boolean]>([
  ["without conditions", {}, true, true],
  ["for the user", { users: ["bob", "ann"] }, true, true],
  ["for another user", { users: ["bob"] }, false, false],
  ["for a group of the user", { userGroups: ["ops"] }, true, true],
  ["for another group", { userGroups: ["qa"] }, false, false],
  ["for the verb", { verbs: ["get"] }, true, true],
  ["for another verb", { verbs: ["list"] }, false, false],
  ["for the namespace", { namespaces: ["shop"] }, true, false],
  ["for requests without a namespace", { namespaces: [""] }, false, false],
  ["for a group of resources", resources("", []), true, false],
  ["for another group of resources", resources("apps", []), false, false],
  ["for all groups, which the release does not have", resources("*", []), false, false],
  ["for the resource without its subresources", resources("", ["pods"]), false, false],
  ["for the subresource", resources("", ["pods/log"]), true, false],
  ["for all subresources of the resource", resources("", ["pods/*"]), true, false],
  ["for the subresource of all resources", resources("", ["*/log"]), true, false],
  ["for another subresource of all resources", resources("", ["*/status"]), false, false],
  ["for all resources", resources("", ["*"]), true, false],
  ["for the object", resources("", ["pods/log"], ["web"]), true, false],
  ["for another object", resources("", ["*"], ["db"]), false, false],
  ["for all paths", { nonResourceURLs: ["*"] }, false, true],
  ["for the path", { nonResourceURLs: ["/metrics/slis"] }, false, true],
  ["for paths with a prefix", { nonResourceURLs: ["/metrics*"] }, false, true],
  ["for other paths", { nonResourceURLs: ["/metrics", "/version*"] }, false, false],
])("a rule %s matches the right requests", (_, parts, matchesResource, matchesPath) => {
  const policy: AuditPolicy = { rules: [{ ...none, ...parts }] };
  expect([ruleFor(policy, user, log), ruleFor(policy, user, metrics)].map((rule) => rule !== undefined)).toEqual([
    matchesResource,
    matchesPath,
  ]);
});

test("the first rule that matches applies, and users are unknown to a request that is not authenticated", () => {
  const policy: AuditPolicy = {
    rules: [
      { ...none, level: "None", userGroups: ["dev"] },
      { ...none, level: "Request" },
    ],
  };
  expect(ruleFor(policy, user, log)?.level).toBe("None");
  expect(ruleFor(policy, undefined, log)?.level).toBe("Request");
  expect(ruleFor({ rules: [{ ...none, verbs: ["watch"] }] }, user, log)).toBeUndefined();
});
