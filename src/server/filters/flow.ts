/**
 * Limits the number of concurrent requests. A request over the limit waits for a short time. If too many requests wait,
 * or if the wait takes too long, it is rejected, so that overload does not make all responses slow. Reads and writes
 * have separate limits. Long-running requests and health checks are exempt. Members of `system:masters` take seats, but
 * continue without one if none is free.
 */

import type { Clock } from "../../base/clock.ts";
import { privilegedGroup } from "../../meta/access/privileged-user.ts";
import type { Filter, Next } from "../chain.ts";
import type { ServerMetrics } from "../metrics.ts";
import type { Call } from "../requests/call.ts";
import { isLongRunning } from "../requests/long-running.ts";
import { RequestSeats, type WaitingLimits, waitingLimits } from "../requests/request-seats.ts";

/** Limits of concurrent requests. `Infinity`: no limit. */
export interface InFlightLimits {
  readonly readsMax: number;
  readonly writesMax: number;
  /** Returns the number of processes of the server. Each of them admits an equal share of both limits. Default: 1. */
  readonly processCount?: () => number;
  /** Limits of reads that wait, and of writes that wait. Default: `waitingLimits`. */
  readonly waiting?: WaitingLimits;
}

interface Pool {
  readonly kind: "readOnly" | "mutating";
  readonly seats: RequestSeats;
}

const readVerbs: ReadonlySet<string> = new Set(["get", "list"]);

/**
 * Returns the filter that makes requests over the limit wait, or rejects them with 429. It also counts the requests in
 * flight and those that wait, for the metrics.
 */
export function flow(
  { readsMax, writesMax, processCount = () => 1, waiting = waitingLimits }: InFlightLimits,
  metrics: ServerMetrics,
  clock: Clock,
): Filter {
  const seats = (limit: number): RequestSeats => {
    const seatsMax = (): number => (limit > 0 ? Math.ceil(limit / processCount()) : Infinity);
    return new RequestSeats({ seatsMax, limits: waiting, clock });
  };
  const reads: Pool = { kind: "readOnly", seats: seats(readsMax) };
  const writes: Pool = { kind: "mutating", seats: seats(writesMax) };
  const longRunningEnded = (call: Call): void => metrics.changeLongRunning(call, -1);
  return (call, next) => {
    if (isLongRunning(call)) {
      metrics.changeLongRunning(call, 1);
      call.onEnd(longRunningEnded);
      return next(call);
    }
    if (isHealth(call)) return next(call);
    return runInPool(readVerbs.has(call.info.verb) ? reads : writes, call, next, metrics);
  };
}

async function runInPool({ kind, seats }: Pool, call: Call, next: Next, metrics: ServerMetrics): Promise<void> {
  if (!seats.tryTake()) {
    if (call.user.groups.includes(privilegedGroup)) return await next(call);
    await waitForSeat({ kind, seats }, call, metrics);
  }
  metrics.changeInFlight(kind, 1);
  try {
    await next(call);
  } finally {
    seats.release();
    metrics.changeInFlight(kind, -1);
  }
}

async function waitForSeat({ kind, seats }: Pool, call: Call, metrics: ServerMetrics): Promise<void> {
  metrics.changeWaiting(kind, 1);
  try {
    await seats.wait(call.user.name, call.signal);
  } finally {
    metrics.changeWaiting(kind, -1);
  }
}

function isHealth({ info }: Call): boolean {
  return !info.isResource && /^\/(healthz|livez|readyz)(\/|$)/.test(info.path);
}
