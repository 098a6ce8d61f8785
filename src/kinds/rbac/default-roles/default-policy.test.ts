import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { defaultPolicy } from "./default-policy.ts";

interface NamedObject {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string; readonly name: string };
}

/**
 * Objects of the reference 1.32.13: with the default feature gates, and those that differ with all gates on. Four additions
 * of the distributor of this build were removed, see testing/README.md.
 */
const reference = JSON.parse(
  readFileSync(new URL("./testing/reference-policy.json", import.meta.url), "utf8"),
  // Roles that aggregate others have no rules before the controller runs.
  (_, value: unknown) => (value === null ? undefined : value),
) as Readonly<Record<"default" | "withAllGates", readonly NamedObject[]>>;

function ownObjects(isEnabled: (feature: string) => boolean): Map<string, unknown> {
  const { clusterRoles, clusterRoleBindings, roles, roleBindings } = defaultPolicy(vocabularies.kubernetes, isEnabled);
  const typed = (kind: string, objects: readonly object[]) => objects.map((one) => ({ kind, ...one }) as NamedObject);
  return byKey([
    ...typed("ClusterRole", clusterRoles),
    ...typed("ClusterRoleBinding", clusterRoleBindings),
    ...typed("Role", roles),
    ...typed("RoleBinding", roleBindings),
  ]);
}

function byKey(objects: readonly NamedObject[]): Map<string, unknown> {
  return new Map(objects.map((one) => [`${one.kind} ${one.metadata.namespace ?? ""}/${one.metadata.name}`, one]));
}

describe("defaultPolicy()", () => {
  test("returns the roles and bindings of the reference, with the same rules, labels and annotations", () => {
    expect(ownObjects(() => false)).toEqual(byKey(reference.default));
  });

  test("returns the additional roles and rules of the reference if all feature gates are on", () => {
    expect(ownObjects(() => true)).toEqual(byKey([...reference.default, ...reference.withAllGates]));
  });

  test("uses the names of the cluster's vocabulary in rules, labels, names and subjects", () => {
    const policy = defaultPolicy(vocabularies.orch, () => true);
    expect(JSON.stringify(policy)).not.toMatch(/k8s\.io|kubernetes/);
    expect(policy.roleBindings.map(({ metadata }) => metadata.namespace)).toContain("orch-system");
  });
});
