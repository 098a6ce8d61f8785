/** Stored objects whose type gets another schema, which they do not fit. */
import { patchTypes } from "../patch-types.ts";
import type { Exchange } from "../recorder.ts";
import type { ComparedServer, Json, Scenario } from "../suite.ts";
import { type DefinedType, define } from "./definitions.ts";
import { get, inForm, object, patch, put, remove, type Step, send, watch } from "./steps.ts";

/** An object that is stored before the schema changes, and the requests after it. */
export interface StoredFault {
  readonly title: string;
  /** Schema of `spec` before and after the change. */
  readonly before?: object;
  readonly after: object;
  readonly spec: Json;
  /** Further requests about the object `it`. Reads and unchanged writes are always sent. */
  readonly steps?: readonly Step[];
}

const free = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const text = { type: "string" };
const embedded = { ...free, "x-kubernetes-embedded-resource": true };
const withProperties = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });
const type = { apiVersion: "v1", kind: "A" };

const setSpec = (spec: object): readonly Step[] => [
  patch("merge", "/it", { spec }),
  patch("apply", "/it?fieldManager=other&force=true", object("it", { spec })),
  get("/it"),
];

/** Values of members of embedded metadata. */
const metadataFaults: readonly Json[] = [
  { name: 5, namespace: "n", labels: { a: "b" } },
  { name: "n", labels: { a: 1, b: "c" }, annotations: { a: "b" } },
  { name: "n", labels: "x" },
  { name: "n", no: 1, other: { a: "b" } },
  { name: "n", ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "x", uid: "y", no: 1 }, { name: 1 }] },
  { name: "n", creationTimestamp: "x", generation: "1", finalizers: ["a", 1] },
  { name: "n", creationTimestamp: null, labels: null, finalizers: [] },
  { name: "n", managedFields: [{ manager: "a", operation: "Apply", time: "x", fieldsV1: { a: 1 } }] },
  { name: "A b", labels: { "a b": "c d" }, annotations: { "-": "x" } },
  null,
  {},
];

/** Metadata that are no object. The reference cannot read an object that contains them. */
const wholeMetadataFaults: readonly Json[] = ["x", ["x"], 5];

export const storedFaults: readonly StoredFault[] = [
  ...metadataFaults.map((metadata, index) => ({
    title: `embedded metadata ${index}`,
    after: withProperties({ inner: embedded, a: text }),
    spec: { inner: { ...type, metadata, rest: 1 } },
    steps: [...setSpec({ a: "b" }), ...setSpec({ inner: { ...type, metadata: { name: "fine" } } })],
  })),
  {
    title: "types of embedded resources",
    after: withProperties({ list: { type: "array", items: embedded }, a: text }),
    spec: {
      list: [
        { apiVersion: 1, kind: "A" },
        { apiVersion: "v1", kind: {} },
        { apiVersion: null, kind: null, metadata: null },
        { apiVersion: "a/b/c", kind: "A B" },
        {},
        "text",
        null,
      ],
    },
    steps: setSpec({ a: "b" }),
  },
  {
    title: "fields of other types",
    after: withProperties({
      a: text,
      b: { type: "integer" },
      c: { type: "array", items: text },
      d: withProperties({ e: text }),
    }),
    spec: { a: 1, b: "x", c: { x: 1 }, d: ["y"] },
    steps: [...setSpec({ a: "fine" }), ...setSpec({ a: "fine", b: 1, c: ["x"], d: { e: "y" } })],
  },
  {
    title: "fields that are unknown",
    after: withProperties({
      a: text,
      d: withProperties({ e: text }),
      l: { type: "array", items: withProperties({ e: text }) },
    }),
    spec: { a: "x", no: 1, d: { e: "x", no: 1 }, l: [{ e: "x", no: 1 }, { no: 2 }] },
    steps: setSpec({ a: "y" }),
  },
  {
    title: "nulls",
    after: withProperties({
      a: text,
      b: { ...text, nullable: true },
      c: { ...text, default: "x" },
      l: { type: "array", items: text },
      m: { type: "object", additionalProperties: text },
    }),
    spec: { a: null, b: null, c: null, l: [null, "x"], m: { a: null, b: "x" } },
    steps: setSpec({ a: "y" }),
  },
  {
    title: "tightened values",
    after: withProperties(
      {
        a: { ...text, maxLength: 3, pattern: "^[a-z]+$" },
        b: { type: "integer", minimum: 10 },
        c: { ...text, enum: ["x"] },
        l: { type: "array", maxItems: 1, items: { ...text, maxLength: 1 } },
        f: text,
      },
      { required: ["r"] },
    ),
    spec: { a: "LONG", b: 1, c: "y", l: ["one", "two"] },
    steps: [...setSpec({ f: "x" }), ...setSpec({ r: "x" }), ...setSpec({ a: "LONGER" })],
  },
  {
    title: "a required field",
    after: withProperties(
      { r: text, f: text, d: withProperties({ x: text, y: text }, { required: ["x"] }) },
      { required: ["r"] },
    ),
    spec: { f: "x", d: { y: "z" } },
    steps: [
      ...setSpec({ f: "y" }),
      ...setSpec({ r: "x" }),
      ...setSpec({ d: { y: "a" } }),
      ...setSpec({ d: { x: "a" } }),
    ],
  },
  {
    title: "repeated keys of a list",
    after: withProperties({
      l: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["k"],
        items: withProperties({ k: text, v: text }, { required: ["k"] }),
      },
      s: { type: "array", "x-kubernetes-list-type": "set", items: text },
      f: text,
    }),
    spec: { l: [{ k: "a", v: "1" }, { k: "a", v: "2" }, { v: "3" }], s: ["a", "a"] },
    steps: [...setSpec({ f: "x" }), ...setSpec({ l: [{ k: "a" }, { k: "b" }] }), ...setSpec({ s: ["a"] })],
  },
  {
    title: "rules",
    after: withProperties(
      { a: text, b: { type: "integer" } },
      { "x-kubernetes-validations": [{ rule: "has(self.b) && self.b > 3", message: "b must be greater than 3" }] },
    ),
    spec: { a: "x", b: 1 },
    steps: [...setSpec({ a: "y" }), ...setSpec({ b: 5 })],
  },
  {
    title: "a spec of another type",
    after: { ...text },
    spec: { a: "x" },
    steps: setSpec({ a: "y" }),
  },
];

