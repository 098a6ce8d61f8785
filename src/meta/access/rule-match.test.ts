import { expect, test } from "vitest";
import type { Attributes } from "./access-control.ts";
import type { RoleRule } from "./role-rule.ts";
import { ruleAllows } from "./rule-match.ts";

function onResource(target: string, { verb = "get", group = "", name = "" } = {}): Attributes {
  const [resource = "", subresource = ""] = target.split("/");
  return { isResource: true, verb, group, version: "v1", namespace: "shop", resource, subresource, name };
}

const onPath = (path: string, verb = "get"): Attributes => ({ isResource: false, verb, path });
const ruleFor = (...resources: readonly string[]): RoleRule => ({ verbs: ["get"], apiGroups: [""], resources });

test.each([
  [["pods"], "pods", true],
  [["pods"], "pods/log", false],
  [["pods/log"], "pods/log", true],
  [["pods/log"], "pods", false],
  [["pods/log"], "nodes/log", false],
  [["*"], "pods", true],
  [["*"], "pods/log", true],
  [["*/log"], "pods/log", true],
  [["*/log"], "nodes/log", true],
  [["*/log"], "pods", false],
  [["*/log"], "pods/logs", false],
  [["pods/*"], "pods/log", false],
  [["*/*"], "pods/log", false],
  [["*/"], "pods", false],
  [["nodes", "pods"], "pods", true],
  [["Pods"], "pods", false],
  [[], "pods", false],
])("a rule for the resources %j and an action on %s: %s", (resources, target, expected) => {
  expect(ruleAllows(ruleFor(...resources), onResource(target))).toBe(expected);
});

test.each([
  [{ verbs: ["*"] }, { verb: "anything" }, true],
  [{ verbs: ["list"] }, { verb: "get" }, false],
  [{ verbs: ["get", "list"] }, { verb: "list" }, true],
  [{ apiGroups: ["*"] }, { group: "apps" }, true],
  [{ apiGroups: [""] }, { group: "apps" }, false],
  [{ apiGroups: ["apps"] }, { group: "apps" }, true],
  [{ apiGroups: undefined }, { group: "" }, false],
  [{ resourceNames: ["web"] }, { name: "web" }, true],
  [{ resourceNames: ["web"] }, { name: "db" }, false],
  [{ resourceNames: ["web"] }, { name: "" }, false],
  [{ resourceNames: ["*"] }, { name: "web" }, false],
  [{ resourceNames: [] }, { name: "web" }, true],
])("a rule with %j and an action with %j: %s", (part, action, expected) => {
  expect(ruleAllows({ ...ruleFor("pods"), ...part }, onResource("pods", action))).toBe(expected);
});

test.each([
  ["/healthz", "/healthz", true],
  ["/healthz", "/healthz/", false],
  ["/healthz", "/healthz/ping", false],
  ["/healthz/*", "/healthz/ping", true],
  ["/healthz/*", "/healthz/", true],
  ["/healthz/*", "/healthz", false],
  ["/healthz*", "/healthz", true],
  ["/healthz**", "/healthz/a", true],
  ["*", "/anything", true],
  ["*/ping", "/healthz/ping", false],
  ["/*/ping", "/healthz/ping", false],
  ["/a*b", "/a*b", true],
])("a rule for the path %s and a request for %s: %s", (pattern, path, expected) => {
  expect(ruleAllows({ verbs: ["get"], nonResourceURLs: [pattern] }, onPath(path))).toBe(expected);
});

test("a rule for paths allows no resources, and a rule for resources allows no paths", () => {
  expect(ruleAllows({ verbs: ["*"], nonResourceURLs: ["*"] }, onResource("pods"))).toBe(false);
  expect(ruleAllows({ verbs: ["*"], apiGroups: ["*"], resources: ["*"] }, onPath("/api"))).toBe(false);
  expect(ruleAllows({ verbs: ["get"], nonResourceURLs: ["/x"] }, onPath("/x", "post"))).toBe(false);
});
