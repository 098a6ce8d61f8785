import type { LabelSelector, LabelSelectorRequirement } from "../../api/index.ts";

/** Returns a label selector as Go prints it with its types. Some columns show it. */
export function selectorDebugText({ matchLabels = {}, matchExpressions = [] }: LabelSelector): string {
  const labels = Object.keys(matchLabels).sort();
  const pairs = labels.map((key) => `${key}: ${matchLabels[key]},`).join("");
  const requirements = matchExpressions.map((one) => `${requirementText(one)},`).join("");
  return `&LabelSelector{MatchLabels:map[string]string{${pairs}},MatchExpressions:[]LabelSelectorRequirement{${requirements}},}`;
}

function requirementText({ key, operator, values = [] }: LabelSelectorRequirement): string {
  return `LabelSelectorRequirement{Key:${key},Operator:${operator},Values:[${values.join(" ")}],}`;
}
