import { describe, expect, test } from "vitest";
import { vocabularies } from "../vocabulary.ts";
import { reconcileBinding } from "./reconcile-binding.ts";
import { reconcileRole } from "./reconcile-role.ts";

const vocabulary = vocabularies.kubernetes;
const union = { vocabulary, removesExtra: false };
const exact = { vocabulary, removesExtra: true };
const protection = { "rbac.authorization.kubernetes.io/autoupdate": "false" };
const getPods = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };
const getSecrets = { verbs: ["get"], apiGroups: [""], resources: ["secrets"] };

describe("reconcileRole()", () => {
  const expected = { metadata: { labels: { a: "1" } }, rules: [getPods] };

  test("creates a role that does not exist", () => {
    expect(reconcileRole(undefined, expected, union)).toMatchObject({ operation: "create", role: expected });
  });

  test("adds missing rules and labels, and keeps additional ones", () => {
    const stored = { metadata: { labels: { a: "mine", b: "2" } }, rules: [getSecrets] };
    const { operation, role, missingRules, extraRules } = reconcileRole<object & typeof expected>(
      stored,
      expected,
      union,
    );
    expect(operation).toBe("update");
    expect(role.rules).toEqual([getSecrets, getPods]);
    expect(role.metadata.labels).toEqual({ a: "mine", b: "2" });
    expect([missingRules, extraRules]).toEqual([[getPods], [getSecrets]]);
  });

  test("writes nothing if additional rules are the only difference, unless they are to be removed", () => {
    const stored = { metadata: { labels: { a: "1" } }, rules: [getPods, getSecrets] };
    expect(reconcileRole(stored, expected, union).operation).toBe("none");
    const removed = reconcileRole(stored, expected, exact);
    expect([removed.operation, removed.role.rules]).toEqual(["update", [getPods]]);
  });

  test("reports that the annotation protects a role", () => {
    const stored = { metadata: { annotations: protection }, rules: [] };
    expect(reconcileRole<typeof expected | typeof stored>(stored, expected, union)).toMatchObject({
      operation: "update",
      isProtected: true,
    });
  });

  test("adds missing selectors of an aggregation, and removes an aggregation that is not expected", () => {
    const selector = (name: string) => ({ matchLabels: { [name]: "true" } });
    const aggregated = (names: readonly string[]) => ({
      metadata: {},
      aggregationRule: { clusterRoleSelectors: names.map(selector) },
    });
    const result = reconcileRole(aggregated(["mine"]), aggregated(["theirs"]), union);
    expect(result.role.aggregationRule.clusterRoleSelectors).toEqual([selector("mine"), selector("theirs")]);
    const plain: { metadata: object; aggregationRule?: object } = { metadata: {} };
    expect(reconcileRole(aggregated(["mine"]), plain, union).role.aggregationRule).toBeUndefined();
  });
});

describe("reconcileBinding()", () => {
  const jane = { kind: "User", apiGroup: "rbac", name: "jane" };
  const joe = { kind: "User", apiGroup: "rbac", name: "joe" };
  const roleRef = { apiGroup: "rbac", kind: "ClusterRole", name: "view" };
  const expected = { metadata: {}, roleRef, subjects: [jane] };

  test("adds missing subjects and keeps additional ones", () => {
    const result = reconcileBinding({ metadata: {}, roleRef, subjects: [joe] }, expected, union);
    expect(result).toMatchObject({ operation: "update", missingSubjects: [jane], extraSubjects: [joe] });
    expect(result.binding.subjects).toEqual([joe, jane]);
  });

  test("removes additional subjects on demand", () => {
    const result = reconcileBinding({ metadata: {}, roleRef, subjects: [joe, jane] }, expected, exact);
    expect([result.operation, result.binding.subjects]).toEqual(["update", [jane]]);
    expect(reconcileBinding({ metadata: {}, roleRef, subjects: [joe, jane] }, expected, union).operation).toBe("none");
  });

  test("creates a binding of another role again, unless the annotation protects it", () => {
    const stored = { metadata: {}, roleRef: { ...roleRef, name: "edit" }, subjects: [jane] };
    expect(reconcileBinding(stored, expected, union)).toMatchObject({
      operation: "recreate",
      isProtected: false,
      binding: expected,
    });
    expect(reconcileBinding({ ...stored, metadata: { annotations: protection } }, expected, union).isProtected).toBe(
      true,
    );
  });
});
