/**
 * Valid objects of every kind, each changed in one to six places as its schema suggests, for creates, updates and writes
 * of subresources that take the whole object. Every request is a dry run.
 */
import type { Random } from "../../src/base/random.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { type KindDeclaration, structInVocabulary } from "../../src/schema/index.ts";
import { oneOf, shuffled } from "../random-choices.ts";
import type { ComparedServer, Scenario, Suite } from "../suite.ts";
import { crossedObject } from "../validation/crossed-objects.ts";
import { mutationsOf } from "../validation/mutations.ts";
import {
  collectionOf,
  creatableKinds,
  groupVersionOf,
  textForScenario,
  type ValidObject,
  validObjects,
} from "../validation/valid-objects.ts";

/** Number of changed objects in one scenario. */
const bodiesPerScenario = 12;
/** Number of those with values in other fields. */
const crossedPerScenario = 4;
/** Largest number of changes of such an object. */
const crossingsMax = 4;

/** Paths in the schemas of custom types, which need the engine for custom types. */
export const schemasOfCustomTypes = /\.openAPIV3Schema\./;

/** Creates, updates, and writes of a subresource by its name. */
export type Write = "create" | "update" | "status" | (string & {});

/** Field validation of the requests. Most are strict, because unknown fields then count. */
const fieldValidations = ["Strict", "Strict", "Strict", "Warn", "Ignore"] as const;

/** Sends invalid objects of every kind, derived from valid ones by the schema. */
export const validation: Suite = {
  name: "validation",
  covers:
    "creates, updates and status writes of valid objects of every kind, changed by their schema or with values at other places",
  usesNamespaces: true,
  rewriteBody: withoutBackgroundWork,
  standardCount: 250,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let round = 1; ; round++) {
      for (const kind of shuffled(creatableKinds(), random)) {
        for (const write of writesOf(kind)) {
          const [rich, ...others] = validObjects(kind);
          const object = others.length > 0 && random.below(4) === 0 ? others[0] : rich;
          if (!object) continue;
          const requests = pickRequests(kind, object, write, random);
          const title = `${write} of a changed ${kind.kind} in ${groupVersionOf(kind)}, round ${round}`;
          yield { title, run: (server) => sendChanged(server, { kind, object, write, requests }) };
        }
      }
    }
  },
};

/** Controllers in the reference that write conditions into statuses shortly after an object's creation. */
const backgroundManagers = ["kube-apiserver", "api-priority-and-fairness-config-consumer-v1"];

interface Owner {
  readonly manager?: string;
  readonly fieldsV1?: Record<string, Record<string, unknown> | undefined>;
}

/**
 * Removes the conditions that controllers in the reference have written, and the resulting versions. The time of these
 * writes is random.
 */
export function withoutBackgroundWork(text: string): string {
  if (!/^\{"kind":"(APIService|FlowSchema)"/.test(text)) return text;
  const object = JSON.parse(text) as { metadata: Record<string, unknown>; status?: Record<string, unknown> };
  const owners = object.metadata["managedFields"];
  if (Array.isArray(owners)) {
    const others = owners.filter(({ manager }: Owner) => !backgroundManagers.includes(manager ?? ""));
    for (const { fieldsV1 } of others as Owner[]) delete fieldsV1?.["f:status"]?.["f:conditions"];
    object.metadata["managedFields"] = others;
  }
  delete object.metadata["resourceVersion"];
  delete object.status?.["conditions"];
  return JSON.stringify(object);
}

/** Returns the writes of a kind: of the object, and of the subresources whose bodies are whole objects. */
export function writesOf({ verbs, subresources }: KindDeclaration): readonly Write[] {
  const { status, others = {} } = subresources;
  if (!verbs.includes("update")) return ["create"];
  return ["create", "update", ...(status === undefined ? [] : ["status"]), ...Object.keys(others)];
}

/** Returns the parts of an object that a write does not change. One scenario in four changes them nevertheless. */
function keptFields(write: Write, random: Random): readonly string[] {
  if (random.below(4) === 0) return [];
  return write === "status" ? ["spec", "data", "metadata"] : write === "create" || write === "update" ? ["status"] : [];
}

/** A changed object and how its unknown fields count. */
export interface ChangedRequest {
  readonly body: string;
  readonly fieldValidation: (typeof fieldValidations)[number];
}

function pickRequests(
  kind: KindDeclaration,
  object: ValidObject,
  write: Write,
  random: Random,
): readonly ChangedRequest[] {
  const schema = structInVocabulary(kind.schema, vocabularies.kubernetes);
  const kept = keptFields(write, random);
  const options = { changesPerPlace: 2, keptFields: kept, fillsAbsentFields: true, combinations: 40 };
  const all = mutationsOf(schema, object, random, options).filter(({ shape }) => !schemasOfCustomTypes.test(shape));
  const crossed = Array.from({ length: isCrossed(kind) ? crossedPerScenario : 0 }, () =>
    JSON.stringify(crossedObject({ schema, object, random }, 1 + random.below(crossingsMax))),
  );
  const bodies = shuffled(all, random)
    .slice(0, bodiesPerScenario - crossed.length)
    .map(({ body }) => body);
  return [...bodies, ...crossed].map((body) => ({ body, fieldValidation: oneOf(random, fieldValidations) }));
}

/** Whether values of the kind are moved to other fields. Schemas of custom types cannot be values of other fields. */
function isCrossed({ kind }: KindDeclaration): boolean {
  return kind !== "CustomResourceDefinition";
}

/** Writes of changed objects in one scenario. */
export interface ChangedObjects {
  readonly kind: KindDeclaration;
  readonly object: ValidObject;
  readonly write: Write;
  readonly requests: readonly ChangedRequest[];
}

/** Sends the changed objects as dry runs. Updates apply to an object that the scenario creates and deletes. */
export async function sendChanged(
  server: ComparedServer,
  { kind, object, write, requests }: ChangedObjects,
): Promise<void> {
  const collection = collectionOf(kind, server.namespace);
  const own = (text: string): string => textForScenario(text, kind, object, server);
  const query = "?dryRun=All&fieldValidation=";
  const headers = { "content-type": "application/json" };
  if (write === "create") {
    for (const { body, fieldValidation } of requests) {
      await server.send(collection + query + fieldValidation, { method: "POST", headers, body: own(body) });
    }
    return;
  }
  const created = await server.prepare(collection, { method: "POST", headers, body: own(JSON.stringify(object)) });
  const path = `${collection}/${created.json.metadata.name as string}`;
  const withVersion = async (text: string): Promise<string> => {
    // Only kinds without unconditional updates require the version.
    if (kind.rules.unconditionalUpdate) return text;
    // A controller of the reference may have changed the object.
    const { json } = await server.prepare(path);
    return text.replace('"metadata":{', `"metadata":{"resourceVersion":"${json.metadata.resourceVersion as string}",`);
  };
  for (const { body, fieldValidation } of requests) {
    const target = `${path}${write === "update" ? "" : `/${write}`}${query}${fieldValidation}`;
    await server.send(target, { method: "PUT", headers, body: await withVersion(own(body)) });
  }
  await server.prepare(path, { method: "DELETE" });
}
