/** Counts events that were not stored, and logs them without flooding the log. */
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { reasonOf } from "../../base/reason-of.ts";
import type { AuditMetrics } from "../audit-metrics.ts";

/** Time between two log lines about one backend. */
const intervalMs = 5000;

/** Services of a `FailureReport`. */
export interface FailureReportOptions {
  /** Name of the part that failed, as metrics show it. */
  readonly plugin: string;
  readonly metrics: Pick<AuditMetrics, "countErrors">;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** The failures of one part. */
export class FailureReport {
  readonly #options: FailureReportOptions;
  #unreported = 0;
  #reason = "";
  #isWaiting = false;

  constructor(options: FailureReportOptions) {
    this.#options = options;
  }

  /** Counts events. The first failure is logged at once, and later ones together after a few seconds. */
  add(events: number, reason: unknown): void {
    const { plugin, metrics, clock } = this.#options;
    metrics.countErrors(plugin, events);
    this.#unreported += events;
    this.#reason = typeof reason === "string" ? reason : reasonOf(reason);
    if (this.#isWaiting) return;
    this.flush();
    this.#isWaiting = true;
    clock.after(intervalMs, () => {
      this.#isWaiting = false;
      this.flush();
    });
  }

  /** Logs the events that were counted since the last log line. */
  flush(): void {
    if (this.#unreported === 0) return;
    const { plugin, logger } = this.#options;
    const [events, reason] = [this.#unreported, this.#reason];
    // The text of the reference, without the events.
    const text = `Error in audit plugin '${plugin}' affecting ${events} audit events: ${reason}`;
    logger.error(text, undefined, { plugin, events });
    this.#unreported = 0;
  }
}
