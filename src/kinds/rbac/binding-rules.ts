/** Rules of role bindings. Their role is immutable. */
import type { ClusterRoleBinding, RbacSubject, RoleBinding } from "../../api/index.ts";
import type { DeepReadonly } from "../../base/deep-readonly.ts";
import { equalJson } from "../../base/json-tree.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { group } from "../../meta/vocabulary.ts";
import type { HookContext, ValidationContext } from "../../schema/index.ts";
import { at, collect, reportFormat, reportRequiredFormat, reportUnsupported } from "../reporting.ts";

/** A binding of either kind. */
export type AnyRoleBinding = RoleBinding | ClusterRoleBinding;

/** Differences between the two kinds of bindings. */
export interface BindingScope {
  /** Kinds of roles that the binding can refer to. */
  readonly roleKinds: readonly string[];
  /** Whether the binding has a namespace, which is the default for its service accounts. */
  readonly namespaced: boolean;
}

/** API group of roles and bindings. */
export const rbacGroup = group("rbac.authorization");

/** Returns the errors of a new binding. */
export function bindingErrors(
  { roleRef, subjects = [] }: AnyRoleBinding,
  scope: BindingScope,
  { vocabulary }: HookContext,
): FieldError[] {
  const apiGroup = vocabulary.bind(rbacGroup);
  return [
    ...collect((context) => reportRoleRef(roleRef, { ...scope, apiGroup }, context), "roleRef"),
    ...subjects.flatMap((subject, index) =>
      collect((context) => reportSubject(subject, { ...scope, apiGroup }, context), `subjects[${index}]`),
    ),
  ];
}

function reportRoleRef(
  { apiGroup, kind, name }: AnyRoleBinding["roleRef"],
  scope: BindingScope & { readonly apiGroup: string },
  context: ValidationContext,
): void {
  reportUnsupported(context, "apiGroup", apiGroup, [scope.apiGroup]);
  reportUnsupported(context, "kind", kind, scope.roleKinds);
  reportRequiredFormat(context, "name", "rbacName", name);
}

function reportSubject(
  { kind, apiGroup = "", name, namespace = "" }: RbacSubject,
  scope: BindingScope & { readonly apiGroup: string },
  context: ValidationContext,
): void {
  if (name === "") context.report(requiredField(at(context, "name")));
  switch (kind) {
    case "ServiceAccount":
      if (name !== "") reportFormat(context, "name", "dns1123Subdomain", name);
      reportUnsupported(context, "apiGroup", apiGroup, [""]);
      if (!scope.namespaced && namespace === "") context.report(requiredField(at(context, "namespace")));
      return;
    case "User":
    case "Group":
      reportUnsupported(context, "apiGroup", apiGroup, [scope.apiGroup]);
      return;
    default:
      reportUnsupported(context, "kind", kind, ["ServiceAccount", "User", "Group"]);
  }
}

/** Returns the error of a changed role, which is immutable. */
export function roleChangeErrors({ roleRef }: AnyRoleBinding, old: DeepReadonly<AnyRoleBinding>): FieldError[] {
  if (equalJson(roleRef, old.roleRef)) return [];
  const { apiGroup, kind, name } = roleRef;
  const members = `APIGroup:${goQuote(apiGroup)}, Kind:${goQuote(kind)}, Name:${goQuote(name)}`;
  return [invalidField("roleRef", new GoText(`rbac.RoleRef{${members}}`), "cannot change roleRef")];
}
