/**
 * Progress of the setup on standard error. A terminal shows one line that is rewritten every second. A log
 * gets a new line every five seconds.
 */

const terminalIntervalMs = 1_000;
const logIntervalMs = 5_000;
const clearLine = "\r\u001b[K";

export class Progress {
  #intervalMs;
  #isLineOpen = false;

  /** @param {{ intervalMs?: number }} [options] time between two progress lines; the default depends on the output */
  constructor({ intervalMs = process.stderr.isTTY ? terminalIntervalMs : logIntervalMs } = {}) {
    this.#intervalMs = intervalMs;
  }

  /**
   * Prints a line that stays.
   * @param {string} text
   */
  say(text) {
    process.stderr.write(`${this.#isLineOpen ? clearLine : ""}orch: ${text}\n`);
    this.#isLineOpen = false;
  }

  /**
   * Runs `work` and reports when it begins, what it is doing while it runs, and how long it took.
   * @param {string} title
   * @param {(report: (activity: string | (() => string)) => void) => Promise<void>} work calls `report` with its current
   *   activity, or with a function that describes the activity at the time of each progress line
   */
  async step(title, work) {
    const startMs = performance.now();
    /** @type {string | (() => string)} */
    let activity = "";
    const show = () => {
      const described = typeof activity === "string" ? activity : activity();
      this.#update(`${title}${described === "" ? "" : `: ${described}`} (${seconds(startMs).toFixed(0)} s)`);
    };
    this.say(`${title} ...`);
    const timer = setInterval(show, this.#intervalMs);
    try {
      await work((next) => {
        activity = next;
      });
    } finally {
      clearInterval(timer);
    }
    this.say(`${title} took ${seconds(startMs).toFixed(1)} s`);
  }

  /** @param {string} text */
  #update(text) {
    if (!process.stderr.isTTY) return this.say(text);
    process.stderr.write(`${clearLine}orch: ${text}`);
    this.#isLineOpen = true;
  }
}

/** @param {number} startMs */
function seconds(startMs) {
  return (performance.now() - startMs) / 1000;
}
