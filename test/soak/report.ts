/** Results of a soak, as text and as JSON. */
import type { Latencies } from "./latencies.ts";
import { type MemorySample, memoryInUseBytes, type ResourceSample, type Samples, secondHalf } from "./samples.ts";
import type { WatchCounts } from "./watch-counts.ts";

const megabyte = 1_000_000;

/** All results of a soak. */
export interface SoakResults {
  readonly minutes: number;
  readonly load: number;
  readonly seed: number;
  readonly watchers: number;
  readonly calibration: {
    readonly operationsPerSecond: number;
    readonly serverCpu: number;
    readonly clientCpu: number;
  };
  readonly operationsPerSecond: number;
  readonly lateOperations: number;
  readonly requests: number;
  readonly seconds: number;
  readonly serverCpu: number;
  readonly clientCpu: number;
  readonly reads: Latencies;
  readonly writes: Latencies;
  readonly tallies: WatchCounts;
  readonly logged: ReadonlyMap<string, number>;
  readonly samples: Samples;
  readonly faults: { readonly count: number; readonly texts: readonly string[] };
}

/** Maximum growth of the server's memory, in megabytes per ten minutes. */
export const memoryGrowthMax = 1;
/** Maximum growth of the store's files within the second half, as a ratio. */
export const storeGrowthMax = 1.05;
/**
 * Minimum duration for which growth is judged, in minutes. In a shorter run, the five minutes of history and V8's
 * initial heap growth would look like a leak.
 */
export const growthCheckMinutesMin = 20;

/** Returns the growth of the memory after collections, in megabytes per ten minutes. */
export function memoryGrowth(samples: Samples): number {
  return (samples.slope(memoryInUseBytes) * 600) / megabyte;
}

function anonymousMemoryGrowth(samples: Samples): number {
  return (samples.slope(({ anonymousBytes }) => anonymousBytes) * 600) / megabyte;
}

/** Returns the store's maximum size in the last quarter, divided by that in the third quarter. */
export function storeGrowth({ all }: Samples): number {
  const half = secondHalf(all);
  const middle = Math.floor(half.length / 2);
  const largest = (samples: readonly ResourceSample[]): number =>
    Math.max(...samples.map(({ storeBytes }) => storeBytes));
  return largest(half.slice(middle)) / largest(half.slice(0, middle));
}

/** Returns the results as JSON. */
export function summarize(outcome: SoakResults): object {
  const { reads, writes, logged, samples, calibration, ...rest } = outcome;
  const latency = (latencies: Latencies): object => ({
    count: latencies.count,
    p50Ms: round(latencies.quantile(0.5)),
    p99Ms: round(latencies.quantile(0.99)),
  });
  return {
    measuredAt: new Date().toISOString(),
    ...rest,
    calibration,
    eventsPerSecond: round(outcome.tallies.events / outcome.seconds),
    reads: latency(reads),
    writes: latency(writes),
    logged: Object.fromEntries(logged),
    memory: memoryOf(samples),
    storeGrowth: round(storeGrowth(samples)),
    samples: samples.all,
    afterCollections: samples.kept,
  };
}

function memoryOf(samples: Samples): object {
  const at = (share: number): object => {
    const sample = sampleAt(samples.kept, share);
    if (!sample) return {};
    return { keptMB: round(memoryInUseBytes(sample) / megabyte), anonymousMB: round(sample.anonymousBytes / megabyte) };
  };
  return {
    begin: at(0),
    middle: at(0.5),
    end: at(1),
    keptSlopeMBPer10Minutes: round(memoryGrowth(samples)),
    anonymousSlopeMBPer10Minutes: round(anonymousMemoryGrowth(samples)),
  };
}

/** Returns the sample at a share of the time, from 0 to 1. */
function sampleAt<T>(samples: readonly T[], share: number): T | undefined {
  return samples[Math.floor((samples.length - 1) * share)];
}

/** Returns the results as text. */
export function render(outcome: SoakResults): string {
  const { calibration, tallies, reads, writes, samples, seconds, faults, requests } = outcome;
  const store = (share: number): string => mb(sampleAt(samples.all, share)?.storeBytes);
  const memory = (figure: (sample: MemorySample) => number): string =>
    [0, 0.5, 1]
      .map((share) => mb(samples.kept.length > 0 ? figure(sampleAt(samples.kept, share) as MemorySample) : 0))
      .join(", ");
  const isJudged = outcome.minutes >= growthCheckMinutesMin;
  return [
    `seed                ${outcome.seed}`,
    `capacity            ${round(calibration.operationsPerSecond)} operations/s (server ${percent(calibration.serverCpu)}, clients ${percent(calibration.clientCpu)} of a core)`,
    `load                ${round(outcome.operationsPerSecond)} operations/s (server ${percent(outcome.serverCpu)}, clients ${percent(outcome.clientCpu)}), ${outcome.lateOperations} skipped`,
    `requests            ${requests} in ${Math.round(seconds)} s, ${round(requests / seconds)}/s`,
    `latency, reads      p50 ${round(reads.quantile(0.5))} ms, p99 ${round(reads.quantile(0.99))} ms`,
    `latency, writes     p50 ${round(writes.quantile(0.5))} ms, p99 ${round(writes.quantile(0.99))} ms`,
    `events delivered    ${tallies.events}, ${round(tallies.events / seconds)}/s, to ${outcome.watchers} watchers`,
    `watches             ${tallies.watches} started; ${tallies.endedInTime} ended at their timeout, ${tallies.endedForLag} for lag, ${tallies.brokenOff} closed by their client, ${tallies.gone} responses 410`,
    `states              ${tallies.lists} lists, ${tallies.initialStates} streamed, ${tallies.bookmarks} bookmarks`,
    `memory in use       ${memory(memoryInUseBytes)} at the start, middle and end, after a collection`,
    `  second half       ${round(memoryGrowth(samples))} MB per 10 minutes${isJudged ? `, limit ${memoryGrowthMax}` : ", not checked in such a short run"}`,
    `anonymous memory    ${memory(({ anonymousBytes }) => anonymousBytes)}; ${round(anonymousMemoryGrowth(samples))} MB per 10 minutes in the second half`,
    `store               ${store(0)} at the start, ${store(0.5)} in the middle, ${store(1)} at the end`,
    `log                 ${[...outcome.logged].map(([level, count]) => `${count} ${level}`).join(", ") || "nothing"}`,
    faults.count === 0 ? "no faults" : `${faults.count} FAULTS; the first: ${faults.texts[0]}`,
  ].join("\n");
}

function mb(bytes = 0): string {
  return `${(bytes / megabyte).toFixed(1)} MB`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}

/** Returns the value with four significant digits. */
export function round(value: number): number {
  return Number(value.toPrecision(4));
}
