/**
 * Random sequences of writes to one object of a kind, with several field managers and in every form, until and after
 * its deletion.
 */
import type { Random } from "../../src/base/random.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import { type KindDeclaration, type StructSchema, structInVocabulary } from "../../src/schema/index.ts";
import { patchTypes } from "../patch-types.ts";
import { isOnceIn, oneOf } from "../random-choices.ts";
import {
  type Change,
  jsonPatch,
  mergePatch,
  metadataChange,
  specChange,
  statusChange,
  withChange,
} from "../sequences/changes.ts";
import { randomObjects } from "../sequences/random-objects.ts";
import { bodyFor, subresourceBodies } from "../sequences/subresource-bodies.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../suite.ts";
import { collectionOf, groupVersionOf } from "../validation/valid-objects.ts";

/** Number of steps in one sequence after the creation. */
const stepsPerScenario = 12;

/** Sequences of writes. */
export const sequences: Suite = {
  name: "sequences",
  covers: "random sequences of creates, updates, patches, applies, subresource writes and deletions, for every kind",
  usesNamespaces: true,
  standardCount: 150,
  *scenarios(random: Random): Iterable<Scenario> {
    let count = 0;
    for (const { kind, object, versions } of randomObjects(random, "create")) {
      count++;
      const steps = Array.from({ length: stepsPerScenario }, () => {
        const version = isOnceIn(random, 8) ? oneOf(random, versions) : kind;
        return randomStep(random, {
          kind: version,
          schema: structInVocabulary(version.schema, vocabularies.kubernetes),
        });
      });
      const title = `writes ${count} to a ${kind.kind} in ${groupVersionOf(kind)}`;
      yield { title, run: (server) => play(new Written(server, kind, object), steps) };
    }
  },
};

/** A request of a sequence, which may depend on earlier responses. */
type Step = (object: Written) => Promise<void>;

interface Version {
  readonly kind: KindDeclaration;
  readonly schema: StructSchema;
}

/** The object of a sequence on one of the two servers. */
class Written {
  readonly server: ComparedServer;
  readonly kind: KindDeclaration;
  readonly name: string;
  readonly body: Json;
  /** Last seen state of the object. */
  seen: Json;

  constructor(server: ComparedServer, kind: KindDeclaration, object: Json) {
    const inNamespace = JSON.stringify(object).replaceAll('"namespace":"default"', `"namespace":"${server.namespace}"`);
    const { metadata } = object;
    const isNamedByContent = kind.scope === "Cluster" && metadata.name.endsWith("example.com");
    this.server = server;
    this.kind = kind;
    const text = isNamedByContent
      ? inNamespace.replaceAll("example.com", `${server.namespace}.example.com`)
      : inNamespace;
    this.body = JSON.parse(text);
    if (kind.scope === "Cluster" && !isNamedByContent) this.body.metadata.name = server.name(metadata.name);
    this.name = this.body.metadata.name;
  }

  path(kind: KindDeclaration): string {
    return `${collectionOf(kind, this.server.namespace)}/${this.name}`;
  }

  async send(target: string, method: string, body?: unknown, type = "application/json"): Promise<void> {
    const request = body === undefined ? { method } : { method, headers: { "content-type": type }, body };
    const { json, status } = await this.server.send(target, request);
    if (status < 300 && json?.metadata?.uid) this.seen = json;
  }
}

async function play(object: Written, steps: readonly Step[]): Promise<void> {
  await object.send(collectionOf(object.kind, object.server.namespace), "POST", object.body);
  for (const step of steps) await step(object);
  await object.send(object.path(object.kind), "GET");
}

function randomStep(random: Random, version: Version): Step {
  const steps: readonly ((random: Random, version: Version) => Step)[] = [
    creation,
    update,
    update,
    patchStep,
    patchStep,
    patchStep,
    applyStep,
    applyStep,
    applyStep,
    applyStep,
    partStep,
    partStep,
    otherSubresource,
    deletion,
    resetOfManagers,
  ];
  return oneOf(random, steps)(random, version);
}

/** Options of a write in its query. */
function writeQuery(random: Random, more: readonly string[] = []): string {
  const options = [
    ...more,
    ...(isOnceIn(random, 8) ? ["dryRun=All"] : []),
    ...(isOnceIn(random, 3) ? [`fieldManager=${oneOf(random, ["one", "two", "kubectl"])}`] : []),
    ...(isOnceIn(random, 4) ? [`fieldValidation=${oneOf(random, ["Ignore", "Warn", "Strict"])}`] : []),
  ];
  return options.length === 0 ? "" : `?${options.join("&")}`;
}

