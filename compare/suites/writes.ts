/** Writes of one object of every kind: updates, subresources, finalizers and every form of deletion. */
import type { Random } from "../../src/base/random.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { type KindDeclaration, structInVocabulary } from "../../src/schema/index.ts";
import { oneOfEach } from "../../test/support/one-of-each.ts";
import { patchTypes } from "../patch-types.ts";
import { type ScenarioSample, sampleOn } from "../samples.ts";
import { emptiedObjects, type FormOfWrite, writeOf } from "../sequences/emptied-fields.ts";
import { deletionAtOnce, updateText } from "../sequences/object-requests.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../suite.ts";
import {
  collectionOf,
  creatableKinds,
  groupVersionOf,
  textForScenario,
  type ValidObject,
  validObjects,
} from "../validation/valid-objects.ts";

/** Number of writes of emptied fields to one object. */
const emptiedFieldsPerObject = 24;

/**
 * Writes objects and compares their metadata, status and field managers afterwards, and the course of their deletion.
 */
export const writes: Suite = {
  name: "writes",
  covers:
    "updates, emptied fields, status and scale writes, finalizers, and deletions with every option, for every kind",
  usesNamespaces: true,
  standardCount: Infinity,
  *scenarios(random: Random): Iterable<Scenario> {
    for (const sample of oneOfEach) {
      const subject = `a ${sample.kind} in ${sample.apiVersion}`;
      const at = (server: ComparedServer): Written => new Written(server, sampleOn(server, sample));
      yield { title: `updates of ${subject}`, run: (server) => update(at(server)) };
      yield { title: `status and scale of ${subject}`, run: (server) => writeParts(at(server)) };
      yield { title: `deletions of ${subject}`, run: (server) => remove(at(server)) };
    }
    for (const kind of creatableKinds().filter(({ verbs }) => verbs.includes("update"))) {
      const object = validObjects(kind)[0];
      if (!object) continue;
      const title = `emptied fields of a ${kind.kind} in ${groupVersionOf(kind)}`;
      const emptied = emptiedObjects(structInVocabulary(kind.schema, vocabularies.kubernetes), object, random);
      const forms = emptied.slice(0, emptiedFieldsPerObject).map((one) => writeOf(one, random));
      yield { title, run: (server) => empty(server, { kind, object, forms }) };
    }
  },
};

/** An object on one of the two servers. */
class Written {
  readonly server: ComparedServer;
  readonly collection: string;
  readonly path: string;
  readonly body: Json;

  constructor(server: ComparedServer, { collection, name, body }: ScenarioSample) {
    this.server = server;
    this.collection = collection;
    this.path = `${collection}/${name}`;
    this.body = body;
  }

  async create(): Promise<void> {
    await this.server.send(this.collection, { body: this.body });
  }

  async put(body: Json, below = ""): Promise<void> {
    await this.server.send(this.path + below, { method: "PUT", body });
  }

  async merge(body: Json, below = ""): Promise<void> {
    const headers = { "content-type": patchTypes.merge };
    await this.server.send(this.path + below, { method: "PATCH", headers, body });
  }

  async delete(body?: Json, query = ""): Promise<void> {
    await this.server.send(this.path + query, { method: "DELETE", ...(body === undefined ? {} : { body }) });
  }

  /** Returns the object without its version. */
  async read(below = ""): Promise<Json> {
    const { json, status } = await this.server.send(this.path + below);
    if (status !== 200 || !json?.metadata) return undefined;
    return { ...json, metadata: { ...json.metadata, resourceVersion: undefined } };
  }
}

interface EmptyingWrites {
  readonly kind: KindDeclaration;
  readonly object: ValidObject;
  readonly forms: readonly FormOfWrite[];
}

/** Shows which of the writes raise the generation. Some kinds distinguish an empty list from a missing one. */
async function empty(server: ComparedServer, { kind, object, forms }: EmptyingWrites): Promise<void> {
  const collection = collectionOf(kind, server.namespace);
  const own = (body: Json): string => textForScenario(JSON.stringify(body), kind, object, server);
  const { json } = await server.send(collection, { body: JSON.parse(own(object)) });
  const path = `${collection}/${json?.metadata?.name}`;
  for (const { method, type, query, body } of forms) {
    const text = own(body);
    const sent = method === "PUT" ? await updateText(kind, text, () => server.prepare(path)) : text;
    await server.send(path + query, { method, headers: { "content-type": type }, body: sent });
  }
  await server.send(path, { method: "DELETE", body: deletionAtOnce });
}

async function update(object: Written): Promise<void> {
  await object.create();
  await object.put(object.body);
  const read = await object.read();
  if (read) await object.put(read);
  await object.merge({});
  await object.merge({ metadata: { labels: { a: "1" }, annotations: { a: "1" } } });
  await object.merge({ metadata: { managedFields: [] } });
  for (const field of Object.keys(object.body)) {
    if (["apiVersion", "kind", "metadata"].includes(field)) continue;
    const { [field]: _, ...rest } = object.body;
    await object.put(rest);
    await object.put({ ...rest, [field]: Array.isArray(object.body[field]) ? [] : {} });
    await object.put(object.body);
  }
  await object.put({
    ...object.body,
    metadata: { ...object.body.metadata, deletionTimestamp: "2030-01-01T00:00:00Z" },
  });
  await object.put({ ...object.body, metadata: { ...object.body.metadata, labels: { "-": "-" } } });
  await object.put({ ...object.body, metadata: { ...object.body.metadata, uid: "other" } });
  await object.put({ ...object.body, metadata: { ...object.body.metadata, resourceVersion: "1" } });
  await object.delete(deletionAtOnce);
}

async function writeParts(object: Written): Promise<void> {
  await object.create();
  for (const part of ["/status", "/scale"]) {
    const read = await object.read(part);
    if (!read) continue;
    await object.put(read, part);
    await object.merge(
      { metadata: { labels: { b: "1" }, annotations: { b: "1" }, finalizers: ["a.example.com/b"] } },
      part,
    );
    await object.merge({ spec: { replicas: 3 } }, part);
    const condition = { type: "Ready", status: "True", lastTransitionTime: "2025-01-01T00:00:00Z" };
    await object.merge({ status: { conditions: [{ ...condition, reason: "Tried", message: "" }] } }, part);
    await object.read();
    await object.merge({ status: null }, part);
  }
  await object.merge({ metadata: { finalizers: null } });
  await object.delete(deletionAtOnce);
  for (const part of ["/status", "/scale"]) await object.put(object.body, part);
}

async function remove(object: Written): Promise<void> {
  await object.create();
  await object.delete(undefined, "?dryRun=All");
  await object.delete({ preconditions: { uid: "other" } });
  await object.delete({ propagationPolicy: "Other" });
  await object.delete({ propagationPolicy: "Orphan", orphanDependents: true });
  await object.merge({ metadata: { finalizers: ["a.example.com/b"] } });
  await object.delete();
  await object.create();
  await object.delete({ propagationPolicy: "Orphan", gracePeriodSeconds: 0 });
  await object.read();
  await object.merge({ metadata: { finalizers: ["a.example.com/b", "c.example.com/d"] } });
  await object.merge({ metadata: { finalizers: null } });
  await object.read();
  for (const propagationPolicy of ["Orphan", "Foreground", "Background"]) {
    await object.create();
    await object.delete({ propagationPolicy, gracePeriodSeconds: 1 });
    await object.read();
    await object.merge({ metadata: { finalizers: null } });
    await object.delete(deletionAtOnce);
  }
  await object.delete();
}
