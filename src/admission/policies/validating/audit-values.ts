/** Annotations of audit events by policies. */
import type { AdmissionRequest } from "../../plugin.ts";

/** Longest value of an annotation, in bytes. */
const valueBytesMax = 10 * 1024;

/** The values of one policy's annotations. Its bindings and parameters can give one annotation several values. */
export class AuditValues {
  readonly #values = new Map<string, Set<string>>();

  /** Adds a value, shortened to the longest that is allowed. */
  add(key: string, value: string): void {
    const bytes = Buffer.from(value);
    const shortened = bytes.length > valueBytesMax ? bytes.subarray(0, valueBytesMax).toString() : value;
    const values = this.#values.get(key);
    if (values) values.add(shortened);
    else this.#values.set(key, new Set([shortened]));
  }

  /** Adds the annotations to the request. */
  publish(policyName: string, request: AdmissionRequest): void {
    for (const [key, values] of this.#values) request.annotate(`${policyName}/${key}`, [...values].join(", "));
  }
}

/** A validation that a request does not meet. */
export interface ValidationFailure {
  readonly message: string;
  readonly policy: string;
  readonly binding: string;
  /** The position of the validation in its policy. */
  readonly expressionIndex: number;
  readonly validationActions: readonly string[];
}

/** Returns the value of the annotation for a failure: a list with one entry, as in the reference. */
export function failureAnnotation(failure: ValidationFailure): string {
  const { message, policy, binding, expressionIndex, validationActions } = failure;
  return JSON.stringify([{ message, policy, binding, expressionIndex, validationActions }]);
}