function randomChange(random: Random, { schema }: Version): Change {
  return (isOnceIn(random, 2) ? specChange(schema, random) : undefined) ?? metadataChange(random);
}

/** Returns the JSON text of a body. Sometimes adds an unknown or duplicate field. */
function faultyText(random: Random): (body: Json) => Json {
  const fault = random.below(12);
  return (body) => {
    if (fault > 2 || Array.isArray(body)) return body;
    // Only one unknown field, because the reference visits fields in random order and stops at the first unknown one.
    if (fault === 0) return { ...body, metadata: { ...body.metadata, unknown: "x" } };
    if (fault === 1) return `{"kind":"Twice",${JSON.stringify(body).slice(1)}`;
    return { ...body, spec: { ...body.spec, notThere: { a: 1 } } };
  };
}

function creation(random: Random, version: Version): Step {
  const change = randomChange(random, version);
  const query = writeQuery(random);
  const spoil = faultyText(random);
  const isOther = isOnceIn(random, 4);
  return async (object) => {
    const body = withChange(inVersion(object.body, version.kind), change);
    const metadata = isOther ? { ...body.metadata, name: undefined, generateName: "made-" } : body.metadata;
    await object.send(
      `${collectionOf(version.kind, object.server.namespace)}${query}`,
      "POST",
      spoil({ ...body, metadata }),
    );
  };
}

function inVersion(body: Json, kind: KindDeclaration): Json {
  return { ...body, apiVersion: groupVersionOf(kind) };
}

/** Returns a PUT of the last seen object, or of the first one, with a change. */
function update(random: Random, version: Version): Step {
  const change = randomChange(random, version);
  const query = writeQuery(random);
  const spoil = faultyText(random);
  const isFromSeen = !isOnceIn(random, 3);
  const resourceVersion = oneOf<unknown>(random, [undefined, undefined, "same", "same", "1", "0"]);
  const uid = isOnceIn(random, 10) ? "other" : "same";
  return async (object) => {
    const { seen } = object;
    const before =
      isFromSeen && seen?.kind === version.kind.kind && seen.apiVersion === groupVersionOf(version.kind)
        ? seen
        : inVersion(object.body, version.kind);
    const body = withChange(before, change);
    const metadata = {
      ...body.metadata,
      resourceVersion: resourceVersion === "same" ? seen?.metadata.resourceVersion : resourceVersion,
      ...(uid === "same" ? {} : { uid }),
    };
    await object.send(object.path(version.kind) + query, "PUT", spoil({ ...body, metadata }));
  };
}

function patchOf(random: Random, change: Change): { readonly type: string; readonly body: Json } {
  const form = oneOf(random, ["merge", "strategic", "json"] as const);
  const body = form === "json" ? jsonPatch(change, random) : mergePatch(change);
  return { type: patchTypes[form], body: faultyText(random)(body) };
}

function patchStep(random: Random, version: Version): Step {
  const { type, body } = patchOf(random, randomChange(random, version));
  const query = writeQuery(random);
  return (object) => object.send(object.path(version.kind) + query, "PATCH", body, type);
}

/** Returns an apply of the first object or only of its name, with one or two changes. */
function applyStep(random: Random, version: Version): Step {
  const changes = [randomChange(random, version), ...(isOnceIn(random, 2) ? [randomChange(random, version)] : [])];
  const manager = oneOf(random, ["one", "two", "three"]);
  const query = writeQuery(random, [`fieldManager=${manager}`, ...(isOnceIn(random, 2) ? ["force=true"] : [])]);
  const isWhole = !isOnceIn(random, 4);
  const spoil = faultyText(random);
  return async (object) => {
    const head = { apiVersion: groupVersionOf(version.kind), kind: version.kind.kind, metadata: { name: object.name } };
    const base = isWhole ? { ...object.body, ...head } : head;
    const { status: _, ...body } = changes.reduce(withChange, base);
    await object.send(
      object.path(version.kind) + query.replace(/&fieldManager=\w+/, ""),
      "PATCH",
      spoil(body),
      patchTypes.apply,
    );
  };
}

