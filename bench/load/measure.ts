import { cpuSecondsOf } from "../process.ts";
import type { LatencyPercentiles } from "./job.ts";

/** Returns percentiles of the durations. Sorts the array. */
export function latencyOf(durationsMs: number[]): LatencyPercentiles {
  durationsMs.sort((a, b) => a - b);
  const at = (share: number): number => durationsMs[Math.floor((durationsMs.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Duration of a measurement, and the processor time that was used meanwhile. */
export interface Usage {
  readonly seconds: number;
  /** Processor time of this process. */
  readonly generatorCpuSeconds: number;
  /** Processor time of the server's processes. */
  readonly serverCpuSeconds: number;
}

/** Starts a measurement. Returns a function that returns the usage since then. */
export function startUsage(serverPids: readonly number[] = []): () => Usage {
  const startMs = performance.now();
  const cpuBefore = process.cpuUsage();
  const serverCpuBefore = cpuSecondsOf(serverPids);
  return () => {
    const { user, system } = process.cpuUsage(cpuBefore);
    return {
      seconds: (performance.now() - startMs) / 1000,
      generatorCpuSeconds: (user + system) / 1e6,
      serverCpuSeconds: cpuSecondsOf(serverPids) - serverCpuBefore,
    };
  };
}
