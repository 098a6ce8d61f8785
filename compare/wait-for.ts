/** Waits of recorders for the state of a server. */
import { setTimeout as sleep } from "node:timers/promises";

const pollMs = 50;
const patienceMs = 60_000;

/** Resolves once the condition holds. @throws Error after a minute. @param what the condition as a sentence, for the error */
export async function waitFor(condition: () => Promise<boolean>, what: string): Promise<void> {
  const endMs = performance.now() + patienceMs;
  while (!(await condition())) {
    if (performance.now() > endMs) throw new Error(`still not after ${patienceMs / 1000} s: ${what}`);
    await sleep(pollMs);
  }
}
