/**
 * Kills one server, worker or member of etcd in each history. The history itself is checked. From time to time, all
 * objects of all earlier histories are read again. They must be as at the end of their history. Only a write without a response can
 * change them later.
 */
import { seededRandom } from "../../../src/base/random.ts";
import { checkHistory } from "../checker/check-history.ts";
import { renderCounterexample } from "../checker/render.ts";
import { shrink } from "../checker/shrink.ts";
import type { History, Operation, Outcome } from "../history/history.ts";
import type { ApiClient } from "../recorder/api-client.ts";
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
/** Number of the later read of a history, and of its client. Those of recorded operations are smaller. */
const laterId = 1_000_000;
const laterClient = 1_000_000;
const wholeList = { kind: "list", point: { kind: "latest" }, tier: undefined, limit: undefined } as const;

/** Runs a kill campaign. */
export async function runKills({ setup, kills, seed, say }: KillOptions): Promise<KillTotals> {
  await using system = await setup.start();
  await using pool = new ClientPool(system);
  const random = seededRandom(seed);
  const histories = new Map<string, History>();
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
    histories.set(namespace, history);
    if (kill % killsPerReview !== 0 && kill !== kills) continue;
    for (const [name, earlier] of histories) {
      const read = await pool.withClient(random, (client) => readAgain(client, name));
      const [found, expected] = [textOf(read.outcome), lastList(earlier)];
      if (found === expected) continue;
      const longer = { ...earlier, operations: [...earlier.operations, read] };
      if (isExplained(longer)) histories.set(name, longer);
      else report(`${name} changed after its history: ${found} instead of ${expected}\n${explain(longer)}`);
    }
    const seconds = Math.round((performance.now() - startMs) / 1000);
    say(`${setup.name}: ${kill} kills, ${writes} acknowledged writes, ${violations} violations, ${seconds} s`);
  }
  return { violations, acknowledgedWrites: writes };
}

/** Reads all objects of a namespace. */
async function readAgain(client: ApiClient, namespace: string): Promise<Operation> {
  const invokedAt = performance.now();
  const outcome = await perform(client, namespace, wholeList);
  return { id: laterId, client: laterClient, request: wholeList, invokedAt, returnedAt: performance.now(), outcome };
}

/** Whether a history that ends with a later list keeps the promises, because a write without a response took effect late. */
function isExplained(history: History): boolean {
  return history.operations.at(-1)?.outcome.kind === "list" && checkHistory(history).length === 0;
}

function explain(history: History): string {
  const counterexample = shrink(history);
  return counterexample ? renderCounterexample(counterexample) : "";
}

/** Returns the objects of the list that ends every history. */
function lastList({ operations }: History): string {
  const last = operations.findLast(({ outcome }) => outcome.kind === "list");
  return last ? textOf(last.outcome) : "";
}

function textOf(outcome: Outcome): string {
  if (outcome.kind !== "list") return outcome.kind;
  const items = outcome.pages.flatMap((page) => page.items);
  return items.map(({ key, revision, value }) => `${key}=${value} at ${revision}`).join(", ");
}
