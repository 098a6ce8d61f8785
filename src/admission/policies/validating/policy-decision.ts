/** The decisions of a policy about a request, with one set of parameters. */
import type { StatusReason } from "../../../meta/status.ts";

/** The decision of one validation. */
export interface PolicyDecision {
  /** Whether the validation is not met. An error counts as not met unless the policy ignores failures. */
  readonly isDenied: boolean;
  /** Whether the validation could not be evaluated. */
  readonly isError: boolean;
  /** Empty if the validation is met. */
  readonly message: string;
  /** Undefined for errors. */
  readonly reason?: StatusReason;
  readonly durationMs: number;
}

/** The value of an annotation, or why it has none. */
export interface AnnotationDecision {
  readonly key: string;
  /** Undefined: the event does not get the annotation. */
  readonly value: string | undefined;
  /** Undefined if the annotation could be evaluated, or if the policy ignores failures. */
  readonly error: string | undefined;
  readonly durationMs: number;
}

/** All decisions of a policy. */
export interface PolicyResult {
  /** In the order of the validations. */
  readonly decisions: readonly PolicyDecision[];
  readonly annotations: readonly AnnotationDecision[];
}
