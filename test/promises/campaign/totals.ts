/** Numbers of a campaign. */
import type { History } from "../history/history.ts";
import { acknowledgedWrites } from "../recorder/record.ts";

/** Numbers of the histories of one set-up. */
export class Totals {
  histories = 0;
  operations = 0;
  acknowledgedWrites = 0;
  unknownOutcomes = 0;
  watches = 0;
  events = 0;
  violations = 0;
  checkMs = 0;
  readonly startedMs = performance.now();
  /** Number of histories by the name of their fault. */
  readonly faults = new Map<string, number>();

  /** Adds a history. @param faultName undefined if the history had no fault */
  add(history: History, faultName: string | undefined): void {
    const { operations, watches } = history;
    this.histories++;
    this.operations += operations.length;
    this.acknowledgedWrites += acknowledgedWrites(history);
    this.unknownOutcomes += operations.filter(({ outcome }) => outcome.kind === "unknown").length;
    this.watches += watches.length;
    this.events += watches.reduce((sum, { items }) => sum + items.length, 0);
    if (faultName !== undefined) this.faults.set(faultName, (this.faults.get(faultName) ?? 0) + 1);
  }

  /** Returns the numbers as a sentence. */
  describe(): string {
    const seconds = Math.round((performance.now() - this.startedMs) / 1000);
    const faults = [...this.faults].map(([name, count]) => `${count} ${name}`).join(", ") || "none";
    return (
      `${this.histories} histories, ${this.violations} with violations; ${this.operations} operations ` +
      `(${this.acknowledgedWrites} acknowledged writes, ${this.unknownOutcomes} unknown outcomes), ` +
      `${this.watches} watches with ${this.events} events; faults: ${faults}; ` +
      `${seconds} s, of which ${(this.checkMs / 1000).toFixed(1)} s for checking`
    );
  }
}
