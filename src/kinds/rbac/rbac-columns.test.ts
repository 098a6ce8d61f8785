import { expect, test } from "vitest";
import { clusterRoleBinding, roleBinding } from "../../api/index.ts";
import { rowOf } from "../testing/rows.ts";

const metadata = { name: "readers", creationTimestamp: "2025-06-01T11:00:00Z" };

test.each([
  ["RoleBindings", roleBinding],
  ["ClusterRoleBindings", clusterRoleBinding],
])("rows of %s show the role and, in wide output, the subjects", (_, kind) => {
  const subjects = [
    { kind: "User", name: "ann" },
    { kind: "ServiceAccount", name: "builder", namespace: "ci" },
    { kind: "Group", name: "ops" },
    { kind: "User", name: "bob" },
    { kind: "ServiceAccount", name: "lost" },
    { kind: "Robot", name: "r2" },
  ];
  expect(rowOf(kind, { metadata, subjects, roleRef: { kind: "ClusterRole", name: "view" } })).toEqual({
    Name: "readers",
    Role: "ClusterRole/view",
    Age: "60m",
    Users: "ann, bob",
    Groups: "ops",
    ServiceAccounts: "ci/builder, /lost",
  });
});

test("rows of a binding without subjects show none", () => {
  expect(rowOf(roleBinding, { metadata, roleRef: { kind: "Role", name: "view" } })).toMatchObject({
    Role: "Role/view",
    Users: "",
    Groups: "",
    ServiceAccounts: "",
  });
});
