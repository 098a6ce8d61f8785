/** What roles may say. */
import type { ClusterRole, PolicyRule, Role } from "../../api/index.ts";
import { type FieldError, invalidField, requiredField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { readSelector } from "../meta/selectors.ts";
import { at, collect } from "../reporting.ts";

export function roleErrors({ rules }: Role): FieldError[] {
  return ruleErrors(rules, { namespaced: true });
}

export function clusterRoleErrors({ rules, aggregationRule }: ClusterRole): FieldError[] {
  const errors = ruleErrors(rules, { namespaced: false });
  if (!aggregationRule) return errors;
  const { clusterRoleSelectors = [] } = aggregationRule;
  const path = "aggregationRule.clusterRoleSelectors";
  if (clusterRoleSelectors.length === 0) {
    errors.push(requiredField(path, "at least one clusterRoleSelector required if aggregationRule is non-nil"));
  }
  clusterRoleSelectors.forEach((selector, index) => {
    // What could not be made of it is shown: nothing.
    if (!readSelector(selector)) {
      errors.push(invalidField(`${path}[${index}]`, null, "invalid label selector."));
    }
  });
  return errors;
}

/** @param scope of the role: paths belong to no namespace */
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
  const refusePaths = (why: string): void => {
    context.report(invalidField(at(context, "nonResourceURLs"), nonResourceURLs, why));
  };
  demand("verbs", verbs, "verbs must contain at least one value");
  if (nonResourceURLs.length === 0) {
    demand("apiGroups", apiGroups, "resource rules must supply at least one api group");
    demand("resources", resources, "resource rules must supply at least one resource");
    return;
  }
  if (namespaced) refusePaths("namespaced rules cannot apply to non-resource URLs");
  if (apiGroups.length + resources.length + resourceNames.length > 0) {
    refusePaths("rules cannot apply to both regular resources and non-resource URLs");
  }
}
