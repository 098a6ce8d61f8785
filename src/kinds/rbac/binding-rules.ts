/** What bindings may say, and that they give the same role for their whole life. */
import type { ClusterRoleBinding, RbacSubject, RoleBinding } from "../../api/index.ts";
import { equalJson } from "../../base/json-tree.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { GoText, goQuote } from "../../meta/go-quote.ts";
import { group } from "../../meta/vocabulary.ts";
import type { HookContext, ValidationContext } from "../../schema/index.ts";
import { at, collect, reportFormat, reportRequiredFormat, reportUnsupported } from "../reporting.ts";

export type Binding = RoleBinding | ClusterRoleBinding;

/** What differs between the two sorts of bindings. */
export interface BindingScope {
  /** The kinds of the roles that may be given. */
  readonly roleKinds: readonly string[];
  /** True where accounts are of the binding's own namespace unless they say otherwise. */
  readonly namespaced: boolean;
}

export const rbacGroup = group("rbac.authorization");

export function bindingErrors(
  { roleRef, subjects = [] }: Binding,
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
  { apiGroup, kind, name }: Binding["roleRef"],
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

export function roleChangeErrors({ roleRef }: Binding, old: Binding): FieldError[] {
  if (equalJson(roleRef, old.roleRef)) return [];
  const { apiGroup, kind, name } = roleRef;
  const members = `APIGroup:${goQuote(apiGroup)}, Kind:${goQuote(kind)}, Name:${goQuote(name)}`;
  return [invalidField("roleRef", new GoText(`rbac.RoleRef{${members}}`), "cannot change roleRef")];
}
