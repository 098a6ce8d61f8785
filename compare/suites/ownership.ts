/**
 * Histories of one object with several field managers: applies, updates, and changes of `metadata.managedFields`
 * itself.
 */
import type { Random } from "../../src/base/random.ts";
import { type PatchType, patchTypes } from "../patch-types.ts";
import { isOnceIn, oneOf } from "../random-choices.ts";
import { sortedManagers } from "../stable-order.ts";
import type { Answer, ComparedServer, Json, Scenario, Suite } from "../suite.ts";
import { type OwnedSubject, ownedSubjects, sampleBytes } from "./ownership-subjects.ts";
import { otherValue, pathsOf } from "./patch-bodies.ts";

/** Server-side applies, between updates that keep, cut or damage the list of field managers. */
export const ownership: Suite = {
  name: "ownership",
  covers: "histories of applies and updates by several managers, in several versions and subresources",
  usesNamespaces: true,
  standardCount: 150,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let count = 1; ; count++) {
      const subject = oneOf(random, ownedSubjects);
      const steps = Array.from({ length: 10 }, () => randomStep(random, subject));
      yield { title: `ownership ${count} of ${subject.plural}`, run: (server) => play(server, subject, steps) };
    }
  },
};

type Step = (server: ComparedServer, known: Json) => Promise<Answer>;

function randomStep(random: Random, subject: OwnedSubject): Step {
  switch (random.below(10)) {
    case 0:
    case 1:
      return updateStep(random, subject);
    case 2:
      return managersPatchStep(random, subject);
    case 3:
      return faultyApplyStep(random, subject);
    default:
      return applyStep(random, subject);
  }
}

const managers = ["one", "two", "three"];

/** Percent-encoded names of field managers, some of which are invalid. */
const oddManagers = [
  "",
  "before-first-apply",
  "kubectl-client-side-apply",
  "kubectl",
  "a%20b",
  "%C3%A9%22%5C",
  "a%2Fb",
  "a%0Ab",
  "a%00b",
  "%E2%80%A8",
  "%F0%9F%98%80",
  "m".repeat(128),
  "m".repeat(129),
  "%C3%A9".repeat(64),
  "%C3%A9".repeat(65),
];

function queryOf(random: Random, isApply: boolean): string {
  const manager = isOnceIn(random, 12) ? oneOf(random, oddManagers) : oneOf(random, managers);
  const parts = [
    isApply || isOnceIn(random, 2) ? `fieldManager=${manager}` : "",
    isApply && isOnceIn(random, 2) ? "force=true" : "",
    isOnceIn(random, 8) ? "dryRun=All" : "",
    isOnceIn(random, 3) ? `fieldValidation=${oneOf(random, ["Strict", "Warn", "Ignore"])}` : "",
  ].filter(Boolean);
  return parts.length > 0 ? `?${parts.join("&")}` : "";
}

/** Version and subresource of a step. */
interface Place {
  readonly target: (server: ComparedServer) => string;
  readonly body: Json;
}

function placeOf(random: Random, subject: OwnedSubject): Place {
  const version = oneOf(random, subject.versions);
  const subresource = isOnceIn(random, 5) ? oneOf(random, ["", ...subject.subresources]) : "";
  const head = { apiVersion: version.apiVersion, kind: subject.kind, metadata: { name: "it" } };
  const scale = {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "it" },
    spec: { replicas: random.below(3) },
  };
  const collection = (server: ComparedServer): string =>
    `/apis/${version.apiVersion}`.replace("/apis/v1", "/api/v1") + `/namespaces/${server.namespace}/${subject.plural}`;
  const body = subresource === "scale" ? scale : { ...head, ...wishedPart(random, version.body) };
  return {
    target: (server) => `${collection(server)}/it${subresource && `/${subresource}`}`,
    body: subresource === "status" && isOnceIn(random, 2) ? { ...head, status: body.status ?? {} } : body,
  };
}

/** Fields that identify the items of a list. They are not changed. */
const keyFields = new Set(["name", "port", "protocol", "containerPort", "type", "ip", "key", "uid", "topologyKey"]);

