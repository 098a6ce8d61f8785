import type { Latency } from "./job.ts";

/** Sorts what it is given. */
export function latencyOf(durationsMs: number[]): Latency {
  durationsMs.sort((a, b) => a - b);
  const at = (share: number): number => durationsMs[Math.floor((durationsMs.length - 1) * share)] ?? Number.NaN;
  return { p50: at(0.5), p99: at(0.99), max: at(1) };
}

/** The share of one core that this process has used. */
export function cpuShareSince(before: NodeJS.CpuUsage, seconds: number): number {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6 / seconds;
}
