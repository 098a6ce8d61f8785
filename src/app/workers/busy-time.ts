/** Measures how busy the event loop of this thread is. */
import { performance } from "node:perf_hooks";

/** The share of busy time between two calls. */
export class BusyTime {
  #before = performance.eventLoopUtilization();

  /** Returns the share of the time since the last call in which the event loop was busy, from 0 to 1. */
  share(): number {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, this.#before);
    this.#before = now;
    return utilization;
  }
}
