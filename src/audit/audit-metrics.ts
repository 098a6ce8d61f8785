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

  /** Counters of the levels, since the first request of each. */
  readonly #levelCells = new Map<AuditLevel, { value: number }>();
  readonly #eventCell = this.#events.cell([]);

  /** Adds the metrics to a registry. */
  register(registry: MetricRegistry): void {
    for (const metric of [this.#events, this.#errors, this.#levels, this.#rejected]) registry.add(metric);
    // The reference shows this counter and that of the events from the start.
    this.#rejected.add([], 0);
  }

  /** Counts an event. */
  countEvent(): void {
    this.#eventCell.value++;
  }

  /** Counts the level of a request. */
  countLevel(level: AuditLevel): void {
    let cell = this.#levelCells.get(level);
    if (!cell) {
      cell = this.#levels.cell([level]);
      this.#levelCells.set(level, cell);
    }
    cell.value++;
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
