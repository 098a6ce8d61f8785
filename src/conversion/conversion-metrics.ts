/** Metrics of conversions by webhooks, with the reference's names and descriptions. */
import {
  Counter,
  Histogram,
  type HistogramDefinition,
  type MetricDefinition,
  type MetricRegistry,
} from "../base/metrics.ts";

/** Why a request to a webhook failed. */
export type ConversionFailure =
  /** No request was sent. */
  | "conversion_webhook_request_failure"
  /** There is no response. */
  | "conversion_webhook_call_failure"
  /** The response is no review, or says that the conversion failed. */
  | "conversion_webhook_malformed_response_failure"
  /** The response has another number of objects. */
  | "conversion_webhook_partial_response_failure"
  /** An object in the response cannot be the converted object. */
  | "conversion_webhook_invalid_converted_object_failure";

const requests: MetricDefinition<"failure_type" | "result"> = {
  name: "apiserver_conversion_webhook_request_total",
  help: "Counter for conversion webhook requests with success/failure and failure error type",
  stability: "ALPHA",
  labels: ["failure_type", "result"],
};

const requestDurations: HistogramDefinition<"failure_type" | "result"> = {
  name: "apiserver_conversion_webhook_duration_seconds",
  help: "Conversion webhook request latency",
  stability: "ALPHA",
  labels: ["failure_type", "result"],
  buckets: [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30, 45, 60],
};

const typeDurations: HistogramDefinition<"crd_name" | "from_version" | "succeeded" | "to_version"> = {
  name: "apiserver_crd_conversion_webhook_duration_seconds",
  help: "CRD webhook conversion duration in seconds",
  stability: "ALPHA",
  labels: ["crd_name", "from_version", "succeeded", "to_version"],
  buckets: Array.from({ length: 15 }, (_, index) => 0.001 * 2 ** index),
};

/** A conversion of some objects of one type. */
export interface MeasuredConversion {
  readonly definitionName: string;
  readonly fromVersion: string;
  readonly toVersion: string;
  /** Undefined if it succeeded. */
  readonly failure: ConversionFailure | undefined;
  readonly durationMs: number;
}

/** Counts the requests to conversion webhooks, and measures their durations. */
export class ConversionMetrics {
  readonly #requests: Counter;
  readonly #requestDurations: Histogram;
  readonly #typeDurations: Histogram;

  constructor(registry: MetricRegistry) {
    this.#requests = registry.add(new Counter(requests));
    this.#requestDurations = registry.add(new Histogram(requestDurations));
    this.#typeDurations = registry.add(new Histogram(typeDurations));
  }

  count({ definitionName, fromVersion, toVersion, failure, durationMs }: MeasuredConversion): void {
    const seconds = durationMs / 1000;
    const labels = [failure ?? "", failure ? "failure" : "success"];
    this.#requests.add(labels);
    this.#requestDurations.observe(labels, seconds);
    this.#typeDurations.observe([definitionName, fromVersion, String(!failure), toVersion], seconds);
  }
}
