/** Rules of Roles and ClusterRoles. */
import { type ClusterRole, clusterRole, type PolicyRule, type Role } from "../../api/index.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { readSelector } from "../meta/selectors.ts";
import { at, collect } from "../reporting.ts";

/** Returns the errors of a Role. */
export function roleErrors({ rules }: Role): FieldError[] {
  return ruleErrors(rules, { namespaced: true });
}

/** Validation of ClusterRoles: rules and aggregation. */
export const clusterRoleRules: readonly RuleEntry[] = [
  rulesFor(clusterRole.schema, {
    validate: reportClusterRole,
    order: ["rules", { list: "aggregationRule.clusterRoleSelectors", order: ["matchLabels", "matchExpressions", ""] }],
  }),
];

function reportClusterRole({ rules, aggregationRule }: ClusterRole, context: ValidationContext): void {
  for (const error of ruleErrors(rules, { namespaced: false })) context.report(error);
  if (!aggregationRule) return;
  const { clusterRoleSelectors = [] } = aggregationRule;
  const path = "aggregationRule.clusterRoleSelectors";
  if (clusterRoleSelectors.length === 0) {
    const why = "at least one clusterRoleSelector required if aggregationRule is non-nil";
    context.report(requiredField(path, why));
  }
  clusterRoleSelectors.forEach((selector, index) => {
    // The reference shows the parsed selector, which is nil.
    if (!readSelector(selector)) context.report(invalidField(`${path}[${index}]`, null, "invalid label selector."));
  });
}

/** @param scope.namespaced whether it is a Role, which cannot refer to non-resource URLs */
function ruleErrors(rules: readonly PolicyRule[] | null | undefined, scope: { readonly namespaced: boolean }) {
  return (rules ?? []).flatMap((rule, index) =>
    collect((context) => reportRule(rule, scope, context), `rules[${index}]`),
  );
}

function reportRule(
  { verbs, apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [] }: PolicyRule,
  { namespaced }: { readonly namespaced: boolean },
  context: ValidationContext,
): void {
  const demand = (part: string, list: readonly string[] | null, why: string): void => {
    if (!list || list.length === 0) context.report(requiredField(at(context, part), why));
  };
  const rejectPaths = (why: string): void => {
    context.report(invalidField(at(context, "nonResourceURLs"), nonResourceURLs, why));
  };
  demand("verbs", verbs, "verbs must contain at least one value");
  if (nonResourceURLs.length === 0) {
    demand("apiGroups", apiGroups, "resource rules must supply at least one api group");
    demand("resources", resources, "resource rules must supply at least one resource");
    return;
  }
  if (namespaced) rejectPaths("namespaced rules cannot apply to non-resource URLs");
  if (apiGroups.length + resources.length + resourceNames.length > 0) {
    rejectPaths("rules cannot apply to both regular resources and non-resource URLs");
  }
}
