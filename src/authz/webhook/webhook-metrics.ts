/** Metrics of authorization webhooks, with the reference's names and descriptions. */
import {
  Counter,
  Histogram,
  type HistogramDefinition,
  type MetricDefinition,
  type MetricRegistry,
} from "../../base/metrics.ts";

/** Result of one call. `canceled`: the caller did not wait for it. `error`: there was no usable response. */
export type CallResult = "success" | "timeout" | "error" | "canceled";

const evaluations: MetricDefinition<"name" | "result"> = {
  name: "apiserver_authorization_webhook_evaluations_total",
  help: "Round-trips to authorization webhooks.",
  stability: "ALPHA",
  labels: ["name", "result"],
};

const durations: HistogramDefinition<"name" | "result"> = {
  name: "apiserver_authorization_webhook_duration_seconds",
  help: "Request latency in seconds.",
  stability: "ALPHA",
  labels: ["name", "result"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
};

const failOpens: MetricDefinition<"name" | "result"> = {
  name: "apiserver_authorization_webhook_evaluations_fail_open_total",
  help: "NoOpinion results due to webhook timeout or error.",
  stability: "ALPHA",
  labels: ["name", "result"],
};

const conditionErrors: MetricDefinition<"type" | "name"> = {
  name: "apiserver_authorization_match_condition_evaluation_errors_total",
  help: "Total number of errors when an authorization webhook encounters a match condition error split by authorizer type and name.",
  stability: "ALPHA",
  labels: ["type", "name"],
};

const exclusions: MetricDefinition<"type" | "name"> = {
  name: "apiserver_authorization_match_condition_exclusions_total",
  help: "Total number of exclusions when an authorization webhook is skipped because match conditions exclude it.",
  stability: "ALPHA",
  labels: ["type", "name"],
};

const conditionDurations: HistogramDefinition<"type" | "name"> = {
  name: "apiserver_authorization_match_condition_evaluation_seconds",
  help: "Authorization match condition evaluation time in seconds, split by authorizer type and name.",
  stability: "ALPHA",
  labels: ["type", "name"],
  buckets: [0.001, 0.005, 0.01, 0.025, 0.1, 0.2, 0.25],
};

const authorizerType = "Webhook";

/** Counts calls of authorization webhooks, and evaluations of their match conditions. */
export class AccessWebhookMetrics {
  readonly #evaluations: Counter;
  readonly #durations: Histogram;
  readonly #failOpens: Counter;
  readonly #conditionErrors: Counter;
  readonly #exclusions: Counter;
  readonly #conditionDurations: Histogram;

  constructor(registry: MetricRegistry) {
    this.#evaluations = registry.add(new Counter(evaluations));
    this.#durations = registry.add(new Histogram(durations));
    this.#failOpens = registry.add(new Counter(failOpens));
    this.#conditionErrors = registry.add(new Counter(conditionErrors));
    this.#exclusions = registry.add(new Counter(exclusions));
    this.#conditionDurations = registry.add(new Histogram(conditionDurations));
  }

  /** Counts a call. @param name of the authorizer */
  countCall(name: string, result: CallResult, durationMs: number): void {
    this.#evaluations.add([name, result]);
    this.#durations.observe([name, result], durationMs / 1000);
  }

  /** Counts a failure after which the next authorizer decides. */
  countFailOpen(name: string, result: CallResult): void {
    this.#failOpens.add([name, result]);
  }

  /** Counts an evaluation of all match conditions. */
  countMatch(name: string, { isExcluded, hasErrors }: MatchOutcome, durationMs: number): void {
    const labels = [authorizerType, name];
    this.#conditionDurations.observe(labels, durationMs / 1000);
    if (hasErrors) this.#conditionErrors.add(labels);
    if (isExcluded) this.#exclusions.add(labels);
  }
}

/** The result of an evaluation of all match conditions. */
export interface MatchOutcome {
  /** Whether a condition is false. */
  readonly isExcluded: boolean;
  /** Whether the evaluation of a condition failed, even if another condition is false. */
  readonly hasErrors: boolean;
}
