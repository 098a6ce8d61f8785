/** Rules of the subjects and requests that a FlowSchema matches. */
import {
  type NonResourcePolicyRule,
  nonResourcePolicyRule,
  type PolicyRulesWithSubjects,
  policyRulesWithSubjects,
  type ResourcePolicyRule,
  resourcePolicyRule,
} from "../../api/flowcontrol/v1/flow-schema-rule.ts";
import { invalidField, notSupportedField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { goTextList } from "../meta/go-values.ts";
import { at, reportFormat } from "../reporting.ts";

/** Validation of the rules in FlowSchemas: subjects, verbs, resources, paths. */
export const policyRules: readonly RuleEntry[] = [
  rulesFor(policyRulesWithSubjects, {
    validate: reportPolicy,
    order: ["subjects", "", "resourceRules", "nonResourceRules"],
  }),
  rulesFor(resourcePolicyRule, { validate: reportResourceRule }),
  rulesFor(nonResourcePolicyRule, { validate: reportNonResourceRule }),
];

function reportPolicy(rule: PolicyRulesWithSubjects, context: ValidationContext): void {
  const { resourceRules = [], nonResourceRules = [] } = rule;
  if (listOrEmpty(rule.subjects).length === 0) {
    context.report(requiredField(at(context, "subjects"), "subjects must contain at least one value"));
  }
  if (resourceRules.length + nonResourceRules.length === 0) {
    const why = "at least one of resourceRules and nonResourceRules has to be non-empty";
    context.report(requiredField(context.path(), why));
  }
}

/** Returns the list, which is null if the client did not send it. */
function listOrEmpty<T>(list: readonly T[] | null | undefined): readonly T[] {
  return list ?? [];
}

interface Choice {
  readonly field: string;
  readonly values: readonly string[] | null | undefined;
  /** Message for an empty list. */
  readonly needed: string;
  /** Name of the items in the message about an asterisk. */
  readonly others: string;
}

/**
 * Reports an empty list, and an asterisk beside other values. Returns the values, or an empty list if one is an
 * asterisk.
 */
function reportChoice(context: ValidationContext, { field, values, needed, others }: Choice): readonly string[] {
  const list = listOrEmpty(values);
  const path = at(context, field);
  if (list.length === 0) context.report(requiredField(path, needed));
  if (!list.includes("*")) return list;
  if (list.length > 1) {
    const why = `if '*' is present, must not specify other ${others}`;
    context.report(invalidField(path, goTextList(list), why));
  }
  return [];
}

const verbs = ["create", "delete", "deletecollection", "get", "list", "patch", "proxy", "update", "watch"];

function reportVerbs(context: ValidationContext, values: readonly string[]): void {
  const needed = "verbs must contain at least one value";
  const named = reportChoice(context, { field: "verbs", values, needed, others: "verbs" });
  if (named.every((verb) => verbs.includes(verb))) return;
  context.report(notSupportedField(at(context, "verbs"), goTextList(named), verbs));
}

function reportResourceRule(rule: ResourcePolicyRule, context: ValidationContext): void {
  reportVerbs(context, rule.verbs);
  reportChoice(context, {
    field: "apiGroups",
    values: rule.apiGroups,
    needed: "resource rules must supply at least one api group",
    others: "api groups",
  });
  reportChoice(context, {
    field: "resources",
    values: rule.resources,
    needed: "resource rules must supply at least one resource",
    others: "resources",
  });
  if (!rule.clusterScope || listOrEmpty(rule.namespaces).length > 0) reportNamespaces(rule, context);
}

function reportNamespaces({ namespaces }: ResourcePolicyRule, context: ValidationContext): void {
  const named = reportChoice(context, {
    field: "namespaces",
    values: namespaces,
    needed: "resource rules that are not cluster scoped must supply at least one namespace",
    others: "namespaces",
  });
  named.forEach((name, index) => {
    for (const message of checkFormat("dns1123Label", name)) {
      const why = `each member of this list must be '*' or a DNS-1123 label; ${message}`;
      context.report(invalidField(at(context, `namespaces[${index}]`), name, why));
    }
  });
}

function reportNonResourceRule({ verbs, nonResourceURLs }: NonResourcePolicyRule, context: ValidationContext): void {
  reportVerbs(context, verbs);
  const paths = reportChoice(context, {
    field: "nonResourceURLs",
    values: nonResourceURLs,
    needed: "nonResourceURLs must contain at least one value",
    others: "non-resource URLs",
  });
  paths.forEach((path, index) => reportFormat(context, `nonResourceURLs[${index}]`, "nonResourceURLPath", path));
}
