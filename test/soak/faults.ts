/** Collects faults. A soak continues after a fault, because the number of faults is informative. */

/** Maximum number of texts that are kept. Further faults are only counted. */
const keptMax = 100;

/** Number of faults and the texts of the first ones. */
export class Faults {
  readonly texts: string[] = [];
  count = 0;

  add(text: string): void {
    this.count++;
    if (this.texts.length >= keptMax) return;
    this.texts.push(text);
    process.stderr.write(`soak: FAULT ${text}\n`);
  }

  /** Runs `work` and records an exception as a fault. */
  async during(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.add(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
}
