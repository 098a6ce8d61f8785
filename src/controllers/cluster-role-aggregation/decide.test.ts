import { describe, expect, test } from "vitest";
import type { ClusterRole } from "../../api/rbac/v1/cluster-role.ts";
import type { PolicyRule } from "../../api/rbac/v1/policy-rule.ts";
import { decide } from "./decide.ts";

const base = { apiVersion: "rbac.authorization.orch.io/v1", kind: "ClusterRole" };
const allow = (resource: string): PolicyRule => ({ verbs: ["get"], apiGroups: [""], resources: [resource] });
const role = (name: string, labels: Record<string, string>, rules: PolicyRule[]): ClusterRole => ({
  ...base,
  metadata: { name, labels },
  rules,
});
const aggregating = (rules: PolicyRule[], ...selectors: Record<string, string>[]): ClusterRole => ({
  ...base,
  metadata: { name: "sum", labels: { part: "a" } },
  rules,
  aggregationRule: { clusterRoleSelectors: selectors.map((matchLabels) => ({ matchLabels })) },
});

describe("decide()", () => {
  test("applies the rules of all selected roles, by selector and then by name", () => {
    const all = [
      role("z", { part: "a" }, [allow("pods")]),
      role("b", { part: "a" }, [allow("secrets")]),
      role("a", { part: "b" }, [allow("nodes")]),
      role("c", { part: "c" }, [allow("services")]),
    ];
    expect(decide(aggregating([], { part: "a" }, { part: "b" }), all)).toEqual({
      type: "apply",
      rules: [allow("secrets"), allow("pods"), allow("nodes")],
    });
  });

  test("leaves out repeated rules, and the rules of the role itself", () => {
    const sum = aggregating([allow("mine")], { part: "a" });
    const all = [sum, role("a", { part: "a" }, [allow("pods")]), role("b", { part: "a" }, [allow("pods")])];
    expect(decide(sum, all)).toEqual({ type: "apply", rules: [allow("pods")] });
  });

  test("writes nothing if the role has exactly these rules", () => {
    const all = [role("a", { part: "a" }, [{ ...allow("pods"), resourceNames: [] }])];
    expect(decide(aggregating([allow("pods")], { part: "a" }), all)).toEqual({ type: "none" });
    expect(decide(aggregating([], { part: "none" }), all)).toEqual({ type: "none" });
  });

  test("removes all rules if no role is selected any longer", () => {
    expect(decide(aggregating([allow("pods")], { part: "a" }), [])).toEqual({ type: "apply", rules: [] });
  });
});
