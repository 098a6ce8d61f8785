/** Starts operations, either at maximum throughput or at a fixed rate. */
import { setTimeout as pause } from "node:timers/promises";

/** Interval at which due operations are started. Timers are not much more precise. */
const tickMs = 5;
/** Maximum number of operations in progress. It is below the server's limit, so that the server rejects none. */
const inProgressMax = 128;

/** Starts an operation. Resolves when it is done. */
export type StartOperation = () => Promise<void>;

/** Runs operations for `ms` milliseconds, always `atATime` concurrently. @returns operations per second */
export async function runAtFullSpeed(begin: StartOperation, atATime: number, ms: number): Promise<number> {
  const begunMs = performance.now();
  let done = 0;
  const chain = async (): Promise<void> => {
    while (performance.now() - begunMs < ms) {
      await begin();
      done++;
    }
  };
  await Promise.all(Array.from({ length: atATime }, chain));
  return (done * 1000) / (performance.now() - begunMs);
}

/** Counts of the operations of a run at a fixed rate. */
export interface PacedResult {
  readonly startedCount: number;
  /** Operations that were skipped, because too many were in progress when they were due. */
  readonly skippedCount: number;
}

/** Starts operations at a fixed rate until `stop` is aborted, without waiting for earlier ones. */
export async function runAtRate(begin: StartOperation, perSecond: number, stop: AbortSignal): Promise<PacedResult> {
  const startMs = performance.now();
  const underWay = new Set<Promise<void>>();
  let startedCount = 0;
  let skippedCount = 0;
  while (!stop.aborted) {
    const due = Math.floor(((performance.now() - startMs) * perSecond) / 1000);
    for (; startedCount + skippedCount < due; underWay.size < inProgressMax ? startedCount++ : skippedCount++) {
      if (underWay.size >= inProgressMax) continue;
      const operation = begin().finally(() => underWay.delete(operation));
      underWay.add(operation);
    }
    await pause(tickMs);
  }
  await Promise.all(underWay);
  return { startedCount, skippedCount };
}
