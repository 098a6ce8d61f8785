/** Rules of label selectors in object form. */
import {
  type LabelSelectorRequirement,
  labelSelector,
  labelSelectorRequirement,
} from "../../api/meta/v1/label-selector.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { reportFormat } from "../reporting.ts";
import { reportLabels } from "./labels.ts";
import { type OperatorOptions, reportOperator } from "./selector-operator.ts";

/** Validation of label selectors and their requirements. */
export const labelSelectorRules: readonly RuleEntry[] = [
  rulesFor(labelSelector, {
    validate: ({ matchLabels }, context) => reportLabels(context, "matchLabels", matchLabels),
  }),
  rulesFor(labelSelectorRequirement, {
    validate: (requirement, context) => reportLabelRequirement(requirement, context),
  }),
];

/** Reports an invalid requirement of a label selector. */
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
