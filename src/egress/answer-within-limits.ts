/** Limits the wait for responses that do not come from a connection. */
import type { Clock } from "../base/clock.ts";
import type { EgressRequest } from "./egress-client.ts";
import { timeoutError } from "./egress-error.ts";
import type { EgressResponse } from "./response-collector.ts";

/**
 * Returns a response that this process creates, with the limits of `EgressClient.request`. The work that creates it may continue
 * after the limit.
 * @param answer creates the response. It is not called if the signal is already aborted
 * @throws EgressError if there is no response within the time limit
 * @throws the signal's reason if it is aborted
 */
export async function answerWithinLimits(
  answer: () => Promise<EgressResponse>,
  { url, method, timeoutMs, signal, connectTo }: EgressRequest,
  clock: Clock,
): Promise<EgressResponse> {
  signal?.throwIfAborted();
  return await new Promise((resolve, reject) => {
    const failed = { method, url, showsPort: connectTo !== undefined };
    const timer = clock.after(timeoutMs, () => end(() => reject(timeoutError(false, failed))));
    const onAbort = (): void => end(() => reject(signal?.reason));
    const end = (settle: () => void): void => {
      timer.cancel();
      signal?.removeEventListener("abort", onAbort);
      settle();
    };
    signal?.addEventListener("abort", onAbort, { once: true });
    answer().then(
      (response) => end(() => resolve(response)),
      (error: unknown) => end(() => reject(error)),
    );
  });
}
