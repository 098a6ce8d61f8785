/** Tries all chosen faults. Each copy of the sources holds one fault at a time. */
import { failuresWithoutFault } from "./baseline.ts";
import type { Fault, FaultRoom, Trial } from "./fault.ts";
import { misfits } from "./fit.ts";
import { describeVerdict } from "./render.ts";
import { SourceCopy } from "./source-copy.ts";
import { type TrialLimits, tryFault } from "./try-fault.ts";

/** Options of `runCampaign`. */
export interface CampaignOptions {
  readonly root: string;
  readonly rooms: readonly FaultRoom[];
  readonly limits: TrialLimits;
  /** Number of copies, which are used in parallel. */
  readonly copies: number;
  /** Prints a line of progress. */
  readonly say: (line: string) => void;
  readonly signal: AbortSignal;
}

/** An error because of which no fault was planted. */
export class CampaignError extends Error {
  override readonly name = "CampaignError";
}

interface Task {
  readonly room: string;
  readonly fault: Fault;
}

/**
 * Returns the outcome of each fault, in the order of the catalogue.
 * @throws CampaignError if the catalogue does not fit the sources or tests fail without a fault; the signal's reason
 */
export async function runCampaign(options: CampaignOptions): Promise<Trial[]> {
  const { root, rooms, copies } = options;
  const outOfDate = misfits(root, rooms);
  if (outOfDate.length > 0)
    throw new CampaignError(`the catalogue does not fit the sources:\n  ${outOfDate.join("\n  ")}`);
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
  const others = Array.from({ length: Math.min(copies, tasks.length) - 1 }, ownCopy);
  // Waits for all, so that no copy is removed while tests still run in it.
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

/** @param trials sparse: faults that are not yet tried are missing */
function progressLine(trials: readonly Trial[], all: number, { fault, verdict, seconds }: Trial): string {
  const done = Object.keys(trials).length;
  return `${String(done).padStart(String(all).length)}/${all} ${fault.name}: ${describeVerdict(verdict)} (${seconds.toFixed(1)} s)`;
}
