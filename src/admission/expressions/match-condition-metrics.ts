/** Metrics of match conditions, with the names and buckets of the reference. */
import { Counter, Histogram, type MetricRegistry } from "../../base/metrics.ts";
import type { AdmissionPhase } from "../admission-metrics.ts";
import type { AdmissionOperation } from "../plugin.ts";

/** The object that contains the conditions, and the request. */
export interface ConditionSubject {
  readonly kind: "policy" | "webhook";
  readonly name: string;
  readonly operation: AdmissionOperation;
  readonly phase: AdmissionPhase;
}

const explanation = "and broken out for each kind containing matchConditions (webhook or policy), operation and";

/** Measures match conditions. */
export class MatchConditionMetrics {
  readonly #seconds;
  readonly #errors;
  readonly #exclusions;

  constructor(registry: MetricRegistry) {
    const labels = ["kind", "name", "operation", "type"] as const;
    this.#seconds = registry.add(
      new Histogram({
        name: "apiserver_admission_match_condition_evaluation_seconds",
        help: `Admission match condition evaluation time in seconds, identified by name ${explanation} type (validate or admit).`,
        stability: "ALPHA",
        labels,
        buckets: [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25],
      }),
    );
    this.#errors = registry.add(
      new Counter({
        name: "apiserver_admission_match_condition_evaluation_errors_total",
        help: `Admission match condition evaluation errors count, identified by name of resource containing the match condition ${explanation} admission type (validate or admit).`,
        stability: "ALPHA",
        labels,
      }),
    );
    this.#exclusions = registry.add(
      new Counter({
        name: "apiserver_admission_match_condition_exclusions_total",
        help: `Admission match condition evaluation exclusions count, identified by name of resource containing the match condition ${explanation} admission type (validate or admit).`,
        stability: "ALPHA",
        labels,
      }),
    );
  }

  /** Counts an evaluation of all conditions of an object. */
  countEvaluation({ kind, name, operation, phase }: ConditionSubject, durationMs: number): void {
    this.#seconds.observe([kind, name, operation, phase], durationMs / 1000);
  }

  /** Counts a request that an object does not see because of its conditions. */
  countExclusion({ kind, name, operation, phase }: ConditionSubject): void {
    this.#exclusions.add([kind, name, operation, phase]);
  }

  /** Counts a condition that could not be evaluated. */
  countError({ kind, name, operation, phase }: ConditionSubject): void {
    this.#errors.add([kind, name, operation, phase]);
  }
}
