/** Metrics of webhooks, with the names and buckets of the reference. */
import { Counter, Histogram, type MetricRegistry } from "../../base/metrics.ts";
import type { AdmissionPhase } from "../admission-metrics.ts";
import type { AdmissionOperation } from "../plugin.ts";
import { WebhookCallFailure, WebhookRejection } from "./webhook-failure.ts";

/** A call of a webhook. */
export interface MeasuredCall {
  readonly name: string;
  readonly phase: AdmissionPhase;
  readonly operation: AdmissionOperation;
  readonly ignoresFailures: boolean;
  readonly durationMs: number;
  /** Undefined if the webhook allows the request. */
  readonly error: unknown;
}

/** Codes above are counted as this one, so that a webhook cannot create many series. */
const codeMax = 600;
const okCode = 200;

/** Counts and measures the calls of webhooks. */
export class WebhookMetrics {
  readonly #seconds;
  readonly #requests;
  readonly #rejections;
  readonly #ignored;

  constructor(registry: MetricRegistry) {
    this.#seconds = registry.add(
      new Histogram({
        name: "apiserver_admission_webhook_admission_duration_seconds",
        help:
          "Admission webhook latency histogram in seconds, identified by name and broken out for each operation and API " +
          "resource and type (validate or admit).",
        stability: "STABLE",
        labels: ["name", "operation", "rejected", "type"],
        buckets: [0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25],
      }),
    );
    this.#requests = registry.add(
      new Counter({
        name: "apiserver_admission_webhook_request_total",
        help:
          "Admission webhook request total, identified by name and broken out for each admission type (validating or " +
          "admit) and operation. Additional labels specify whether the request was rejected or not and an HTTP status " +
          "code. Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.",
        stability: "ALPHA",
        labels: ["code", "name", "operation", "rejected", "type"],
      }),
    );
    this.#rejections = registry.add(
      new Counter({
        name: "apiserver_admission_webhook_rejection_count",
        help:
          "Admission webhook rejection count, identified by name and broken out for each admission type (validating or " +
          "admit) and operation. Additional labels specify an error type (calling_webhook_error or " +
          "apiserver_internal_error if an error occurred; no_error otherwise) and optionally a non-zero rejection code " +
          "if the webhook rejects the request with an HTTP status code (honored by the apiserver when the code is " +
          "greater or equal to 400). Codes greater than 600 are truncated to 600, to keep the metrics cardinality bounded.",
        stability: "ALPHA",
        labels: ["error_type", "name", "operation", "rejection_code", "type"],
      }),
    );
    this.#ignored = registry.add(
      new Counter({
        name: "apiserver_admission_webhook_fail_open_count",
        help:
          "Admission webhook fail open count, identified by name and broken out for each admission type (validating or " +
          "admit).",
        stability: "ALPHA",
        labels: ["name", "type"],
      }),
    );
  }

  /** Counts a call. */
  count({ name, phase, operation, ignoresFailures, durationMs, error }: MeasuredCall): void {
    // As in the reference, the type of the validating phase is `validating`.
    const type = phase === "validate" ? "validating" : "admit";
    const { errorType, code } = outcomeOf(error);
    const isIgnored = errorType === "calling_webhook_error" && ignoresFailures;
    const rejected = String(error !== undefined && !isIgnored);
    this.#seconds.observe([name, operation, rejected, type], durationMs / 1000);
    this.#requests.add([String(code), name, operation, rejected, type]);
    if (error !== undefined && !isIgnored) this.#rejections.add([errorType, name, operation, String(code), type]);
    if (isIgnored) this.#ignored.add([name, type]);
  }
}

function outcomeOf(error: unknown): { readonly errorType: string; readonly code: number } {
  if (error === undefined) return { errorType: "no_error", code: okCode };
  if (error instanceof WebhookCallFailure) {
    return { errorType: "calling_webhook_error", code: Math.min(error.code, codeMax) };
  }
  if (error instanceof WebhookRejection) {
    return { errorType: "no_error", code: Math.min(error.error.code, codeMax) };
  }
  return { errorType: "apiserver_internal_error", code: 0 };
}
