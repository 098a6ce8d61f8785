/** All the faults that were asked for, one after another in each copy of the sources. */
import { failuresWithoutFault } from "./baseline.ts";
import type { Fault, FaultRoom, Trial } from "./fault.ts";
import { misfits } from "./fit.ts";
import { describeVerdict } from "./render.ts";
import { SourceCopy } from "./source-copy.ts";
import { type TrialLimits, tryFault } from "./try-fault.ts";

export interface CampaignOptions {
  readonly root: string;
  readonly rooms: readonly FaultRoom[];
  readonly limits: TrialLimits;
  /** How many copies are worked on at a time. */
  readonly lanes: number;
  /** Takes a line of progress. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** Why no fault was planted. */
export class CampaignError extends Error {
  override readonly name = "CampaignError";
}

interface Task {
  readonly room: string;
  readonly fault: Fault;
}

/**
 * @returns how each fault fared, in the order of the catalogue
 * @throws CampaignError when the catalogue is out of date, or tests fail without any fault; the signal's reason
 */
export async function runCampaign(options: CampaignOptions): Promise<Trial[]> {
  const { root, rooms, lanes } = options;
  const outOfDate = misfits(root, rooms);
  if (outOfDate.length > 0) throw new CampaignError(`the catalogue is out of date:\n  ${outOfDate.join("\n  ")}`);
  const tasks = rooms.flatMap(({ room, faults }) => faults.map((fault) => ({ room, fault })));
  await using first = await SourceCopy.of(root);
  await checkBaseline(first, tasks, options);
  const queue = tasks.entries();
  const trials: Trial[] = [];
  const work = async (copy: SourceCopy): Promise<void> => {
    for (const [index, task] of queue) {
      trials[index] = await tryOne(copy, task, options);
      options.say(progressLine(trials, tasks.length, trials[index]));
    }
  };
  const ownCopy = async (): Promise<void> => {
    await using copy = await SourceCopy.of(root);
    await work(copy);
  };
  const others = Array.from({ length: Math.min(lanes, tasks.length) - 1 }, ownCopy);
  // All of them, so that no copy is removed while somebody still works in it.
  const ends = await Promise.allSettled([work(first), ...others]);
  const failure = ends.find((end) => end.status === "rejected");
  if (failure) throw failure.reason;
  return trials;
}

async function checkBaseline(copy: SourceCopy, tasks: readonly Task[], options: CampaignOptions): Promise<void> {
  const { limits, signal, say } = options;
  say("running the tests and checks without any fault ...");
  const faults = tasks.map(({ fault }) => fault);
  const failures = await failuresWithoutFault(copy, faults, limits, signal);
  if (failures.length === 0) return;
  throw new CampaignError(`without any fault, these fail already:\n  ${failures.join("\n  ")}`);
}

async function tryOne(copy: SourceCopy, { room, fault }: Task, options: CampaignOptions): Promise<Trial> {
  const startMs = performance.now();
  const verdict = await tryFault(copy, fault, options.limits, options.signal);
  return { room, fault, verdict, seconds: (performance.now() - startMs) / 1000 };
}

/** @param trials with holes where they are still to come */
function progressLine(trials: readonly Trial[], all: number, { fault, verdict, seconds }: Trial): string {
  const done = Object.keys(trials).length;
  return `${String(done).padStart(String(all).length)}/${all} ${fault.name}: ${describeVerdict(verdict)} (${seconds.toFixed(1)} s)`;
}
