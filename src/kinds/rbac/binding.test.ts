import { describe, expect, test } from "vitest";
import { clusterRole, clusterRoleBinding, role, roleBinding } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";

const roleRef = { kind: "ClusterRole", name: "view" };
const subjects = [
  { kind: "User", name: "ann" },
  { kind: "Group", name: "ops" },
  { kind: "ServiceAccount", name: "builder", namespace: "ci" },
];

describe("references without an API group", () => {
  test.each(["kubernetes", "orch"] as const)(
    "missing groups of roleRef and subjects have defaults in the vocabulary %s",
    (vocabulary) => {
      const group = { kubernetes: "rbac.authorization.k8s.io", orch: "rbac.authorization.orch.io" }[vocabulary];
      const { object } = new KindWrites(roleBinding, vocabulary).create({ subjects, roleRef });
      expect(object.roleRef).toEqual({ apiGroup: group, kind: "ClusterRole", name: "view" });
      expect(object.subjects).toEqual([
        { kind: "User", apiGroup: group, name: "ann" },
        { kind: "Group", apiGroup: group, name: "ops" },
        { kind: "ServiceAccount", name: "builder", namespace: "ci" },
      ]);
    },
  );

  test("missing groups of roleRef and subjects also have defaults in updates, so that an update without them changes nothing", () => {
    const writes = new KindWrites(clusterRoleBinding);
    const stored = writes.stored({ subjects, roleRef });
    const { object, errors } = writes.update(stored, (binding) => {
      binding.roleRef.apiGroup = "";
      for (const subject of binding.subjects ?? []) delete subject.apiGroup;
    });
    expect(errors).toEqual([]);
    expect(object).toEqual(stored);
  });
});

test("an update that changes the role of a binding is rejected", () => {
  const writes = new KindWrites(roleBinding);
  const stored = writes.stored({ subjects, roleRef });
  const { errors } = writes.update(stored, (binding) => {
    binding.roleRef.name = "edit";
  });
  expect(errors).toEqual([
    "roleRef: Invalid value: " +
      'rbac.RoleRef{APIGroup:"rbac.authorization.k8s.io", Kind:"ClusterRole", Name:"edit"}: cannot change roleRef',
  ]);
  expect(writes.update(stored, (binding) => void binding.subjects?.pop()).errors).toEqual([]);
});

test("a role without rules has null for rules", () => {
  expect(new KindWrites(role).stored({})).toMatchObject({ rules: null });
  expect(new KindWrites(clusterRole).stored({ rules: [] })).toMatchObject({ rules: [] });
});
