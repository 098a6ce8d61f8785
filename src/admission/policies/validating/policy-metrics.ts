/** Metrics of validating policies, with the names and buckets of the reference. */
import { Counter, Histogram, type MetricRegistry } from "../../../base/metrics.ts";

/** The effect of a decision. */
export type Enforcement = "allow" | "deny" | "audit" | "warn";

/** A decision of a policy through one of its bindings. */
export interface MeasuredDecision {
  readonly policy: string;
  readonly binding: string;
  readonly message: string;
  readonly durationMs: number;
}

/** Counts decisions, and measures the evaluation of single validations. */
export class PolicyMetrics {
  readonly #checks;
  readonly #seconds;

  constructor(registry: MetricRegistry) {
    const labels = ["enforcement_action", "error_type", "policy", "policy_binding"] as const;
    this.#checks = registry.add(
      new Counter({
        name: "apiserver_validating_admission_policy_check_total",
        help: "Validation admission policy check total, labeled by policy and further identified by binding and enforcement action taken.",
        stability: "BETA",
        labels,
      }),
    );
    this.#seconds = registry.add(
      new Histogram({
        name: "apiserver_validating_admission_policy_check_duration_seconds",
        help:
          "Validation admission latency for individual validation expressions in seconds, labeled by policy and further " +
          "including binding and enforcement action taken.",
        stability: "BETA",
        labels,
        buckets: [0.0000005, 0.001, 0.01, 0.1, 1],
      }),
    );
  }

  /** Counts the effect of a decision. Requests that pass a validation without an error are not counted, as in the reference. */
  count({ policy, binding, message, durationMs }: MeasuredDecision, enforcement: Enforcement): void {
    const labels = [enforcement, errorType(message), policy, binding];
    this.#checks.add(labels);
    this.#seconds.observe(labels, durationMs / 1000);
  }
}

/** As in the reference, a validation that is false counts as an invalid one. */
function errorType(message: string): string {
  if (message.startsWith("compilation")) return "compile_error";
  if (message.startsWith("validation failed due to running out of cost budget")) return "out_of_budget";
  return "invalid_error";
}
