/** Label selectors in their object form, wherever they stand. */
import {
  type LabelSelectorRequirement,
  labelSelector,
  labelSelectorRequirement,
} from "../../api/meta/v1/label-selector.ts";
import { forbiddenField, invalidField, requiredField } from "../../meta/field-error.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at, reportFormat } from "../reporting.ts";
import { reportLabels } from "./labels.ts";

export const labelSelectorRules: readonly RuleEntry[] = [
  rulesFor(labelSelector, {
    validate: ({ matchLabels }, context) => reportLabels(context, "matchLabels", matchLabels),
  }),
  rulesFor(labelSelectorRequirement, { validate: reportRequirement }),
];

function reportRequirement(requirement: LabelSelectorRequirement, context: ValidationContext): void {
  const { key, values = [] } = requirement;
  reportOperator(requirement, context);
  reportFormat(context, "key", "labelKey", key);
  values.forEach((value, index) => reportFormat(context, `values[${index}]`, "labelValue", value));
}

function reportOperator({ operator, values = [] }: LabelSelectorRequirement, context: ValidationContext): void {
  switch (operator) {
    case "In":
    case "NotIn":
      if (values.length > 0) return;
      context.report(requiredField(at(context, "values"), "must be specified when `operator` is 'In' or 'NotIn'"));
      return;
    case "Exists":
    case "DoesNotExist": {
      if (values.length === 0) return;
      const why = "may not be specified when `operator` is 'Exists' or 'DoesNotExist'";
      context.report(forbiddenField(at(context, "values"), why));
      return;
    }
    default:
      context.report(invalidField(at(context, "operator"), operator, "not a valid selector operator"));
  }
}
