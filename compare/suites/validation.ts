/**
 * Valid objects of every kind, each changed in one place as its schema suggests, for creates, updates and writes of the
 * status. Every request is a dry run.
 */
import type { Random } from "../../src/base/random.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { type KindDeclaration, spelledIn } from "../../src/schema/index.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";
import { type Mutation, mutationsOf } from "../validation/mutations.ts";
import {
  collectionOf,
  creatableKinds,
  groupVersionOf,
  type ValidObject,
  validObjects,
} from "../validation/valid-objects.ts";

/** Changed objects that one scenario sends. */
const bodiesPerScenario = 12;

/** Schemas of custom types are checked with the engine for custom types. */
const schemasOfCustomTypes = /\.openAPIV3Schema\./;

const writes = ["create", "update", "status"] as const;
type Write = (typeof writes)[number];

/** Sends invalid objects of every kind, made by the schema from valid ones. */
export const validation: Suite = {
  name: "validation",
  covers: "creates, updates and status writes of valid objects of every kind, changed in one place by their schema",
  usesNamespaces: true,
  standardCount: 250,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let round = 1; ; round++) {
      for (const kind of shuffled(creatableKinds(), random)) {
        for (const write of writes) {
          if (!offers(kind, write)) continue;
          const [rich, ...others] = validObjects(kind);
          const object = others.length > 0 && random.below(4) === 0 ? others[0] : rich;
          if (!object) continue;
          const bodies = pickBodies(kind, object, write, random);
          const title = `${write} of a changed ${kind.kind} in ${groupVersionOf(kind)}, round ${round}`;
          yield { title, run: (server) => send(server, { kind, object, write, bodies }) };
        }
      }
    }
  },
};

function offers({ verbs, subresources }: KindDeclaration, write: Write): boolean {
  if (write === "create") return true;
  return verbs.includes("update") && (write === "update" || subresources.status !== undefined);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  const result: T[] = [];
  while (left.length > 0) result.push(...left.splice(random.below(left.length), 1));
  return result;
}

/** The parts of an object that a write leaves alone. */
const keptFields: Readonly<Record<Write, readonly string[]>> = {
  create: ["status"],
  update: ["status"],
  status: ["spec", "data", "metadata"],
};

function pickBodies(kind: KindDeclaration, object: ValidObject, write: Write, random: Random): readonly Mutation[] {
  const schema = spelledIn(kind.schema, vocabularies.kubernetes);
  const options = { changesPerPlace: 2, keptFields: keptFields[write], fillsAbsentFields: true };
  const all = mutationsOf(schema, object, random, options).filter(({ shape }) => !schemasOfCustomTypes.test(shape));
  return shuffled(all, random).slice(0, bodiesPerScenario);
}

interface ChangedObjects {
  readonly kind: KindDeclaration;
  readonly object: ValidObject;
  readonly write: Write;
  readonly bodies: readonly Mutation[];
}

async function send(server: ComparedServer, { kind, object, write, bodies }: ChangedObjects): Promise<void> {
  const collection = collectionOf(kind, server.namespace);
  const own = (text: string): string => ofScenario(text, kind, object, server);
  const query = "?dryRun=All&fieldValidation=Strict";
  const headers = { "content-type": "application/json" };
  if (write === "create") {
    for (const { body } of bodies) await server.send(collection + query, { method: "POST", headers, body: own(body) });
    return;
  }
  const created = await server.prepare(collection, { method: "POST", headers, body: own(JSON.stringify(object)) });
  const path = `${collection}/${created.json.metadata.name as string}`;
  const version = `"resourceVersion":"${created.json.metadata.resourceVersion as string}",`;
  for (const { body } of bodies) {
    const target = `${path}${write === "status" ? "/status" : ""}${query}`;
    const text = own(body);
    // Some kinds demand the version. The others are as well served without.
    const sent = kind.rules.unconditionalUpdate ? text : text.replace('"metadata":{', `"metadata":{${version}`);
    await server.send(target, { method: "PUT", headers, body: sent });
  }
  await server.prepare(path, { method: "DELETE" });
}

/** Names that scenarios run side by side must not share, and the scenario's own namespace. */
export function ofScenario(text: string, kind: KindDeclaration, object: ValidObject, server: ComparedServer): string {
  const inNamespace = text.replaceAll('"namespace":"default"', `"namespace":"${server.namespace}"`);
  if (kind.scope === "Namespaced") return inNamespace;
  const { name } = object.metadata;
  // Some kinds are named by what they hold: a domain that both have becomes the scenario's own.
  if (name.endsWith("example.com")) return inNamespace.replaceAll("example.com", `${server.namespace}.example.com`);
  return inNamespace.replaceAll(`"name":"${name}"`, `"name":"${server.name(name)}"`);
}
