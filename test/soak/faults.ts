/** What went wrong. A soak goes on after a fault: how often it happens tells more than that it did. */

/** More are counted, but not kept. */
const keptMax = 100;

export class Faults {
  readonly texts: string[] = [];
  count = 0;

  add(text: string): void {
    this.count++;
    if (this.texts.length >= keptMax) return;
    this.texts.push(text);
    process.stderr.write(`soak: FAULT ${text}\n`);
  }

  /** Takes what was thrown for a fault. */
  async during(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.add(`${what}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    }
  }
}