/** Returns a write of the status or the scale, in a random form. */
function partStep(random: Random, version: Version): Step {
  const { status, scale } = version.kind.subresources;
  const part = scale && (!status || isOnceIn(random, 3)) ? "scale" : "status";
  const query = writeQuery(random);
  const replicas: Change = { path: ["spec", "replicas"], value: oneOf<unknown>(random, [0, 2, 5, -1, null]) };
  const other = isOnceIn(random, 3) ? randomChange(random, version) : undefined;
  const change =
    part === "scale" ? replicas : (other ?? statusChange(version.schema, random) ?? metadataChange(random));
  const form = random.below(5);
  const path = (object: Written): string => `${object.path(version.kind)}/${part}${query}`;
  if (form === 0) return (object) => object.send(path(object), "GET");
  if (form === 1) {
    const manager = oneOf(random, ["one", "two"]);
    const force = isOnceIn(random, 2) ? "&force=true" : "";
    return (object) => {
      const apiVersion = part === "scale" ? "autoscaling/v1" : groupVersionOf(version.kind);
      const kind = part === "scale" ? "Scale" : version.kind.kind;
      const body = withChange({ apiVersion, kind, metadata: { name: object.name } }, change);
      const target = `${object.path(version.kind)}/${part}?fieldManager=${manager}${force}`;
      return object.send(target, "PATCH", body, patchTypes.apply);
    };
  }
  if (form === 2) {
    return async (object) => {
      const { json, status } = await object.server.send(`${object.path(version.kind)}/${part}`);
      if (status !== 200) return;
      const { resourceVersion: _, ...metadata } = json?.metadata ?? {};
      await object.send(path(object), "PUT", withChange({ ...json, metadata }, change));
    };
  }
  const { type, body } = patchOf(random, change);
  return (object) => object.send(path(object), "PATCH", body, type);
}

/** Returns a write of a subresource that only some kinds have. Kinds without one get another patch. */
function otherSubresource(random: Random, version: Version): Step {
  const { others = {}, posted = {} } = version.kind.subresources;
  const names = [...Object.keys(others), ...Object.keys(posted)].filter((name) => name in subresourceBodies);
  if (names.length === 0) return patchStep(random, version);
  const name = oneOf(random, names);
  const body = bodyFor(name, random);
  const query = writeQuery(random);
  if (name in posted) {
    return (object) => object.send(`${object.path(version.kind)}/${name}${query}`, "POST", body(object.name));
  }
  if (isOnceIn(random, 2)) {
    return (object) =>
      object.send(`${object.path(version.kind)}/${name}${query}`, "PATCH", body(object.name), patchTypes.strategic);
  }
  return async (object) => {
    const { json, status } = await object.server.send(`${object.path(version.kind)}/${name}`);
    if (status !== 200) return;
    const merged = merge(json, body(object.name));
    await object.send(`${object.path(version.kind)}/${name}${query}`, "PUT", merged);
  };
}

function merge(object: Json, patch: Json): Json {
  if (typeof object !== "object" || typeof patch !== "object" || Array.isArray(patch) || !object || !patch)
    return patch;
  return Object.entries(patch).reduce<Json>(
    (made, [name, value]) => ({ ...made, [name]: merge(made[name], value) }),
    object,
  );
}

function deletion(random: Random, version: Version): Step {
  const options: Json = {};
  const isSet = (): boolean => isOnceIn(random, 4);
  if (isSet()) options.dryRun = ["All"];
  if (isSet()) options.gracePeriodSeconds = oneOf(random, [0, 1, 30, -1]);
  if (isSet()) options.propagationPolicy = oneOf(random, ["Orphan", "Foreground", "Background", "Other"]);
  if (isOnceIn(random, 8)) options.orphanDependents = isOnceIn(random, 2);
  const precondition = oneOf(random, ["", "", "", "uid", "wrong uid", "version", "old version"]);
  const isInQuery = isOnceIn(random, 3);
  const isBare = isOnceIn(random, 4);
  return async (object) => {
    const { uid, resourceVersion, deletionTimestamp } = object.seen?.metadata ?? {};
    const preconditions: Json = {
      uid: { uid },
      "wrong uid": { uid: "other" },
      // A deletion with this precondition of an object that is being deleted is an intended difference, after which the
      // servers would diverge.
      version: deletionTimestamp ? undefined : { resourceVersion },
      "old version": { resourceVersion: "1" },
    }[precondition];
    const path = object.path(version.kind);
    if (isBare) await object.send(path, "DELETE");
    else if (isInQuery) {
      const query = Object.entries(options).map(([name, value]) => `${name}=${String(value)}`);
      await object.send(`${path}?${query.join("&")}`, "DELETE");
    } else await object.send(path, "DELETE", { ...options, ...(preconditions ? { preconditions } : {}) });
    await object.send(path, "GET");
  };
}

function resetOfManagers(random: Random, version: Version): Step {
  const managedFields = oneOf<unknown>(random, [[], [{}], null]);
  const patch = {
    type: oneOf(random, [patchTypes.merge, patchTypes.strategic]),
    body: { metadata: { managedFields } },
  };
  return (object) => object.send(object.path(version.kind), "PATCH", patch.body, patch.type);
}
