import type { ClusterRoleBinding, RoleBinding } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

type Binding = RoleBinding | ClusterRoleBinding;

/** Columns of RoleBindings and ClusterRoleBindings in a Table. */
export const bindingColumns: readonly Column<Binding>[] = [
  nameColumn,
  column("Role", "Role that the subjects get.", ({ roleRef }) => `${roleRef.kind}/${roleRef.name}`),
  ageColumn,
  column("Users", "Users that get the role.", (binding) => subjectNames(binding, "User"), { wide: true }),
  column("Groups", "Groups that get the role.", (binding) => subjectNames(binding, "Group"), { wide: true }),
  column(
    "ServiceAccounts",
    "Service accounts that get the role, with their namespaces.",
    (binding) => subjectNames(binding, "ServiceAccount"),
    { wide: true },
  ),
];

function subjectNames({ subjects = [] }: Binding, kind: "User" | "Group" | "ServiceAccount"): string {
  const found = subjects.filter((subject) => subject.kind === kind);
  const names = found.map(({ name, namespace = "" }) => (kind === "ServiceAccount" ? `${namespace}/${name}` : name));
  return names.join(", ");
}
