/** Hooks that RoleBindings and ClusterRoleBindings share. */
import type { RbacSubject } from "../../api/index.ts";
import type { HookContext, KindHooks } from "../../schema/index.ts";
import { authorizeBinding } from "./authorize-binding.ts";
import { bindingColumns } from "./binding-columns.ts";
import { type AnyRoleBinding, type BindingScope, bindingErrors, rbacGroup, roleChangeErrors } from "./binding-rules.ts";

/** Returns the hooks of one of the two kinds. */
export function bindingHooks(scope: BindingScope): KindHooks<AnyRoleBinding> {
  return {
    fillDefaults: fillGroups,
    prepareForCreate: fillGroups,
    prepareForUpdate: (binding, _, context) => fillGroups(binding, context),
    validateCreate: (binding, context) => bindingErrors(binding, scope, context),
    validateUpdate: (binding, old) => roleChangeErrors(binding, old),
    authorizeWrite: authorizeBinding(scope),
    nameFormat: "rbacName",
    columns: bindingColumns,
  };
}

/** Fills in missing API groups of references. The group's name depends on the vocabulary. */
function fillGroups({ roleRef, subjects = [] }: AnyRoleBinding, { vocabulary }: Pick<HookContext, "vocabulary">): void {
  const name = vocabulary.bind(rbacGroup);
  roleRef.apiGroup ||= name;
  for (const subject of subjects.filter(isInGroup)) subject.apiGroup ||= name;
}

function isInGroup({ kind }: RbacSubject): boolean {
  return kind === "User" || kind === "Group";
}
