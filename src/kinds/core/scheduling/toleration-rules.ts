/** Rules of tolerations. */
import { type Toleration, toleration } from "../../../api/core/v1/taint.ts";
import { type FieldError, invalidField, notSupportedField } from "../../../meta/field-error.ts";
import { checkFormat } from "../../../meta/formats.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../../schema/index.ts";
import { at, collect, reportFormat } from "../../reporting.ts";

/** Validation of tolerations wherever a schema declares them. */
export const tolerationRules: readonly RuleEntry[] = [rulesFor(toleration, { validate: reportToleration })];

const effects = ["NoSchedule", "PreferNoSchedule", "NoExecute"];

/**
 * Reports an invalid toleration. Annotations hold tolerations, too, and no schema validates them.
 * @param context at the toleration
 */
export function reportToleration(one: Toleration, context: ValidationContext): void {
  const { key = "", effect = "" as Toleration["effect"], tolerationSeconds } = one;
  const operator: string = one.operator ?? "";
  if (key !== "") {
    reportFormat(context, "key", "labelKey", key);
  } else if (operator !== "Exists") {
    const why = 'operator must be Exists when `key` is empty, which means "match all values and all keys"';
    context.report(invalidField(at(context, "operator"), operator, why));
  }
  if (tolerationSeconds !== undefined && effect !== "NoExecute") {
    const why = "effect must be 'NoExecute' when `tolerationSeconds` is set";
    context.report(invalidField(at(context, "effect"), effect, why));
  }
  reportValue(operator, one.value ?? "", context);
  if (effect && !effects.includes(effect)) context.report(notSupportedField(at(context, "effect"), effect, effects));
}

/** Returns the errors of tolerations in a configuration. @param path path of the list */
export function tolerationErrors(tolerations: readonly Toleration[], path: string): readonly FieldError[] {
  return tolerations.flatMap((one, index) => collect((context) => reportToleration(one, context), `${path}[${index}]`));
}

/** Reports an invalid value. The reference reports it with the path of the operator. */
function reportValue(operator: string, value: string, context: ValidationContext): void {
  const path = (): string => at(context, "operator");
  if (operator === "Exists") {
    if (value !== "") context.report(invalidField(path(), value, "value must be empty when `operator` is 'Exists'"));
  } else if (operator === "Equal" || operator === "") {
    const messages = checkFormat("labelValue", value);
    if (messages.length > 0) context.report(invalidField(path(), value, messages.join(";")));
  } else {
    context.report(notSupportedField(path(), operator, ["Equal", "Exists"]));
  }
}
