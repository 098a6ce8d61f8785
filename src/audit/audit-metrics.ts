/** Metrics of the audit, under the reference's names. */
import { Counter, type MetricRegistry } from "../base/metrics.ts";
import type { AuditLevel } from "./policy/policy.ts";

/** Counts events and their failures. */
export class AuditMetrics {
  readonly #events = new Counter({
    name: "apiserver_audit_event_total",
    help: "Number of audit events that were passed to the backends.",
    stability: "ALPHA",
    labels: [],
  });
  readonly #errors = new Counter({
    name: "apiserver_audit_error_total",
    help: "Number of audit events that were not stored as they should be, by the part that failed.",
    stability: "ALPHA",
    labels: ["plugin"],
  });
  readonly #levels = new Counter({
    name: "apiserver_audit_level_total",
    help: "Number of requests by the level that the audit policy gives them.",
    stability: "ALPHA",
    labels: ["level"],
  });
  readonly #rejected = new Counter({
    name: "apiserver_audit_requests_rejected_total",
    help: "Number of requests that failed because their first audit event could not be stored.",
    stability: "ALPHA",
    labels: [],
  });

  /** Adds the metrics to a registry. */
  register(registry: MetricRegistry): void {
    for (const metric of [this.#events, this.#errors, this.#levels, this.#rejected]) registry.add(metric);
    // The reference shows these counters from the start.
    this.#events.add([], 0);
    this.#rejected.add([], 0);
  }

  /** Counts an event. */
  countEvent(): void {
    this.#events.add();
  }

  /** Counts the level of a request. */
  countLevel(level: AuditLevel): void {
    this.#levels.add([level]);
  }

  /** Counts a request that failed because of the audit. */
  countRejected(): void {
    this.#rejected.add();
  }

  /** Counts events that could not be stored. */
  countErrors(plugin: string, events: number): void {
    this.#errors.add([plugin], events);
  }
}
