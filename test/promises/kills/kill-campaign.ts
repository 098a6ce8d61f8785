/**
 * Kills one server, worker or member of etcd in each history. The history itself is checked. From time to time, all
 * objects of all earlier histories are compared with what they were at the end of their history.
 */
import { seededRandom } from "../../../src/base/random.ts";
import { checkHistory } from "../checker/check-history.ts";
import { renderCounterexample } from "../checker/render.ts";
import { shrink } from "../checker/shrink.ts";
import type { History, Sighting } from "../history/history.ts";
import { oneOf } from "../recorder/choices.ts";
import { ClientPool } from "../recorder/client-pool.ts";
import { perform } from "../recorder/perform.ts";
import { acknowledgedWrites, record } from "../recorder/record.ts";
import type { Setup } from "../setups/setups.ts";

/** Options of a kill campaign. */
export interface KillOptions {
  readonly setup: Setup;
  readonly kills: number;
  readonly seed: number;
  readonly say: (line: string) => void;
}

/** Numbers of a kill campaign. */
export interface KillTotals {
  readonly violations: number;
  readonly acknowledgedWrites: number;
}

/** Number of kills after which all earlier objects are read again. */
const killsPerReview = 10;
const wholeList = { kind: "list", point: { kind: "latest" }, tier: undefined, limit: undefined } as const;

/** Runs a kill campaign. */
export async function runKills({ setup, kills, seed, say }: KillOptions): Promise<KillTotals> {
  await using system = await setup.start();
  await using pool = new ClientPool(system);
  const random = seededRandom(seed);
  const finalStates = new Map<string, string>();
  const causes = system.faults.filter(({ name }) => setup.killFaults.includes(name));
  let violations = 0;
  let writes = 0;
  const startMs = performance.now();
  const report = (problem: string): void => {
    violations++;
    say(`VIOLATION in ${setup.name}: ${problem}`);
  };
  for (let kill = 1; kill <= kills; kill++) {
    const namespace = `kill-${kill}`;
    const sizes = { clients: 8, watchers: 2, keys: 1 + random.below(6), requestsPerClient: 8 + random.below(10) };
    const fault = oneOf(random, causes);
    const history = await record(pool, { seed: seed + kill, namespace, fault, ...sizes });
    writes += acknowledgedWrites(history);
    if (checkHistory(history).length > 0) report(`seed ${seed + kill}, ${fault.name}\n${explain(history)}`);
    finalStates.set(namespace, lastList(history));
    if (kill % killsPerReview !== 0 && kill !== kills) continue;
    for (const [name, expected] of finalStates) {
      const outcome = await pool.withClient(random, (client) => perform(client, name, wholeList));
      const found = outcome.kind === "list" ? textOf(outcome.pages.flatMap(({ items }) => items)) : outcome.kind;
      if (found !== expected) report(`${name} changed after its history: ${found} instead of ${expected}`);
    }
    const seconds = Math.round((performance.now() - startMs) / 1000);
    say(`${setup.name}: ${kill} kills, ${writes} acknowledged writes, ${violations} violations, ${seconds} s`);
  }
  return { violations, acknowledgedWrites: writes };
}

function explain(history: History): string {
  const counterexample = shrink(history);
  return counterexample ? renderCounterexample(counterexample) : "";
}

/** Returns the objects of the list that ends every history. */
function lastList({ operations }: History): string {
  const last = operations.findLast(({ outcome }) => outcome.kind === "list")?.outcome;
  return last?.kind === "list" ? textOf(last.pages.flatMap(({ items }) => items)) : "";
}

function textOf(items: readonly Sighting[]): string {
  return items.map(({ key, revision, value }) => `${key}=${value} at ${revision}`).join(", ");
}
