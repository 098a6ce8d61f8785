/** The clock that tests of other projects move: durations may be given as the API writes them. */
import { ManualClock as MillisecondClock } from "../../base/manual-clock.ts";
import { durationMs, parseDuration } from "../../meta/duration.ts";

export class DurationManualClock extends MillisecondClock {
  /**
   * Moves time forward, running what falls due, each after the promises of the one before have settled.
   * @param by milliseconds, or a duration's text: `"5m"`, `"1h30m"`, `"1.5s"`
   * @throws ParseError for a text that is no duration
   */
  override async advance(by: number | string): Promise<void> {
    await super.advance(typeof by === "string" ? durationMs(parseDuration(by)) : by);
  }
}