/** Scenarios of stored objects that do not fit. */
export function* storedFaultScenarios(): Iterable<Scenario> {
  for (const fault of storedFaults) {
    yield { title: `a stored object with ${fault.title}`, run: (server) => playStoredFault(server, fault) };
  }
  yield {
    title: "a watch of stored objects that do not fit",
    run: async (server) => {
      const initial = "sendInitialEvents=true&resourceVersionMatch=NotOlderThan";
      const [fault] = storedFaults;
      if (fault) await send(server, await storeFault(server, fault), [watch(initial)]);
    },
  };
  for (const [index, metadata] of wholeMetadataFaults.entries()) {
    const spec = { inner: { ...type, metadata } };
    const fault = { title: "", after: withProperties({ inner: embedded }), spec };
    yield {
      title: `a stored object with embedded metadata that are no object ${index}`,
      run: async (server) => {
        await send(server, await storeFault(server, fault), [get("/it"), get()]);
      },
    };
  }
}

/** Sends the requests about one fault. */
export async function playStoredFault(server: ComparedServer, fault: StoredFault): Promise<void> {
  const defined = await storeFault(server, fault);
  const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
  await send(server, defined, [get("/it"), get(), inForm(table, get())]);
  const { json } = await server.prepare(`/apis/${defined.group}/v1/namespaces/${server.namespace}/widgets/it`);
  await send(server, defined, [
    put("/it?dryRun=All", json),
    put("/it/status", { ...json, status: { phase: "x" } }),
    patch("merge", "/it", { metadata: { labels: { x: "y" } } }),
    patch("json", "/it", [{ op: "add", path: "/metadata/labels/z", value: "1" }]),
    patch("apply", "/it?fieldManager=one", object("it", {}, { labels: { w: "1" } })),
    ...(fault.steps ?? []),
    remove("/it"),
  ]);
}

/** Stores the object, and changes the schema. */
async function storeFault(
  server: ComparedServer,
  { before = free, after, spec }: StoredFault,
): Promise<DefinedType & { readonly isNamespaced: true }> {
  const defined = await define(server, { versions: [{ schema: schemaOf(before), more: subresources }] });
  const body = { ...object("it", { spec }), apiVersion: `${defined.group}/v1`, kind: defined.kind };
  await server.prepare(`/apis/${defined.group}/v1/namespaces/${server.namespace}/widgets`, { body });
  await changeSchema(server, defined, after);
  return { ...defined, isNamespaced: true };
}

const subresources = { subresources: { status: {} } };

const schemaOf = (spec: object, more: object = {}): object => withProperties({ spec, status: free, ...more });

/** Changes the schema of `spec`, and waits until the server uses it. */
async function changeSchema(server: ComparedServer, defined: DefinedType, spec: object): Promise<void> {
  const mark = { mark: { ...text, default: "new" } };
  const versions = [
    { name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schemaOf(spec, mark) }, ...subresources },
  ];
  const headers = { "content-type": patchTypes.merge };
  await server.prepare(defined.definition, { method: "PATCH", headers, body: { spec: { versions } } });
  const collection = `/apis/${defined.group}/v1/namespaces/${server.namespace}/widgets`;
  await server.until(`${collection}/it`, ({ json, status }) => status !== 200 || json.mark === "new");
}

/** The status that a server answers, and the specs of the objects or the message of the error. */
export type StoredAnswer = readonly [status: number, content: Json];

/** Returns the answers of a run, without what differs between servers. */
export function storedAnswers(exchanges: readonly Exchange[]): readonly StoredAnswer[] {
  return exchanges
    .filter(({ isPreparation }) => isPreparation !== true)
    .map(({ answer: { status, text: body } }) => [status, contentOf(JSON.parse(body))]);
}

function contentOf({ spec, items, rows, events, message, status }: Json): Json {
  const list = items ?? rows ?? events;
  if (list) return list.map((one: Json) => contentOf(one.object ?? one));
  return message ?? spec ?? status ?? null;
}
