/** What is right and wrong with the options of a deletion, whoever sends them. */
import { type FieldError, invalidField, notSupportedField } from "../meta/field-error.ts";

/** Three thousand years: a longer wait would end at a time that no timestamp can show. */
export const gracePeriodSecondsMax = 100_000_000_000;

const policies: readonly string[] = ["Foreground", "Background", "Orphan"];

export interface UncheckedDeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: string;
}

export function deleteOptionErrors(options: UncheckedDeleteOptions): FieldError[] {
  const { propagationPolicy, orphanDependents, gracePeriodSeconds = 0 } = options;
  const errors: FieldError[] = [];
  if (gracePeriodSeconds > gracePeriodSecondsMax) {
    const why = `must be less than or equal to ${gracePeriodSecondsMax}`;
    errors.push(invalidField("gracePeriodSeconds", gracePeriodSeconds, why));
  }
  if (propagationPolicy !== undefined && orphanDependents !== undefined) {
    const why = "orphanDependents and deletionPropagation cannot be both set";
    errors.push(invalidField("propagationPolicy", propagationPolicy, why));
  }
  if (propagationPolicy !== undefined && !policies.includes(propagationPolicy)) {
    errors.push(notSupportedField("propagationPolicy", propagationPolicy, [...policies, "nil"]));
  }
  return errors;
}
