/** Runs Node's profilers on this thread, one at a time. */
import type { Session } from "node:inspector/promises";

/** Number of samples of the processor in one profile. A longer profile has longer intervals, so that its end takes little time. */
const samplesMax = 5000;
const shortestIntervalUs = 1000;

/** The use of the processor, the allocations that are still in memory, or all allocations. */
export type ProfileType = "cpu" | "heap" | "allocs";

/** Node's profilers. */
export class Profiler {
  #isRunning = false;

  /** Whether a profile is being taken. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /**
   * Takes a profile. Call it only if none is being taken.
   * @param seconds expected duration
   * @param wait resolves when the profile ends
   * @returns the JSON of the profile
   */
  async run(type: ProfileType, seconds: number, wait: () => Promise<void>): Promise<Buffer> {
    this.#isRunning = true;
    try {
      const { Session } = await import("node:inspector/promises");
      const session = new Session();
      session.connect();
      try {
        return Buffer.from(JSON.stringify(await profileOf[type](session, seconds, wait)));
      } finally {
        session.disconnect();
      }
    } finally {
      this.#isRunning = false;
    }
  }
}

type TakeProfile = (session: Session, seconds: number, wait: () => Promise<void>) => Promise<object>;

const profileOf: Readonly<Record<ProfileType, TakeProfile>> = {
  cpu: async (session, seconds, wait) => {
    await session.post("Profiler.enable");
    const interval = Math.max(shortestIntervalUs, Math.round((seconds * 1e6) / samplesMax));
    await session.post("Profiler.setSamplingInterval", { interval });
    await session.post("Profiler.start");
    await wait();
    const { profile } = await session.post("Profiler.stop");
    await session.post("Profiler.disable");
    return profile;
  },
  heap: (session, _seconds, wait) => sampleHeap(session, false, wait),
  allocs: (session, _seconds, wait) => sampleHeap(session, true, wait),
};

async function sampleHeap(session: Session, withCollected: boolean, wait: () => Promise<void>): Promise<object> {
  await session.post("HeapProfiler.startSampling", {
    includeObjectsCollectedByMajorGC: withCollected,
    includeObjectsCollectedByMinorGC: withCollected,
  });
  await wait();
  const { profile } = await session.post("HeapProfiler.stopSampling");
  return profile;
}
