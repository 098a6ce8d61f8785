/**
 * Repeats requests that the server has rejected for now: responses with status 429 and server errors, if they have
 * `Retry-After`. The server has not performed such a request. A 429 without it is final, such as that of an eviction
 * that a PodDisruptionBudget forbids. Optionally limits the rate of requests.
 * @see k8s.io/client-go/rest/with_retry.go checkWait
 */
import { type Clock, systemClock } from "../base/clock.ts";
import { TokenBucket } from "../base/token-bucket.ts";
import { pause } from "./pause.ts";
import { retryAfterSecondsOf } from "./read-response.ts";
import type { Transport, TransportResponse } from "./transport.ts";

/** Options for retries and for the rate of requests. */
export interface RetryOptions {
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** Maximum number of retries of a request. Default: 10. */
  readonly retriesMax?: number;
  /** Maximum delay before a retry. A response that requests a longer one is returned to the caller. Default: 60,000. */
  readonly waitMaxMs?: number;
  /** Maximum requests per second, and how many may exceed the rate at once. Default: no limit. */
  readonly rate?: { readonly perSecond: number; readonly burst: number };
}

/** Returns a transport that repeats rejected requests of `transport`. */
export function retrying(transport: Transport, options: RetryOptions = {}): Transport {
  const { clock = systemClock, retriesMax = 10, waitMaxMs = 60_000, rate } = options;
  const bucket = rate && new TokenBucket(clock, rate.perSecond, rate.burst);
  return {
    close: () => transport.close(),
    async send(request) {
      for (let retries = 0; ; retries++) {
        if (bucket) await pause(clock, bucket.takeMs(), request.signal);
        const response = await transport.send(request);
        const waitMs = retryDelayMs(response);
        if (waitMs === undefined || retries >= retriesMax || waitMs > waitMaxMs) return response;
        await discard(response);
        await pause(clock, waitMs, request.signal);
      }
    },
  };
}

/** Returns the delay before the retry, in milliseconds. Undefined if the response is final. */
function retryDelayMs(response: TransportResponse): number | undefined {
  const { status, headers } = response;
  const isRejectedForNow = (status === 429 || status >= 500) && headers["retry-after"] !== undefined;
  return isRejectedForNow ? (retryAfterSecondsOf(response) ?? 1) * 1000 : undefined;
}

/** Reads the rest of the body, because the connection is reusable only after that. */
async function discard({ body }: TransportResponse): Promise<void> {
  for await (const _ of body);
}
