/**
 * Requests that the server has put off are made again when it says so: 429, and whatever carries `Retry-After`, for such
 * a request has had no effect. And, if wished, no more requests than so many a second.
 */
import { type Clock, sleep, systemClock } from "../base/clock.ts";
import { TokenBucket } from "./queue/rate-limiter.ts";
import { retryAfterSecondsOf } from "./read-answer.ts";
import type { Transport, TransportResponse } from "./transport.ts";

/** How patient a client is. */
export interface RetryOptions {
  /** Default: the system's. */
  readonly clock?: Clock;
  /** How often a request is made again at most. Default: 10. */
  readonly retriesMax?: number;
  /** How long one wait may be. Default: 60 s. */
  readonly waitMaxMs?: number;
  /** Requests a second, and how many may come at once after a pause. Default: no bound. */
  readonly rate?: { readonly perSecond: number; readonly burst: number };
}

export function retrying(transport: Transport, options: RetryOptions = {}): Transport {
  const { clock = systemClock, retriesMax = 10, waitMaxMs = 60_000, rate } = options;
  const bucket = rate && new TokenBucket(clock, rate.perSecond, rate.burst);
  return {
    close: () => transport.close(),
    async send(request) {
      for (let retries = 0; ; retries++) {
        if (bucket) await sleep(clock, bucket.takeMs(), request.signal);
        const response = await transport.send(request);
        const waitMs = waitOf(response);
        if (waitMs === undefined || retries >= retriesMax || waitMs > waitMaxMs) return response;
        await discard(response);
        await sleep(clock, waitMs, request.signal);
      }
    },
  };
}

/** Undefined: the answer stands. */
function waitOf(response: TransportResponse): number | undefined {
  const { status, headers } = response;
  const isPutOff = status === 429 || (status >= 500 && headers["retry-after"] !== undefined);
  return isPutOff ? (retryAfterSecondsOf(response) ?? 1) * 1000 : undefined;
}

/** A connection can be used again only when the answer has been read. */
async function discard({ body }: TransportResponse): Promise<void> {
  for await (const _ of body);
}
