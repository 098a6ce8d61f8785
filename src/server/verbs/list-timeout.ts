/** The time that a client gives a list with `timeoutSeconds`. A watch has a clock of its own. */
import type { Clock } from "../../base/clock.ts";
import { timeout } from "../../meta/status-error.ts";
import type { Call } from "../call.ts";
import { renderError } from "../render-error.ts";

export interface TimeLimit {
  readonly clock: Clock;
  /** Undefined and 0: what every request has. */
  readonly timeoutSeconds: number | undefined;
}

/** Runs what answers the call. When its time is over first, that is answered, or an answer under way broken off. */
export async function answerInTime(
  call: Call,
  { clock, timeoutSeconds = 0 }: TimeLimit,
  answer: () => Promise<void>,
): Promise<void> {
  if (timeoutSeconds <= 0) return await answer();
  using _ = clock.after(timeoutSeconds * 1000, () => {
    const error = timeout("request did not complete within requested timeout - context deadline exceeded");
    if (!call.exchange.answered) renderError(call, error);
    call.abort(error);
  });
  await answer();
}
