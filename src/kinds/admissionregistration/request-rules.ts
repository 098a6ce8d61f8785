/** Rules of the members that select requests, in webhooks and policies. */
import {
  type NamedRuleWithOperations,
  namedRuleWithOperations,
  ruleWithOperations,
} from "../../api/admissionregistration/v1/rule.ts";
import { namedRuleWithOperations as namedRuleV1alpha1 } from "../../api/admissionregistration/v1alpha1/from-v1.ts";
import { duplicateField, invalidField, requiredField } from "../../meta/field-error.ts";
import type { GoText, ShownValue } from "../../meta/go-quote.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { goTextList } from "../meta/go-values.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat, reportUnsupported } from "../reporting.ts";

const scopes = ["*", "Cluster", "Namespaced"];

const ruleOrder = ["resourceNames", "operations", "apiGroups", "apiVersions", "resources", "scope"];

/** Rules of the types that select requests. */
export const requestRules: readonly RuleEntry[] = [
  rulesFor(ruleWithOperations, { validate: reportRequestRule, order: ruleOrder }),
  rulesFor(namedRuleWithOperations, { validate: reportRequestRule, order: ruleOrder }),
  rulesFor(namedRuleV1alpha1, { validate: reportRequestRule, order: ruleOrder }),
];

/** Reports an invalid rule. Rules of webhooks have no resource names. */
function reportRequestRule(rule: NamedRuleWithOperations, context: ValidationContext): void {
  const { resourceNames = [], operations = [], apiGroups = [], apiVersions = [], resources = [], scope } = rule;
  reportNames(resourceNames, context);
  reportList(context, "operations", { list: operations, of: "operations", shown: goOperations(operations) });
  reportList(context, "apiGroups", { list: apiGroups, of: "API groups" });
  reportList(context, "apiVersions", { list: apiVersions, of: "API versions" });
  reportUnset(context, "apiVersions", apiVersions);
  reportResources(resources, context);
  if (scope !== undefined) reportUnsupported(context, "scope", scope, scopes);
}

function goOperations(operations: readonly string[]): GoText {
  return goTextList(operations, "admissionregistration.OperationType");
}

function reportNames(names: readonly string[], context: ValidationContext): void {
  const repeats = repeatIndexes(names);
  names.forEach((name, index) => {
    const part = `resourceNames[${index}]`;
    reportFormat(context, part, "pathSegmentName", name);
    if (repeats.has(index)) context.report(duplicateField(at(context, part), name));
  });
}

interface Listed {
  readonly list: readonly string[];
  /** Name of the items in messages. */
  readonly of: string;
  /** Value that messages show. Default: the list itself. */
  readonly shown?: ShownValue;
}

/** Reports an empty list, and items besides `*`. */
function reportList(context: ValidationContext, part: string, { list, of, shown = list }: Listed): void {
  if (list.length === 0) context.report(requiredField(at(context, part)));
  if (list.length > 1 && list.includes("*")) {
    context.report(invalidField(at(context, part), shown, `if '*' is present, must not specify other ${of}`));
  }
}

function reportUnset(context: ValidationContext, part: string, list: readonly string[]): void {
  list.forEach((text, index) => {
    if (text === "") context.report(requiredField(at(context, `${part}[${index}]`)));
  });
}

function reportResources(resources: readonly string[], context: ValidationContext): void {
  const path = (): string => at(context, "resources");
  if (resources.length === 0) context.report(requiredField(path()));
  reportUnset(context, "resources", resources);
  reportOverlaps(resources, context);
  if (resources.length > 1 && resources.includes("*/*")) {
    context.report(invalidField(path(), resources, "if '*/*' is present, must not specify other resources"));
  }
  // As in the reference, only the last resource without a subresource is compared.
  const last = resources.findLast((resource) => resource !== "" && !resource.includes("/"));
  if (resources.includes("*") && last !== "*") {
    const why = "if '*' is present, must not specify other resources without subresources";
    context.report(invalidField(path(), resources, why));
  }
}

/** Reports subresources that an earlier entry includes by a wildcard. */
function reportOverlaps(resources: readonly string[], context: ValidationContext): void {
  const covered = new Set<string>();
  resources.forEach((entry, index) => {
    const slash = entry.indexOf("/");
    if (slash < 0) return;
    const wildcards = [`${entry.slice(0, slash)}/*`, `*/${entry.slice(slash + 1)}`];
    for (const wildcard of wildcards.filter((one) => covered.has(one))) {
      const why = `if '${wildcard}' is present, must not specify ${entry}`;
      context.report(invalidField(at(context, `resources[${index}]`), entry, why));
    }
    if (entry.includes("*")) covered.add(entry);
  });
}
