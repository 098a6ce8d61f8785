/** Rules of match conditions, in webhooks and policies. */
import type { MatchCondition } from "../../api/admissionregistration/v1/match-condition.ts";
import { duplicateField, requiredField, tooManyField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportRequiredFormat } from "../reporting.ts";

const conditionsMax = 64;

/** Reports invalid conditions in the list `matchConditions`. If there are too many, only their number is reported. */
export function reportMatchConditions(conditions: readonly MatchCondition[], context: ValidationContext): void {
  const list = "matchConditions";
  if (conditions.length > conditionsMax) {
    context.report(tooManyField(at(context, list), { count: conditions.length, max: conditionsMax }));
    return;
  }
  const repeats = repeatIndexes(conditions.map(({ name }) => name));
  conditions.forEach(({ name, expression }, index) => {
    const part = `${list}[${index}]`;
    if (expression.trim() === "") context.report(requiredField(at(context, `${part}.expression`)));
    reportRequiredFormat(context, `${part}.name`, "qualifiedName", name);
    if (name !== "" && repeats.has(index)) context.report(duplicateField(at(context, `${part}.name`), name));
  });
}
