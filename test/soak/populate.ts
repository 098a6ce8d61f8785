/** Creates the objects of a soak, and compares the final state. */
import { seededRandom } from "../../src/base/random.ts";
import { Chronicle } from "./chronicle.ts";
import { listScope } from "./lists.ts";
import type { Population } from "./population.ts";
import { namespaces, scopes } from "./scopes.ts";
import type { Traffic } from "./traffic.ts";
import type { World } from "./world.ts";
import { keyOf } from "./write.ts";
import { create } from "./writes.ts";

/** Creates all objects and returns a chronicle of each scope that starts with its current state. */
export async function populate(
  traffic: Traffic,
  population: Population,
  report: (fault: string) => void,
): Promise<Chronicle[]> {
  for (const name of namespaces) await traffic.ask(201, "/api/v1/namespaces", { body: { metadata: { name } } });
  const world = { traffic, population, chronicles: [], random: seededRandom(1), report, acknowledge: () => undefined };
  const rest = [...population.slots];
  const fill = async (): Promise<void> => {
    for (let slot = rest.pop(); slot; slot = rest.pop()) await create(world, slot);
  };
  await Promise.all(Array.from({ length: 16 }, fill));
  const chronicles: Chronicle[] = [];
  for (const scope of scopes) {
    const { json } = await traffic.ask(200, `${scope.path}?${scope.query}`);
    const items = json.items as { metadata: { namespace: string; name: string; resourceVersion: string } }[];
    const state = new Map(items.map(({ metadata }) => [keyOf(metadata), Number(metadata.resourceVersion)]));
    chronicles.push(new Chronicle(scope, Number(json.metadata.resourceVersion), state, report));
  }
  return chronicles;
}

/** Compares the objects of every scope with the last writes. No operation may be in progress. */
export async function compareAtLast({ traffic, chronicles, population, report }: World): Promise<void> {
  for (const chronicle of chronicles) await listScope((target) => traffic.ask(200, target), chronicle, 500, report);
  for (const slot of population.slots) {
    const key = keyOf(slot);
    const chronicle = chronicles.find(
      ({ scope }) => scope.name === (slot.resource === "configmaps" ? "all" : slot.resource),
    );
    const version = chronicle?.stateAt(Number.POSITIVE_INFINITY).get(key);
    if (version !== slot.version)
      report(`${slot.resource} ${key} is at ${version}, and was written at ${slot.version}`);
  }
}
