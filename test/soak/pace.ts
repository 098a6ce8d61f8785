/** How fast operations are begun: as fast as they are done, or at a pace. */
import { setTimeout as pause } from "node:timers/promises";

/** Timers are no finer. */
const tickMs = 5;
/** What is begun and not done, before beginning waits: fewer than the server refuses. */
const underWayMax = 128;

export type Begin = () => Promise<void>;

/** Begins an operation whenever one is done. @returns operations in a second */
export async function asFastAsDone(begin: Begin, atATime: number, ms: number): Promise<number> {
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

export interface PacedResult {
  readonly begun: number;
  /** Operations that could not be begun when they were due: too many were under way. */
  readonly late: number;
}

/** Begins operations at a steady pace, whether those before are done or not, until it is told to stop. */
export async function atAPace(begin: Begin, perSecond: number, stop: AbortSignal): Promise<PacedResult> {
  const startMs = performance.now();
  const underWay = new Set<Promise<void>>();
  let begun = 0;
  let late = 0;
  while (!stop.aborted) {
    const due = Math.floor(((performance.now() - startMs) * perSecond) / 1000);
    for (; begun + late < due; underWay.size < underWayMax ? begun++ : late++) {
      if (underWay.size >= underWayMax) continue;
      const operation = begin().finally(() => underWay.delete(operation));
      underWay.add(operation);
    }
    await pause(tickMs);
  }
  await Promise.all(underWay);
  return { begun, late };
}
