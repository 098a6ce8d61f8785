/** Records and checks many histories of one set-up, and prints the violations. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { type Random, seededRandom } from "../../../src/base/random.ts";
import { checkHistory } from "../checker/check-history.ts";
import { renderCounterexample } from "../checker/render.ts";
import { shrink } from "../checker/shrink.ts";
import type { History } from "../history/history.ts";
import { oneOf } from "../recorder/choices.ts";
import { ClientPool } from "../recorder/client-pool.ts";
import { type RecordOptions, record } from "../recorder/record.ts";
import type { Setup } from "../setups/setups.ts";
import type { SystemFault, SystemUnderTest } from "../setups/system.ts";
import { Totals } from "./totals.ts";

/** Size and choices of a campaign. */
export interface CampaignOptions {
  readonly setup: Pick<Setup, "name" | "parallelHistories" | "start">;
  readonly histories: number;
  /** Seed of the first history. The next history has the next seed. */
  readonly seed: number;
  /** Ends the campaign early. */
  readonly deadlineMs: number;
  /** Share of the histories with a fault, in percent. */
  readonly faultPercent: number;
  /** Name of the only fault. Undefined for all faults of the set-up. */
  readonly fault: string | undefined;
  /** Ends the campaign after the first violation. */
  readonly stopsAtViolation: boolean;
  readonly say: (line: string) => void;
}

/** Number of histories after which a new, empty system starts. */
const historiesPerSystem = 500;
const progressIntervalMs = 20_000;
/** Time limit of one history. On a busy machine, a history with a fault takes some seconds. */
const historyMaxMs = 90_000;
/** Folder of histories that violate a promise. */
const violationFolder = join(import.meta.dirname, "../../../.cache/promises");

/** Runs a campaign. */
export async function runCampaign(options: CampaignOptions): Promise<Totals> {
  const totals = new Totals();
  let nextProgressMs = performance.now() + progressIntervalMs;
  let nextSeed = 0;
  const isOver = (): boolean =>
    nextSeed >= options.histories ||
    performance.now() >= options.deadlineMs ||
    (options.stopsAtViolation && totals.violations > 0);
  while (!isOver()) {
    await using system = await options.setup.start();
    await using pool = new ClientPool(system);
    let count = 0;
    const work = async (): Promise<void> => {
      while (count++ < historiesPerSystem && !isOver()) {
        await runOne(pool, options, totals, options.seed + nextSeed++);
        if (performance.now() < nextProgressMs) continue;
        nextProgressMs = performance.now() + progressIntervalMs;
        options.say(`${options.setup.name}: ${totals.describe()}`);
      }
    };
    await Promise.all(Array.from({ length: options.setup.parallelHistories }, work));
  }
  return totals;
}

async function runOne(pool: ClientPool, options: CampaignOptions, totals: Totals, seed: number): Promise<void> {
  const recordOptions = chooseSize(seed, pool.system, options);
  const history = await recordOrExplain(pool, recordOptions, options);
  totals.add(history, recordOptions.fault?.name);
  const startMs = performance.now();
  const violations = checkHistory(history);
  totals.checkMs += performance.now() - startMs;
  if (violations.length === 0) return;
  totals.violations++;
  options.say(describeViolation(history, seed, options));
}

async function recordOrExplain(
  pool: ClientPool,
  recordOptions: RecordOptions,
  { setup }: CampaignOptions,
): Promise<History> {
  const timeLimit = new AbortController();
  const isLate = pause(historyMaxMs, undefined, { signal: timeLimit.signal }).then(() => {
    throw new Error(`it took more than ${historyMaxMs / 1000} s`);
  });
  // The timer also rejects when it is cancelled.
  isLate.catch(() => undefined);
  try {
    return await Promise.race([record(pool, recordOptions), isLate]);
  } catch (cause) {
    const { seed, fault } = recordOptions;
    throw new Error(`${setup.name}: the history with seed ${seed} and fault ${fault?.name} was not recorded`, {
      cause,
    });
  }
}

/** Returns the size of a history and its fault. They depend only on the seed. */
function chooseSize(seed: number, { faults }: SystemUnderTest, options: CampaignOptions): RecordOptions {
  const random = seededRandom(seed);
  const possible = faults.filter(({ name }) => options.fault === undefined || name === options.fault);
  return {
    seed,
    namespace: `history-${seed}`,
    clients: 2 + random.below(6),
    watchers: 1 + random.below(4),
    keys: 1 + random.below(4),
    requestsPerClient: 8 + random.below(20),
    fault: chooseFault(random, possible, options.faultPercent),
  };
}

function chooseFault(random: Random, faults: readonly SystemFault[], percent: number): SystemFault | undefined {
  const isFaulty = random.below(100) < percent;
  return isFaulty && faults.length > 0 ? oneOf(random, faults) : undefined;
}

function describeViolation(history: History, seed: number, { setup }: CampaignOptions): string {
  mkdirSync(violationFolder, { recursive: true });
  const path = join(violationFolder, `${setup.name}-${seed}.json`);
  writeFileSync(path, JSON.stringify(history));
  const counterexample = shrink(history);
  const details = counterexample ? renderCounterexample(counterexample) : "";
  return `VIOLATION in ${setup.name} with seed ${seed}; the whole history is in ${path}\n${details}\n`;
}
