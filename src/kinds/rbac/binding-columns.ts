import type { ClusterRoleBinding, RoleBinding } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

type Binding = RoleBinding | ClusterRoleBinding;

/** The columns of both sorts of bindings. */
export const bindingColumns: readonly Column<Binding>[] = [
  nameColumn,
  column("Role", "The role that is given.", ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`),
  ageColumn,
  column("Users", "The users who are given the role.", (binding) => subjectNames(binding, "User"), { wide: true }),
  column("Groups", "The groups that are given the role.", (binding) => subjectNames(binding, "Group"), { wide: true }),
  column(
    "ServiceAccounts",
    "The accounts that are given the role, with their namespaces.",
    (binding) => subjectNames(binding, "ServiceAccount"),
    { wide: true },
  ),
];

function subjectNames({ subjects = [] }: Binding, kind: "User" | "Group" | "ServiceAccount"): string {
  const found = subjects.filter((subject) => subject.kind === kind);
  const names = found.map(({ name, namespace = "" }) => (kind === "ServiceAccount" ? `${namespace}/${name}` : name));
  return names.join(", ");
}