/** Returns a part of a value in which some members are changed, null or empty. */
function wishedPart(random: Random, value: Json): Json {
  if (Array.isArray(value)) {
    const items = value.filter(() => !isOnceIn(random, 3)).map((item) => wishedPart(random, item));
    return isOnceIn(random, 6) ? items.toReversed() : items;
  }
  if (typeof value !== "object" || value === null) return isOnceIn(random, 4) ? otherScalar(random, value) : value;
  const members = Object.entries<Json>(value).flatMap(([name, member]) => {
    if (keyFields.has(name)) return [[name, member]];
    if (isOnceIn(random, 3)) return [];
    const isEmptied = member !== sampleBytes && isOnceIn(random, 25);
    if (isEmptied) return [[name, oneOf(random, [null, Array.isArray(member) ? [] : {}])]];
    return [[name, wishedPart(random, member)]];
  });
  return Object.fromEntries(members);
}

function otherScalar(random: Random, value: Json): Json {
  if (typeof value === "number") return value + random.below(3);
  if (typeof value === "boolean") return !value;
  return typeof value === "string" && /^[a-z]$/.test(value) ? oneOf(random, ["x", "y"]) : value;
}

function applyStep(random: Random, subject: OwnedSubject): Step {
  const { target, body } = placeOf(random, subject);
  return sentPatch("apply", target, queryOf(random, true), JSON.stringify(body));
}

function sentPatch(type: PatchType, target: Place["target"], query: string, body: string): Step {
  const headers = { "content-type": patchTypes[type] };
  return async (server) => await server.send(`${target(server)}${query}`, { method: "PATCH", headers, body });
}

const yamlFaults: readonly ((text: string) => string)[] = [
  (text) => `${text}\nmetadata: {name: it}`,
  (text) => `${text}\n  indented: 1`,
  (text) => `${text}\n- item`,
  (text) => `${text}\na: *unknown`,
  (text) => `${text}\na: &x {b: 1, b: 2}\nc: *x`,
  (text) => `${text}\n"a: 1`,
  (text) => `${text}\n\ta: 1`,
  (text) => `${text}\n? [a, b]\n: 1`,
  (text) => `${text}\na: !!binary x`,
  (text) => `${text}\n<<: {data: {z: z}}`,
  (text) => `%YAML 1.1\n---\n${text}`,
  (text) => `${text}\n...\n`,
  (text) => `${text}\n---\n`,
];

/** Returns an apply with a value of another type, an unknown or duplicate field, a duplicate item, or a YAML error. */
function faultyApplyStep(random: Random, subject: OwnedSubject): Step {
  const { target, body } = placeOf(random, subject);
  const path = oneOf(
    random,
    pathsOf(body).filter(({ length }) => length > 1),
  );
  const holder = path.slice(0, -1).reduce<Json>((value, key) => value[key], body);
  const name = path.at(-1) ?? "";
  let text = "";
  switch (random.below(5)) {
    case 0:
      holder[name] = otherValue(random, holder[name]);
      break;
    case 1:
      if (Array.isArray(holder)) holder.push(structuredClone(holder[0]));
      else holder.unknown = oneOf(random, [1, {}, [{ a: 1 }]]);
      break;
    case 2:
      body.metadata.managedFields = oneOf(random, [[], [{}], null, {}, [{ manager: "m" }]]);
      break;
    case 3:
      text = JSON.stringify(body).replace(/"(\w+)":/g, (all) => (isOnceIn(random, 8) ? `${all}1,${all}` : all));
      break;
    default: {
      const lines = Object.entries(body).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
      text = oneOf(random, yamlFaults)(lines.join("\n"));
    }
  }
  return sentPatch("apply", target, queryOf(random, true), text || JSON.stringify(body));
}

