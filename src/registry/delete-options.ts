/** Validation of the options of a deletion, for requests and for hooks. */
import { type FieldError, invalidField, notSupportedField } from "../meta/field-error.ts";

/** About three thousand years. A longer grace period would end at a time that no timestamp can express. */
export const gracePeriodSecondsMax = 100_000_000_000;

const policies: readonly string[] = ["Foreground", "Background", "Orphan"];

/** Decoded options of a deletion that have not been validated. */
export interface UncheckedDeleteOptions {
  readonly gracePeriodSeconds?: number;
  readonly orphanDependents?: boolean;
  readonly propagationPolicy?: string;
}

/** Returns the errors in the options of a deletion, in the reference's order and words. */
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
