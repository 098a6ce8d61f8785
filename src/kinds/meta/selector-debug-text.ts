import type { LabelSelector, LabelSelectorRequirement } from "../../api/index.ts";

/** A selector as Go prints it for people who look for faults: some columns show it so. */
export function selectorDebugText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const labels = Object.keys(matchLabels).sort();
  const pairs = labels.map((key) => `${key}: ${matchLabels[key]},`).join("");
  const requirements = matchExpressions.map((one) => `${requirementText(one)},`).join("");
  return `&LabelSelector{MatchLabels:map[string]string{${pairs}},MatchExpressions:[]LabelSelectorRequirement{${requirements}},}`;
}

function requirementText({ key, operator, values = [] }: LabelSelectorRequirement): string {
  return `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(" ")}],}`;
}
