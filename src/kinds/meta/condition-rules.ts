/** Rules of lists of `meta/v1` conditions. */
import type { Condition } from "../../api/meta/v1/condition.ts";
import { duplicateField, invalidField, requiredField, tooLongField } from "../../meta/field-error.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { repeatIndexes } from "../repeats.ts";
import { at, reportFormat, reportRequiredFormat, reportUnsupported } from "../reporting.ts";

/** Valid statuses of a condition, in the order in which messages list them. */
export const conditionStatuses: readonly string[] = ["False", "True", "Unknown"];

const reasonBytesMax = 1024;
const messageBytesMax = 32_768;

/**
 * Reports invalid conditions.
 * @param part path of the list from the value of `context`
 */
export function reportConditions(
  context: ValidationContext,
  part: string,
  conditions: readonly Condition[] = [],
): void {
  const repeats = repeatIndexes(conditions.map(({ type }) => type));
  conditions.forEach((condition, index) => {
    const item = `${part}[${index}]`;
    if (repeats.has(index)) context.report(duplicateField(at(context, `${item}.type`), condition.type));
    reportCondition(condition, { context, part: item });
  });
}

function reportCondition(condition: Condition, { context, part }: { context: ValidationContext; part: string }): void {
  const { type, status, observedGeneration = 0, lastTransitionTime, reason, message } = condition;
  const path = (field: string): string => at(context, `${part}.${field}`);
  reportFormat(context, `${part}.type`, "labelKey", type);
  reportUnsupported(context, `${part}.status`, status, conditionStatuses);
  if (observedGeneration < 0) {
    const why = "must be greater than or equal to zero";
    context.report(invalidField(path("observedGeneration"), observedGeneration, why));
  }
  if (!lastTransitionTime) context.report(requiredField(path("lastTransitionTime"), "must be set"));
  reportRequiredFormat(context, `${part}.reason`, "conditionReason", reason, "must be set");
  if (Buffer.byteLength(reason) > reasonBytesMax) context.report(tooLongField(path("reason"), reasonBytesMax));
  if (Buffer.byteLength(message) > messageBytesMax) context.report(tooLongField(path("message"), messageBytesMax));
}
