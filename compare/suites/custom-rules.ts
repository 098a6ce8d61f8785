/** Random rules of custom types, and writes of random objects that they check. */

import type { JsonObject } from "../../src/base/json-object.ts";
import type { Random } from "../../src/base/random.ts";
import { definitionOf, groupOf } from "../custom-types/definitions.ts";
import { randomRuledSchema, randomSpec } from "../custom-types/random-rules.ts";
import { definitionsPath } from "../definitions/definitions-path.ts";
import { times } from "../random-choices.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";

const rulesPerType = 4;
const createsPerType = 6;
const updatesPerType = 6;

/** The random choices of one scenario. */
interface RuledType {
  readonly schema: JsonObject;
  readonly created: readonly JsonObject[];
  readonly updates: readonly JsonObject[];
}

function randomType(random: Random): RuledType {
  const { schema, names } = randomRuledSchema(random, rulesPerType);
  return {
    schema,
    created: times(createsPerType, () => randomSpec(names, random)),
    updates: times(updatesPerType, () => randomSpec(names, random)),
  };
}

async function write(server: ComparedServer, { schema, created, updates }: RuledType): Promise<void> {
  const group = groupOf(server);
  const body = definitionOf(group, { versions: [{ schema }] });
  const answer = await server.send(definitionsPath, { body });
  // A rule that does not compile, or that costs too much, is compared by the answer.
  if (answer.status !== 201) return;
  const collection = `/apis/${group}/v1/namespaces/${server.namespace}/widgets`;
  await server.until(collection, ({ status }) => status === 200);
  const object = (spec: object): object => ({
    apiVersion: `${group}/v1`,
    kind: "Widget",
    metadata: { name: "it" },
    spec,
  });
  for (const spec of created) await server.send(`${collection}?dryRun=All`, { body: object(spec) });
  let stored: string | undefined;
  for (const spec of created) {
    const { status, json } = await server.send(collection, { body: object(spec) });
    if (status === 201) stored = json.metadata.resourceVersion;
    if (stored !== undefined) break;
  }
  if (stored === undefined) return;
  for (const spec of updates) {
    const changed = { ...object(spec), metadata: { name: "it", resourceVersion: stored } };
    await server.send(`${collection}/it?dryRun=All`, { method: "PUT", body: changed });
  }
}

/** Rules of custom types. */
export const customRules: Suite = {
  name: "custom-rules",
  covers: "random rules of custom types, and writes of random objects",
  usesNamespaces: true,
  standardCount: 40,
  *scenarios(random): Iterable<Scenario> {
    for (let number = 1; ; number++) {
      const type = randomType(random);
      yield { title: `rules ${number}`, run: (server) => write(server, type) };
    }
  },
};
