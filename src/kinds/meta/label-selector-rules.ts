/** Label selectors in their object form, wherever they stand. */
import {
  type LabelSelectorRequirement,
  labelSelector,
  labelSelectorRequirement,
} from "../../api/meta/v1/label-selector.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { reportFormat } from "../reporting.ts";
import { reportLabels } from "./labels.ts";
import { type OperatorOptions, reportOperator } from "./selector-operator.ts";

export const labelSelectorRules: readonly RuleEntry[] = [
  rulesFor(labelSelector, {
    validate: ({ matchLabels }, context) => reportLabels(context, "matchLabels", matchLabels),
  }),
  rulesFor(labelSelectorRequirement, {
    validate: (requirement, context) => reportLabelRequirement(requirement, context),
  }),
];

export function reportLabelRequirement(
  requirement: LabelSelectorRequirement,
  context: ValidationContext,
  options: OperatorOptions = {},
): void {
  const { key, values = [] } = requirement;
  reportOperator(requirement, context, options);
  reportFormat(context, "key", "labelKey", key);
  values.forEach((value, index) => reportFormat(context, `values[${index}]`, "labelValue", value));
}
