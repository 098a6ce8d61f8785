/** Collects faults. A soak continues after a fault, because the number of faults is informative. */

/** Maximum number of texts that are kept. Further faults are only counted. */
const textsMax = 100;

/** Number of faults and the texts of the first ones. */
export class SoakFaults {
  readonly texts: string[] = [];
  count = 0;

  add(text: string): void {
    this.count++;
    if (this.texts.length >= textsMax) return;
    this.texts.push(text);
    process.stderr.write(`soak: FAULT ${text}\n`);
  }

  /** Runs `work` and records an exception as a fault. */
  async runAndRecord(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.add(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
}
