/** Progress messages of a soak. */

import type { SoakFaults } from "./faults.ts";
import type { Samples } from "./samples.ts";
import type { SoakClients } from "./soak-clients.ts";
import type { Watchers } from "./watchers.ts";

/** Prints a message to standard error. */
export function logProgress(text: string): void {
  process.stderr.write(`soak: ${text}\n`);
}

/** Sources of the figures in progress messages. */
export interface ProgressSources {
  readonly clients: SoakClients;
  readonly watchers: Watchers;
  readonly samples: Samples;
  readonly faults: SoakFaults;
}

/** Prints figures at intervals, until the returned timer is cleared. */
export function startProgressLog(
  { clients, watchers, samples, faults }: ProgressSources,
  everyMs: number,
): NodeJS.Timeout {
  let events = 0;
  let requests = 0;
  return setInterval(() => {
    const sample = samples.all.at(-1);
    if (!sample) return;
    const perSecond = (count: number): number => Math.round((count * 1000) / everyMs);
    logProgress(
      `${(sample.seconds / 60).toFixed(1)} min: ${perSecond(clients.requestCount - requests)} requests/s, ` +
        `${perSecond(watchers.tallies.events - events)} events/s, memory ${(sample.anonymousBytes / 1e6).toFixed(1)} MB, ` +
        `store ${(sample.storeBytes / 1e6).toFixed(1)} MB, ${watchers.tallies.gone} gone, ${watchers.tallies.endedForLag} lagged, ` +
        `${faults.count} faults`,
    );
    events = watchers.tallies.events;
    requests = clients.requestCount;
  }, everyMs);
}
