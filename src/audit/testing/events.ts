/** Events and reports for tests of backends. */
import { ManualClock } from "../../base/manual-clock.ts";
import { MetricRegistry } from "../../base/metrics.ts";
import { AuditMetrics } from "../audit-metrics.ts";
import { FailureReport } from "../backends/failure-report.ts";
import type { AuditEvent } from "../event.ts";
import type { AuditBackend } from "../sink.ts";

/** Returns an event whose head is `"auditID":"<id>"`. */
export function testEvent(id: string, parts: Partial<AuditEvent> = {}): AuditEvent {
  return {
    level: "RequestResponse",
    head: `"auditID":"${id}"`,
    requestObject: undefined,
    responseObject: undefined,
    times: '"stageTimestamp":"now"',
    annotations: [],
    legacy: `legacy ${id}`,
    ...parts,
  };
}

/** A report, the log lines that it writes, and what it counts. */
export class TestReport {
  readonly clock = new ManualClock();
  readonly lines: string[] = [];
  readonly #registry = new MetricRegistry();
  readonly #metrics = new AuditMetrics();
  readonly report: FailureReport;

  constructor(plugin = "log") {
    this.#metrics.register(this.#registry);
    const log = (message: string, fields: object): void => void this.lines.push(`${message} ${JSON.stringify(fields)}`);
    this.report = new FailureReport({
      plugin,
      metrics: this.#metrics,
      clock: this.clock,
      logger: {
        verbosity: 0,
        setVerbosity: () => undefined,
        info: () => undefined,
        warning: () => undefined,
        error: (message, _cause, fields = {}) => log(message, fields),
        with: () => {
          throw new Error("not used");
        },
      },
    });
  }

  /** Returns the line about lost events in the metrics. Undefined if none are lost. */
  get counted(): string | undefined {
    return this.#registry
      .render()
      .split("\n")
      .find((line) => line.startsWith("apiserver_audit_error_total{"));
  }
}

/** A backend that keeps the ids of its batches. The test can hold it back. */
export class KeptBatches implements AuditBackend {
  readonly batches: string[][] = [];
  isClosed = false;
  hold: Promise<void> = Promise.resolve();

  async store(events: readonly AuditEvent[]): Promise<boolean> {
    this.batches.push(events.map(({ head }) => /"auditID":"(.*)"/.exec(head)?.[1] ?? ""));
    await this.hold;
    return true;
  }

  [Symbol.asyncDispose](): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}
