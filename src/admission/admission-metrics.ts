/** Metrics of admission, with the names and buckets of the reference. */
import type { Clock } from "../base/clock.ts";
import { Histogram, type MetricRegistry, Summary } from "../base/metrics.ts";
import type { AdmissionOperation } from "./plugin.ts";

/** A phase of admission: changes first, then checks of the object that will be stored. */
export type AdmissionPhase = "admit" | "validate";

/** The outcome of a plugin or of a whole phase. */
export interface AdmissionOutcome {
  readonly phase: AdmissionPhase;
  readonly operation: AdmissionOperation;
  readonly isRejected: boolean;
  readonly durationMs: number;
}

/** The reference's age of observations for quantiles: five hours. */
const ageMsMax = 5 * 60 * 60 * 1000;
const buckets = [0.005, 0.025, 0.1, 0.5, 1, 2.5];

/** Counts the calls of plugins and the phases. */
export class AdmissionMetrics {
  readonly #plugins;
  readonly #phases;
  readonly #phaseQuantiles;

  constructor(registry: MetricRegistry, clock: Pick<Clock, "monotonicMs">) {
    this.#plugins = registry.add(
      new Histogram({
        name: "apiserver_admission_controller_admission_duration_seconds",
        help:
          "Admission controller latency histogram in seconds, identified by name and broken out for each operation and " +
          "API resource and type (validate or admit).",
        stability: "STABLE",
        labels: ["name", "operation", "rejected", "type"],
        buckets,
      }),
    );
    this.#phases = registry.add(
      new Histogram({
        name: "apiserver_admission_step_admission_duration_seconds",
        help:
          "Admission sub-step latency histogram in seconds, broken out for each operation and API resource and step type " +
          "(validate or admit).",
        stability: "STABLE",
        labels: ["operation", "rejected", "type"],
        buckets,
      }),
    );
    this.#phaseQuantiles = registry.add(
      new Summary(
        {
          name: "apiserver_admission_step_admission_duration_seconds_summary",
          help:
            "Admission sub-step latency summary in seconds, broken out for each operation and API resource and step type " +
            "(validate or admit).",
          stability: "ALPHA",
          labels: ["operation", "rejected", "type"],
          quantiles: [0.5, 0.9, 0.99],
          ageMsMax,
        },
        clock,
      ),
    );
  }

  /** Counts a call of a plugin. */
  countPlugin(name: string, { phase, operation, isRejected, durationMs }: AdmissionOutcome): void {
    this.#plugins.observe([name, operation, String(isRejected), phase], durationMs / 1000);
  }

  /** Counts a phase with all its plugins. */
  countPhase({ phase, operation, isRejected, durationMs }: AdmissionOutcome): void {
    const labels = [operation, String(isRejected), phase];
    this.#phases.observe(labels, durationMs / 1000);
    this.#phaseQuantiles.observe(labels, durationMs / 1000);
  }
}
