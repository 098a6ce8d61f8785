/** Progress messages of a soak. */
import type { Audience } from "./audience.ts";
import type { Faults } from "./faults.ts";
import type { Samples } from "./samples.ts";
import type { Traffic } from "./traffic.ts";

/** Prints a message to standard error. */
export function say(text: string): void {
  process.stderr.write(`soak: ${text}\n`);
}

/** Sources of the figures in progress messages. */
export interface Progress {
  readonly traffic: Traffic;
  readonly audience: Audience;
  readonly samples: Samples;
  readonly faults: Faults;
}

/** Prints figures at intervals, until the returned timer is cleared. */
export function tellProgress({ traffic, audience, samples, faults }: Progress, everyMs: number): NodeJS.Timeout {
  let events = 0;
  let requests = 0;
  return setInterval(() => {
    const sample = samples.all.at(-1);
    if (!sample) return;
    const perSecond = (count: number): number => Math.round((count * 1000) / everyMs);
    say(
      `${(sample.seconds / 60).toFixed(1)} min: ${perSecond(traffic.requests - requests)} requests/s, ` +
        `${perSecond(audience.tallies.events - events)} events/s, memory ${(sample.anonymousBytes / 1e6).toFixed(1)} MB, ` +
        `store ${(sample.storeBytes / 1e6).toFixed(1)} MB, ${audience.tallies.gone} gone, ${audience.tallies.endedForLag} lagged, ` +
        `${faults.count} faults`,
    );
    events = audience.tallies.events;
    requests = traffic.requests;
  }, everyMs);
}
