/** Creates the objects of a soak, and compares the final state. */
import { seededRandom } from "../../src/base/random.ts";
import { keyOf } from "./acknowledged-write.ts";
import { EventHistory } from "./event-history.ts";
import { listScope } from "./lists.ts";
import type { Population } from "./population.ts";
import { namespaces, scopes } from "./scopes.ts";
import type { SoakClients } from "./soak-clients.ts";
import type { SoakContext } from "./soak-context.ts";
import { create } from "./writes.ts";

/** Creates all objects and returns an event history of each scope that starts with its current state. */
export async function populate(
  clients: SoakClients,
  population: Population,
  report: (fault: string) => void,
): Promise<EventHistory[]> {
  for (const name of namespaces) await clients.request(201, "/api/v1/namespaces", { body: { metadata: { name } } });
  const context = { clients, population, histories: [], random: seededRandom(1), report, acknowledge: () => undefined };
  const rest = [...population.slots];
  const fill = async (): Promise<void> => {
    for (let slot = rest.pop(); slot; slot = rest.pop()) await create(context, slot);
  };
  await Promise.all(Array.from({ length: 16 }, fill));
  const histories: EventHistory[] = [];
  for (const scope of scopes) {
    const { json } = await clients.request(200, `${scope.path}?${scope.query}`);
    const items = json.items as { metadata: { namespace: string; name: string; resourceVersion: string } }[];
    const state = new Map(items.map(({ metadata }) => [keyOf(metadata), Number(metadata.resourceVersion)]));
    histories.push(new EventHistory(scope, Number(json.metadata.resourceVersion), state, report));
  }
  return histories;
}

/** Compares the objects of every scope with the last writes. No operation may be in progress. */
export async function compareFinalState({ clients, histories, population, report }: SoakContext): Promise<void> {
  for (const history of histories) await listScope((target) => clients.request(200, target), history, 500, report);
  for (const slot of population.slots) {
    const key = keyOf(slot);
    const history = histories.find(
      ({ scope }) => scope.name === (slot.resource === "configmaps" ? "all" : slot.resource),
    );
    const version = history?.stateAt(Number.POSITIVE_INFINITY).get(key);
    if (version !== slot.version)
      report(`${slot.resource} ${key} is at ${version}, but was last written at ${slot.version}`);
  }
}
