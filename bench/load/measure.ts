import type { LatencyPercentiles } from "./job.ts";

/** Returns percentiles of the durations. Sorts the array. */
export function latencyOf(durationsMs: number[]): LatencyPercentiles {
  durationsMs.sort((a, b) => a - b);
  const at = (share: number): number => durationsMs[Math.floor((durationsMs.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** Returns the processor time of this process since `before`, as a share of one core. */
export function cpuShareSince(before: NodeJS.CpuUsage, seconds: number): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / seconds;
}
