/**
 * Limits the number of concurrent requests, so that overload causes immediate errors instead of slow responses. Reads
 * and writes have separate limits. Long-running requests and health checks are exempt.
 */

import type { Filter, Next } from "../chain.ts";
import type { ServerMetrics } from "../metrics.ts";
import { PlainTextError } from "../render-error.ts";
import type { Call } from "../requests/call.ts";
import { isLongRunning } from "../requests/long-running.ts";

/** Limits of concurrent requests. `Infinity`: no limit. */
export interface InFlightLimits {
  readonly readsMax: number;
  readonly writesMax: number;
}

interface Pool {
  readonly kind: "readOnly" | "mutating";
  readonly max: number;
  inFlightCount: number;
}

const readVerbs: ReadonlySet<string> = new Set(["get", "list"]);

/**
 * Returns the filter that rejects requests over the limit with 429. It also counts the requests in flight for the
 * metrics.
 */
export function flow(limits: InFlightLimits, metrics: ServerMetrics): Filter {
  const reads: Pool = { kind: "readOnly", max: limits.readsMax, inFlightCount: 0 };
  const writes: Pool = { kind: "mutating", max: limits.writesMax, inFlightCount: 0 };
  const longRunningEnded = (call: Call): void => metrics.changeLongRunning(call, -1);
  return (call, next) => {
    if (isLongRunning(call)) {
      metrics.changeLongRunning(call, 1);
      call.onEnd(longRunningEnded);
      return next();
    }
    if (isHealth(call)) return next();
    return runInPool(readVerbs.has(call.info.verb) ? reads : writes, next, metrics);
  };
}

async function runInPool(pool: Pool, next: Next, metrics: ServerMetrics): Promise<void> {
  if (pool.max > 0 && pool.inFlightCount >= pool.max) {
    throw new PlainTextError(429, "Too many requests, please try again later.\n", { "retry-after": "1" });
  }
  pool.inFlightCount++;
  metrics.changeInFlight(pool.kind, 1);
  try {
    await next();
  } finally {
    pool.inFlightCount--;
    metrics.changeInFlight(pool.kind, -1);
  }
}

function isHealth({ info }: Call): boolean {
  return !info.isResource && /^\/(healthz|livez|readyz)(\/|$)/.test(info.path);
}
