/** Rules of node selectors and of affinity. */
import {
  type PodAffinityTerm,
  podAffinityTerm,
  preferredSchedulingTerm,
  weightedPodAffinityTerm,
} from "../../../api/core/v1/affinity.ts";
import {
  type NodeSelector,
  type NodeSelectorRequirement,
  type NodeSelectorTerm,
  nodeSelector,
  nodeSelectorTerm,
} from "../../../api/core/v1/node-selector.ts";
import type { LabelSelector } from "../../../api/index.ts";
import { forbiddenField, invalidField, requiredField } from "../../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at, reportFormat, within } from "../../reporting.ts";

/** Rules of node selectors and affinity terms. */
export const schedulingRules: readonly RuleEntry[] = [
  rulesFor(nodeSelector, { validate: reportTermCount }),
  rulesFor(nodeSelectorTerm, { validate: (term, context) => reportNodeTerm(term, context) }),
  rulesFor(preferredSchedulingTerm, { validate: reportWeight }),
  rulesFor(weightedPodAffinityTerm, { validate: reportWeight }),
  rulesFor(podAffinityTerm, { validate: reportPodTerm, order: ["labelSelector", "namespaceSelector"] }),
];

interface NodeSelectorCheck {
  /** Whether values must be valid label values. */
  readonly checksValues: boolean;
}

/** Reports the errors of a node selector in a field that skips `schedulingRules`, as device claims and slices do. */
export function reportNodeSelector(selector: NodeSelector, context: ValidationContext, check: NodeSelectorCheck): void {
  reportTermCount(selector, context);
  (selector.nodeSelectorTerms ?? []).forEach((term, index) => {
    reportNodeTerm(term, within(context, `nodeSelectorTerms[${index}]`), check);
  });
}

function reportTermCount({ nodeSelectorTerms }: NodeSelector, context: ValidationContext): void {
  if ((nodeSelectorTerms ?? []).length > 0) return;
  context.report(requiredField(at(context, "nodeSelectorTerms"), "must have at least one node selector term"));
}

function reportNodeTerm(
  { matchExpressions = [], matchFields = [] }: NodeSelectorTerm,
  context: ValidationContext,
  check?: NodeSelectorCheck,
): void {
  matchExpressions.forEach((one, index) => {
    const part = `matchExpressions[${index}]`;
    reportExpression(one, context, part);
    if (!check?.checksValues) return;
    (one.values ?? []).forEach((value, at) => reportFormat(context, `${part}.values[${at}]`, "labelValue", value));
  });
  matchFields.forEach((one, index) => reportField(one, context, `matchFields[${index}]`));
}

const badOperator = "not a valid selector operator";

function reportExpression(one: NodeSelectorRequirement, context: ValidationContext, part: string): void {
  const { key, operator, values = [] } = one;
  const path = (): string => at(context, `${part}.values`);
  switch (operator) {
    case "In":
    case "NotIn":
      if (values.length > 0) break;
      context.report(requiredField(path(), "must be specified when `operator` is 'In' or 'NotIn'"));
      break;
    case "Exists":
    case "DoesNotExist":
      if (values.length === 0) break;
      context.report(forbiddenField(path(), "may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
      break;
    case "Gt":
    case "Lt":
      if (values.length === 1) break;
      context.report(requiredField(path(), "must be specified single value when `operator` is 'Lt' or 'Gt'"));
      break;
    default:
      context.report(invalidField(at(context, `${part}.operator`), operator, badOperator));
  }
  reportFormat(context, `${part}.key`, "labelKey", key);
}

/** Reports an invalid requirement on a field. The node's name is the only supported field. */
function reportField(one: NodeSelectorRequirement, context: ValidationContext, part: string): void {
  const { key, operator, values = [] } = one;
  if (operator !== "In" && operator !== "NotIn") {
    context.report(invalidField(at(context, `${part}.operator`), operator, badOperator));
  } else if (values.length !== 1) {
    const why = "must be only one value when `operator` is 'In' or 'NotIn' for node field selector";
    context.report(requiredField(at(context, `${part}.values`), why));
  }
  if (key !== "metadata.name") {
    context.report(invalidField(at(context, `${part}.key`), key, "not a valid field selector key"));
    return;
  }
  values.forEach((value, index) => reportFormat(context, `${part}.values[${index}]`, "dns1123Subdomain", value));
}

function reportWeight({ weight }: { readonly weight: number }, context: ValidationContext): void {
  if (weight >= 1 && weight <= 100) return;
  context.report(invalidField(at(context, "weight"), weight, "must be in the range 1-100"));
}

function reportPodTerm(term: PodAffinityTerm, context: ValidationContext): void {
  const { namespaces = [], topologyKey } = term;
  for (const name of namespaces) reportFormat(context, "namespace", "dns1123Label", name);
  reportKeys(term, "matchLabelKeys", context);
  reportKeys(term, "mismatchLabelKeys", context);
  reportSharedKeys(term, context);
  if (topologyKey === "") context.report(requiredField(at(context, "topologyKey"), "can not be empty"));
  reportFormat(context, "topologyKey", "labelKey", topologyKey);
}

type KeyField = "matchLabelKeys" | "mismatchLabelKeys";

function reportKeys(term: PodAffinityTerm, field: KeyField, context: ValidationContext): void {
  const keys = term[field] ?? [];
  if (keys.length > 0 && !term.labelSelector) {
    context.report(forbiddenField(at(context, field), "must not be specified when labelSelector is not set"));
    return;
  }
  keys.forEach((key, index) => reportFormat(context, `${field}[${index}]`, "labelKey", key));
}

/**
 * Reports keys that occur twice in a term. Own labels were added to the selector on create, so a key that occurs twice
 * in the selector was there before.
 */
function reportSharedKeys(term: PodAffinityTerm, context: ValidationContext): void {
  const { matchLabelKeys = [], mismatchLabelKeys = [], labelSelector } = term;
  const places = new Map(matchLabelKeys.map((key, index) => [key, index]));
  for (const key of repeatedKeys(labelSelector)) {
    const index = places.get(key);
    if (index === undefined) continue;
    const why = "exists in both matchLabelKeys and labelSelector";
    context.report(invalidField(at(context, `[${index}]`), key, why));
  }
  const mismatched = new Set(mismatchLabelKeys);
  matchLabelKeys.forEach((key, index) => {
    if (!mismatched.has(key)) return;
    const why = "exists in both matchLabelKeys and mismatchLabelKeys";
    context.report(invalidField(at(context, `matchLabelKeys[${index}]`), key, why));
  });
}

function repeatedKeys(selector: LabelSelector | undefined): readonly string[] {
  const seen = new Set(Object.keys(selector?.matchLabels ?? {}));
  return (selector?.matchExpressions ?? []).flatMap(({ key }) => {
    const repeated = seen.has(key);
    seen.add(key);
    return repeated ? [key] : [];
  });
}
