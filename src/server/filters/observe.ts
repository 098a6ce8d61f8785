/** Counts and logs every request after its response is complete. */
import type { Clock } from "../../base/clock.ts";
import type { Filter } from "../chain.ts";
import type { ServerMetrics } from "../metrics.ts";
import type { Call } from "../requests/call.ts";
import { isLongRunning } from "../requests/long-running.ts";

/** Duration above which a request is logged as slow. */
const slowMs = 1000;

/** Returns the filter that reports every request to the metrics. */
export function observe(metrics: ServerMetrics, clock: Clock): Filter {
  const recordEnd = (call: Call): void => {
    const durationMs = clock.monotonicMs() - call.startedMs;
    metrics.countRequest(call, durationMs);
    if (durationMs > slowMs && !isLongRunning(call)) logSlow(call, durationMs);
  };
  return (call, next) => {
    call.onEnd(recordEnd);
    return next(call);
  };
}

function logSlow(call: Call, durationMs: number): void {
  call.logger.info("slow request", {
    id: call.id,
    method: call.method,
    path: call.rawPath,
    code: call.status,
    traceId: call.trace?.id,
    durationMs: Math.round(durationMs),
  });
}
