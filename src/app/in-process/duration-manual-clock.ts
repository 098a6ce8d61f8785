/** The clock that tests move. Durations can be written as in the API. */
import { ManualClock as MillisecondClock } from "../../base/manual-clock.ts";
import { durationMs, parseDuration } from "../../meta/duration.ts";

/**
 * A clock that stands still until a test moves it. It starts at the given time, in milliseconds since the epoch.
 * @example
 * ```ts
 * const clock = new ManualClock(Date.UTC(2030, 0, 1));
 * await using server = await startServer({ clock });
 * await clock.advance("1h");
 * ```
 */
export class DurationManualClock extends MillisecondClock {
  /**
   * Moves time forward. Timers that fall due run in order, each after the promises of the previous one have settled.
   * @param by milliseconds, or a duration: `"5m"`, `"1h30m"`, `"1.5s"`
   * @throws ParseError if the text is not a duration
   */
  override async advance(by: number | string): Promise<void> {
    await super.advance(typeof by === "string" ? durationMs(parseDuration(by)) : by);
  }
}
