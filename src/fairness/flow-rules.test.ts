import { expect, test } from "vitest";
import type { FlowSchemaSpec } from "../api/index.ts";
import type { RequestDescription } from "./flow-request.ts";
import { distinguisherOf, matchesRules, rulesOfUser } from "./flow-rules.ts";

type Rules = NonNullable<FlowSchemaSpec["rules"]>;
type Subject = Rules[number]["subjects"][number];

const anyUser: Subject = { kind: "User", user: { name: "*" } };
const ann = { name: "ann", groups: ["dev", "system:authenticated"] };
const account = { name: "system:serviceaccount:shop:web", groups: ["system:serviceaccounts"] };
const pods: RequestDescription = {
  isResource: true,
  verb: "list",
  path: "/api/v1/namespaces/shop/pods",
  group: "",
  version: "v1",
  namespace: "shop",
  resource: "pods",
};
const path = (text: string, verb = "get"): RequestDescription => ({ isResource: false, verb, path: text });

test.each<[boolean, string, Subject, typeof ann]>([
  [true, "the user", { kind: "User", user: { name: "ann" } }, ann],
  [false, "another user", { kind: "User", user: { name: "bob" } }, ann],
  [true, "any user", anyUser, account],
  [true, "a group", { kind: "Group", group: { name: "dev" } }, ann],
  [true, "any group", { kind: "Group", group: { name: "*" } }, { name: "x", groups: [] }],
  [false, "another group", { kind: "Group", group: { name: "ops" } }, ann],
  [true, "the account", { kind: "ServiceAccount", serviceAccount: { namespace: "shop", name: "web" } }, account],
  [
    true,
    "accounts of a namespace",
    { kind: "ServiceAccount", serviceAccount: { namespace: "shop", name: "*" } },
    account,
  ],
  [
    false,
    "a namespace with the same beginning",
    { kind: "ServiceAccount", serviceAccount: { namespace: "sho", name: "*" } },
    account,
  ],
  [
    false,
    "an account of all namespaces",
    { kind: "ServiceAccount", serviceAccount: { namespace: "*", name: "web" } },
    account,
  ],
  [false, "an account, for a user", { kind: "ServiceAccount", serviceAccount: { namespace: "shop", name: "*" } }, ann],
  [false, "a user without a name", { kind: "User" }, ann],
])("a subject matches: %s for %s", (matches, _title, subject, user) => {
  expect(rulesOfUser([{ subjects: [subject] }], user)).toHaveLength(matches ? 1 : 0);
});

const all = { verbs: ["*"], apiGroups: ["*"], resources: ["*"] };

test.each<[boolean, string, NonNullable<Rules[number]["resourceRules"]>[number], Partial<RequestDescription>]>([
  [true, "all in all namespaces", { ...all, namespaces: ["*"] }, {}],
  [true, "the namespace", { ...all, namespaces: ["shop"] }, {}],
  [false, "another namespace", { ...all, namespaces: ["other"] }, {}],
  [false, "cluster scope only", { ...all, clusterScope: true }, {}],
  [true, "cluster scope", { ...all, clusterScope: true }, { namespace: "" }],
  [false, "all namespaces, for the cluster", { ...all, namespaces: ["*"] }, { namespace: "" }],
  [true, "the verb", { ...all, verbs: ["get", "list"], namespaces: ["*"] }, {}],
  [false, "another verb", { ...all, verbs: ["watch"], namespaces: ["*"] }, {}],
  [false, "a wildcard that is not alone", { ...all, verbs: ["*", "watch"], namespaces: ["*"] }, {}],
  [
    false,
    "the resource, for a subresource",
    { ...all, resources: ["pods"], namespaces: ["*"] },
    { subresource: "status" },
  ],
  [true, "the subresource", { ...all, resources: ["pods/status"], namespaces: ["*"] }, { subresource: "status" }],
  [false, "another group", { ...all, apiGroups: ["apps"], namespaces: ["*"] }, {}],
])("a resource rule matches: %s for %s", (matches, _title, rule, change) => {
  const rules: Rules = [{ subjects: [anyUser], resourceRules: [rule] }];
  expect(matchesRules(rules, { ...pods, ...change })).toBe(matches);
  expect(matchesRules(rules, path("/api/v1/namespaces/shop/pods", "list"))).toBe(false);
});

test.each([
  [true, ["*"], "/anything"],
  [true, ["/healthz"], "/healthz"],
  [true, ["/healthz"], "/healthz/ping"],
  [false, ["/healthz"], "/healthzz"],
  [true, ["/apis/*"], "/apis/apps"],
  [false, ["/apis/*"], "/apis"],
  [false, ["/version"], "/api"],
])("a path rule matches: %s for %j and %s", (matches, nonResourceURLs, text) => {
  const rules: Rules = [{ subjects: [anyUser], nonResourceRules: [{ verbs: ["get"], nonResourceURLs }] }];
  expect(matchesRules(rules, path(text))).toBe(matches);
  expect(matchesRules(rules, path(text, "post"))).toBe(false);
});

test("distinguisherOf() returns the user, the namespace or nothing", () => {
  expect(distinguisherOf({ type: "ByUser" }, ann, pods)).toBe("ann");
  expect(distinguisherOf({ type: "ByNamespace" }, ann, pods)).toBe("shop");
  expect(distinguisherOf({ type: "ByNamespace" }, ann, path("/version"))).toBe("");
  expect(distinguisherOf(undefined, ann, pods)).toBe("");
});
