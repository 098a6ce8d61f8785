/** What both sorts of bindings have in common. */
import type { ClusterRoleBinding, RbacSubject, RoleBinding } from "../../api/index.ts";
import { equalJson } from "../../base/json-tree.ts";
import { type FieldError, invalidField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { group } from "../../meta/vocabulary.ts";
import type { HookContext, KindHooks } from "../../schema/index.ts";
import { bindingColumns } from "./binding-columns.ts";

type Binding = RoleBinding | ClusterRoleBinding;

const rbacGroup = group("rbac.authorization");

export const bindingHooks: KindHooks<Binding> = {
  prepareForCreate: fillGroups,
  prepareForUpdate: (binding, _, context) => fillGroups(binding, context),
  validateUpdate: roleChangeErrors,
  nameFormat: "rbacName",
  columns: bindingColumns,
};

/** References may leave out the group that they name; what it is called depends on the vocabulary. */
function fillGroups({ roleRef, subjects = [] }: Binding, { vocabulary }: HookContext): void {
  const name = vocabulary.bind(rbacGroup);
  roleRef.apiGroup ||= name;
  for (const subject of subjects.filter(isInGroup)) subject.apiGroup ||= name;
}

function isInGroup({ kind }: RbacSubject): boolean {
  return kind === "User" || kind === "Group";
}

function roleChangeErrors({ roleRef }: Binding, old: Binding): FieldError[] {
  if (equalJson(roleRef, old.roleRef)) return [];
  const { apiGroup, kind, name } = roleRef;
  const members = `APIGroup:${goQuote(apiGroup)}, Kind:${goQuote(kind)}, Name:${goQuote(name)}`;
  return [invalidField("roleRef", new GoText(`rbac.RoleRef{${members}}`), "cannot change roleRef")];
}