/** Returns the list of field managers as a client may send it back. */
function sentManagers(random: Random): (entries: readonly Json[]) => Json {
  const at = random.below(3);
  const changed = (change: (entry: Json) => object) => (entries: readonly Json[]) =>
    entries.map((entry, index) => (index === at ? { ...entry, ...change(entry) } : entry));
  return oneOf<(entries: readonly Json[]) => Json>(random, [
    () => [],
    () => [{}],
    () => null,
    () => undefined,
    (entries) => entries,
    (entries) => entries.filter((_, index) => index !== at),
    (entries) => entries.toReversed(),
    (entries) => [...entries, ...entries.slice(0, 1)],
    changed(() => ({ fieldsV1: {} })),
    changed(() => ({ fieldsV1: { "f:spec": {} } })),
    changed(() => ({ fieldsV1: { "f:metadata": { "f:name": {}, "f:labels": { "f:a": {} } }, "f:nothing": {} } })),
    changed(() => ({ fieldsV1: undefined })),
    changed(() => ({ fieldsV1: { x: {} } })),
    changed(() => ({ operation: "Apply" })),
    changed(() => ({ operation: "Other" })),
    changed(() => ({ manager: "renamed" })),
    changed(() => ({ manager: "" })),
    changed(() => ({ manager: "a\u0000b" })),
    changed(() => ({ apiVersion: "v9" })),
    changed(() => ({ apiVersion: "" })),
    changed(() => ({ fieldsType: "FieldsV2" })),
    changed(() => ({ fieldsType: "" })),
    changed(() => ({ subresource: "status" })),
    changed(() => ({ time: undefined })),
    changed(() => ({ time: "2020-01-01T00:00:00Z" })),
  ]);
}

/** Returns the field managers of an object, so that a change of one of them concerns the same one on both servers. */
function managersOf({ metadata: { managedFields = [] } }: Json): readonly Json[] {
  return sortedManagers(managedFields);
}

/** Whether the list removes all field managers. Together with other changes, the servers differ intentionally. */
function isReset(entries: Json): boolean {
  return Array.isArray(entries) && entries.every((entry) => Object.keys(entry).length === 0);
}

/** Returns a PUT of the last seen object, with or without a change, and with the field managers in any form. */
function updateStep(random: Random, subject: OwnedSubject): Step {
  const { target, body } = placeOf(random, subject);
  const query = queryOf(random, false);
  const entriesOf = sentManagers(random);
  const keepsObject = isOnceIn(random, 2);
  return async (server, known) => {
    const { managedFields: _owners, ...metadata } = known.metadata;
    const isScale = body.kind === "Scale";
    const sentEntries = entriesOf(managersOf(known));
    const { resourceVersion: _, ...named } = metadata;
    const isChanged = !keepsObject && body.apiVersion === known.apiVersion && !isReset(sentEntries);
    const object = isScale || isChanged ? { ...known, ...body } : known;
    const sent = { ...object, metadata: { ...named, managedFields: sentEntries } };
    const form = isScale ? body : { ...sent, apiVersion: known.apiVersion };
    const path = isScale ? target(server) : pathOf(known, subject, server);
    return await server.send(`${path}${query}`, { method: "PUT", body: form });
  };
}

function pathOf(known: Json, { plural }: OwnedSubject, { namespace }: ComparedServer): string {
  return `/${known.apiVersion.includes("/") ? "apis" : "api"}/${known.apiVersion}/namespaces/${namespace}/${plural}/it`;
}

function managersPatchStep(random: Random, subject: OwnedSubject): Step {
  const query = queryOf(random, false);
  const entriesOf = sentManagers(random);
  const label = isOnceIn(random, 2) ? { labels: { z: oneOf(random, ["1", "2"]) } } : {};
  const type = oneOf(random, ["merge", "json", "strategic"] as const);
  return async (server, known) => {
    const managedFields = entriesOf(managersOf(known));
    const operation = { op: "replace", path: "/metadata/managedFields", value: managedFields ?? null };
    const metadata = { ...(isReset(managedFields) ? {} : label), managedFields };
    const patch = type === "json" ? [operation] : { metadata };
    const target = (): string => pathOf(known, subject, server);
    return await sentPatch(type, target, query, JSON.stringify(patch))(server, known);
  };
}

async function play(server: ComparedServer, subject: OwnedSubject, steps: readonly Step[]): Promise<void> {
  const [{ apiVersion, body }] = subject.versions;
  const object = { apiVersion, kind: subject.kind, metadata: { name: "it" }, ...body };
  const path = pathOf(object, subject, server).replace(/\/it$/, "");
  let known = (await server.prepare(`${path}?fieldManager=maker`, { body: object })).json;
  for (const step of steps) {
    const { json } = await step(server, known);
    const isObject = json?.kind === subject.kind && json.metadata?.name === "it" && json.apiVersion === apiVersion;
    // A dry run responds with the stored version and with changes that are not stored.
    if (isObject && json.metadata.resourceVersion !== known.metadata.resourceVersion) known = json;
  }
  await server.send(`${path}/it`);
}
