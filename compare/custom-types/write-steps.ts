/** Writes of custom objects. */
import type { Json } from "../suite.ts";
import { free, partlyFree, plain, type TypeOptions, widget } from "./definitions.ts";
import { create, get, inForm, inVersion, object, patch, put, remove, type Step } from "./steps.ts";

/** Requests about one type. */
export interface Case {
  readonly title: string;
  readonly type: TypeOptions;
  readonly steps: readonly Step[];
}

const it = object("it", { spec: { color: "red", items: [{ name: "a", value: "1" }] } });
const strict = "?fieldValidation=Strict";
const warn = "?fieldValidation=Warn";
const ignore = "?fieldValidation=Ignore";

const apply = (path: string, body: unknown, manager = "one"): Step =>
  patch("apply", `${path}${path.includes("?") ? "&" : "?"}fieldManager=${manager}`, body);

const text = { type: "string" };
const short = { ...text, maxLength: 3 };
const specAndStatus = (spec: object, status: object): Json => ({
  type: "object",
  properties: { spec: { type: "object", ...spec }, status: { type: "object", properties: status } },
});

/** Versions with different schemas that nothing converts. */
const ownSchemas: TypeOptions = {
  versions: [
    {
      name: "v1",
      schema: specAndStatus({ required: ["a"], properties: { a: short, b: { ...text, default: "b" } } }, { s: text }),
      more: { storage: true, subresources: { status: {} } },
    },
    {
      name: "v2",
      schema: specAndStatus(
        {
          required: ["mode"],
          properties: { a: text, mode: short, count: { type: "integer", maximum: 5 }, d: { ...text, default: "d" } },
          "x-kubernetes-validations": [{ rule: "!has(self.count) || self.count != 3" }],
        },
        { s: short, t: short },
      ),
      more: { subresources: { status: {} } },
    },
  ],
};

const specs: readonly object[] = [
  { mode: "x" },
  { a: "x" },
  { a: "long", mode: "x", count: 4 },
  { mode: "long" },
  { mode: 4 },
  { mode: "x", count: 3 },
  { mode: "x", count: 30 },
];

const second = (name: string, rest: object): Json => ({ ...object(name, rest), apiVersion: "GROUP/v2" });

const writesInOwnSchemas: readonly Step[] = [
  ...specs.map((spec, index) => create(second(`created-${index}`, { spec }))),
  ...specs.flatMap((spec, index) => [
    inVersion("v1", create(object(`stored-${index}`, { spec: { a: "x" } }))),
    patch("merge", `/stored-${index}`, { spec }),
    patch("merge", `/stored-${index}`, { metadata: { labels: { a: "b" } } }),
    patch("merge", `/stored-${index}`, { spec: { a: "x" } }),
    put(`/stored-${index}`, { ...second(`stored-${index}`, { spec }), metadata: { resourceVersion: "VERSION" } }),
  ]),
  ...specs.map((spec, index) => apply(`/applied-${index}`, second(`applied-${index}`, { spec }))),
  patch("merge", "/created-0/status", { status: { t: "long" } }),
  patch("merge", "/created-0/status", { status: { t: "x", s: "y" }, spec: { mode: "long" } }),
  patch("merge", "/created-0", { status: { t: "long" }, spec: { mode: "y" } }),
  get("/created-0"),
  inVersion("v1", get("/created-0")),
  inVersion("v1", patch("merge", "/created-2", { metadata: { labels: { a: "b" } } })),
  get(),
].map((step) => ({ ...step, version: step.version ?? "v2" }));

/** Only the version that is not stored has the subresource `status`. */
const ownSubresources: TypeOptions = {
  versions: [
    { name: "v1", more: { storage: true } },
    { name: "v2", more: { subresources: { status: {} } } },
  ],
};

const both = { spec: { a: 1 }, status: { s: 1 } };
const writesOfStatus: readonly Step[] = [
  ...["v1", "v2"].flatMap((version) =>
    [
      create({ ...object(version, both), apiVersion: `GROUP/${version}` }),
      patch("merge", `/${version}?fieldManager=one`, { status: { s: 2 } }),
      patch("merge", `/${version}?fieldManager=two`, { spec: { b: 2 }, status: { s: 3 } }),
      patch("merge", `/${version}/status?fieldManager=three`, { spec: { c: 3 }, status: { s: 4 } }),
      apply(`/${version}?force=true`, { ...object(version, both), apiVersion: `GROUP/${version}` }),
      apply(`/${version}/status?force=true`, { ...object(version, both), apiVersion: `GROUP/${version}` }, "status"),
    ].map((step) => inVersion(version, step)),
  ),
  inVersion("v1", patch("merge", "/v2?fieldManager=four", { spec: { d: 4 }, status: { s: 5 } })),
  inVersion("v2", patch("merge", "/v1?fieldManager=four", { spec: { d: 4 }, status: { s: 5 } })),
  inVersion("v2", patch("merge", "/v1/status?fieldManager=five", { spec: { e: 5 }, status: { s: 6 } })),
];

/** Bodies with unknown and duplicate fields, in every place. */
const unknownFields: readonly unknown[] = [
  object("it", { spec: { color: "red", no: 1, nested: { c: 2 }, items: [{ name: "a", no: 1 }] }, other: { a: 1 } }),
  object("it", { spec: { embedded: { apiVersion: "v1", kind: "A", metadata: { name: "x", no: 1 }, any: 1 } } }),
  object("it", { spec: { strict: { apiVersion: "v1", kind: "A", metadata: { no: 1, labels: {} }, spec: { no: 1 } } } }),
  object("it", { spec: { embedded: { apiVersion: "v1", kind: "A", metadata: { name: 1 } } } }),
  object("it", { spec: { embedded: { apiVersion: "v1", kind: 5, metadata: { labels: null } } } }),
  object("it", { spec: { embedded: { apiVersion: "v1", kind: "A", metadata: "x" } } }),
  object("it", {
    spec: { embedded: { apiVersion: "v1", kind: "A", metadata: { creationTimestamp: null, finalizers: [] } } },
  }),
  object("it", { spec: {} }, { no: 1, labels: { a: "b" }, ownerReferences: [] }),
  object("it", { spec: { free: { any: { thing: [1, { a: null }] } }, names: { a: "1" }, no: null } }),
  '{"apiVersion":"GROUP/v1","kind":"KIND","metadata":{"name":"it","name":"it"},"spec":{"color":"a","color":"b"}}',
  '{"apiVersion":"GROUP/v1","kind":"KIND","kind":"KIND","metadata":{"name":"it"},"spec":{"free":{"a":1,"a":2},"no":1}}',
  '{"apiVersion":"GROUP/v1","kind":"KIND","metadata":{"name":"it","labels":{"a":"1","a":"2"}},"spec":{"items":[{"name":"a","name":"b"}]}}',
  '{"apiVersion":"GROUP/v1","kind":"KIND","metadata":{"name":"it"},"metadata":{"name":"other"},"spec":{"no":1,"no":2}}',
  '{"apiVersion":"GROUP/v1","KIND":"x","kind":"KIND","Metadata":{},"metadata":{"name":"it"},"Spec":{},"spec":{"Color":"x"}}',
];

const fieldValidation: readonly Step[] = unknownFields.flatMap((body) => [
  create(body, strict),
  create(body, warn),
  remove("/it"),
  create(body, ignore),
  put(`/it${strict}`, body),
  put(`/it${warn}`, body),
  patch("merge", `/it${strict}`, body),
  patch("merge", `/it${warn}`, body),
  apply(`/it${strict}&force=true`, body),
  apply(`/it${warn}&force=true`, body),
  remove("/it"),
]);

const yamlDuplicates = `apiVersion: GROUP/v1
kind: KIND
metadata:
  name: it
  name: it
spec:
  color: red
  color: blue
  no: 1
`;

const yaml = { "content-type": "application/yaml" };

/** Values of every type for each field, without those that validation rejects. */
const values: readonly string[] = [
  '{"weight":1}',
  '{"weight":1.0}',
  '{"weight":1e3}',
  '{"weight":1.5e300}',
  '{"weight":1e400}',
  '{"weight":-0}',
  '{"weight":-0.0}',
  '{"weight":12345678901234567890}',
  '{"weight":9223372036854775807}',
  '{"weight":9223372036854775808}',
  '{"weight":0.1234567890123456789}',
  '{"weight":1e21}',
  '{"weight":1e-7}',
  '{"size":1.0}',
  '{"size":1e3}',
  '{"size":9007199254740993}',
  '{"free":{"a":1.0,"b":1e400}}',
  '{"free":{"a":1.0,"b":100000000000000000000000,"c":9007199254740993,"10":1,"9":2,"Z":1,"é":1,"":2}}',
  '{"port":80}',
  '{"port":"80%"}',
  '{"port":80.0}',
  '{"note":null,"nullableWithDefault":null,"textWithDefault":null,"color":null}',
  '{"nested":null,"items":null,"tags":null,"names":null,"free":null,"atomic":null,"embedded":null}',
  '{"nested":{"a":null,"b":null},"names":{"a":null},"free":{"a":null,"b":[null]}}',
  '{"items":[{"name":"a","value":null,"protocol":null}],"plain":[null]}',
  '{"plain":[{"name":"a","protocol":null},{"name":"b","no":1}]}',
  '{"color":"\\ud800","note":"a\\u0000b<>&\\u2028"}',
];

const metadataValues: readonly object[] = [
  { labels: { a: 1 } },
  { labels: "x" },
  { labels: { "a b": "c" } },
  { annotations: [] },
  { annotations: { "a b": "c" } },
  { finalizers: "x" },
  { finalizers: ["x", "a.b/c", "a.b", "orphan", "foregroundDeletion", "A b"] },
  { ownerReferences: [{}] },
  { ownerReferences: [{ apiVersion: "v1", kind: "Pod", name: "x", uid: "y", controller: true, no: 1 }] },
  { ownerReferences: [{ apiVersion: "GROUP/v1", kind: "KIND", name: "x", uid: "UID" }] },
  { generation: 7, resourceVersion: "1" },
  { generation: "7" },
  { creationTimestamp: "x" },
  { creationTimestamp: "2020-01-01T00:00:00Z", uid: "x", selfLink: "y", deletionGracePeriodSeconds: 3 },
  { deletionTimestamp: "2020-01-01T00:00:00Z" },
  { namespace: "other" },
  { name: "A" },
  { name: "" },
  { name: 5 },
  { name: null },
  { name: "a/b" },
  { name: "x".repeat(254) },
  { generateName: "it-", name: "" },
  { generateName: "It-", name: "" },
  { managedFields: [{ manager: "x" }] },
  { managedFields: "x" },
  { labels: null, annotations: null, finalizers: null, ownerReferences: null, managedFields: null },
];

const bodies: readonly unknown[] = [
  "",
  "{}",
  "[]",
  "null",
  "1",
  '"x"',
  "{",
  '{"a":1}x',
  '{"apiVersion":"GROUP/v1"}',
  '{"kind":"KIND"}',
  '{"kind":"KIND","metadata":{"name":"it"}}',
  '{"apiVersion":"GROUP/v1","metadata":{"name":"it"}}',
  '{"apiVersion":"GROUP/v1","kind":"KIND"}',
  '{"apiVersion":"GROUP/v1","kind":"KIND","metadata":null}',
  '{"apiVersion":"GROUP/v1","kind":"KIND","metadata":"x"}',
  '{"apiVersion":"GROUP/v1","kind":"KIND","metadata":[]}',
  '{"apiVersion":"GROUP/v1","kind":"Other","metadata":{"name":"it"}}',
  '{"apiVersion":"GROUP/v9","kind":"KIND","metadata":{"name":"it"}}',
  '{"apiVersion":"other/v1","kind":"KIND","metadata":{"name":"it"}}',
  '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"it"}}',
  '{"apiVersion":"GROUP/v1","kind":"KINDList","items":[]}',
  '{"apiVersion":"a/b/c","kind":"KIND","metadata":{"name":"it"}}',
  '{"apiVersion":1,"kind":"KIND","metadata":{"name":"it"}}',
  '{"apiVersion":"GROUP/v1","kind":5,"metadata":{"name":"it"}}',
  '{"apiVersion":"GROUP/v1","kind":"KIND","metadata":{"name":"it"},"items":[{}]}',
];

const applied = (spec: object, metadata: object = {}): object => object("it", { spec }, metadata);

/** Writes, each case to a new type. */
export const writeCases: readonly Case[] = [
  {
    title: "life of an object",
    type: widget,
    steps: [
      get(),
      get("/it"),
      create(it),
      create(it),
      get("/it"),
      get(),
      put("/it", it),
      put("/it", object("it", { spec: { color: "blue" } }, { resourceVersion: "VERSION" })),
      put("/it", object("it", { spec: { color: "blue" } }, { resourceVersion: "VERSION" })),
      put("/it", object("it", { spec: { color: "blue" } }, { resourceVersion: "1" })),
      put("/it", object("it", { spec: {} }, { resourceVersion: "x" })),
      put("/it", object("other", { spec: {} }, { resourceVersion: "VERSION" })),
      put("/it", object("it", { spec: {} }, { resourceVersion: "VERSION", uid: "x" })),
      put("/it", object("it", { spec: {} }, { resourceVersion: "VERSION", namespace: "other" })),
      put("/new", object("new", { spec: {} })),
      put("/new", object("new", { spec: {} }, { resourceVersion: "1" })),
      patch("merge", "/it", { spec: { size: 5, tags: ["a", "b"] } }),
      patch("merge", "/it", {}),
      patch("merge", "/new", {}),
      patch("merge", "/it", { metadata: { labels: { a: "b" } } }),
      patch("merge", "/it", { metadata: { name: "x" } }),
      patch("merge", "/it", { metadata: { resourceVersion: "1" } }),
      patch("merge", "/it", { apiVersion: "GROUP/v2" }),
      patch("merge", "/it", { kind: "X" }),
      patch("merge", "/it", { status: { phase: "x" } }),
      patch("merge", "/it", "[]"),
      patch("merge", "/it", "null"),
      patch("merge", "/it", "{"),
      patch("json", "/it", [{ op: "add", path: "/spec/tags/-", value: "c" }]),
      patch("json", "/it", [{ op: "test", path: "/spec/color", value: "x" }]),
      patch("json", "/it", [{ op: "remove", path: "/spec/none" }]),
      patch("json", "/it", [{ op: "x", path: "/spec" }]),
      patch("json", "/it", "{}"),
      patch("json", "/it", [{ op: "remove", path: "/metadata" }]),
      patch("json", "/it", [{ op: "remove", path: "/kind" }]),
      patch("json", "/it", [{ op: "replace", path: "", value: {} }]),
      patch("strategic", "/it", {}),
      patch("strategic", "/it/status", {}),
      patch("strategic", "/new", {}),
      { method: "PATCH", path: "/it", body: {} },
      { method: "PATCH", path: "/it", headers: { "content-type": "application/apply-patch+cbor" }, body: {} },
      { method: "PATCH", path: "/it", headers: { "content-type": "text/plain" }, body: {} },
      { method: "POST", path: "/it", body: it },
      { method: "PUT", path: "", body: it },
      { method: "PATCH", path: "", body: it },
      remove("/it"),
      remove("/it"),
      get("/it"),
    ],
  },
  {
    title: "objects of a type without subresources",
    type: plain,
    steps: [
      create(object("it", { spec: {}, status: { phase: "a" } })),
      get("/it/status"),
      get("/it/scale"),
      put("/it/status", object("it", { status: { phase: "b" } }, { resourceVersion: "VERSION" })),
      patch("merge", "/it", { status: { phase: "c" } }),
      patch("merge", "/it", { metadata: { annotations: { a: "b" } } }),
      apply("/it", object("it", { status: { phase: "d" } })),
      apply("/it?force=true", object("it", { status: { phase: "d" } })),
      create(object("other", {}, { namespace: "x" })),
      get("//apis/GROUP/v1/namespaces/NS/widgets"),
      get("//apis/GROUP/v1/namespaces/NS/widgets/it"),
      { ...create(object("other"), "//apis/GROUP/v1/namespaces/NS/widgets") },
      get("/it/nope"),
      get("/it/status/nope"),
      remove("/it"),
    ],
  },
  {
    title: "status and scale",
    type: widget,
    steps: [
      create(object("it", { spec: { replicas: 2, color: "a" }, status: { replicas: 1, phase: "x" } })),
      get("/it/status"),
      get("/it/scale"),
      put(
        "/it/status",
        object("it", { spec: { color: "b" }, status: { phase: "y", no: 1 } }, { resourceVersion: "VERSION" }),
      ),
      put("/it/status", object("it", { status: { phase: "y" } })),
      put(
        "/it/status",
        object(
          "it",
          { status: { replicas: 3, selector: "a=b" } },
          { resourceVersion: "VERSION", labels: { a: "b" }, finalizers: ["a/b"] },
        ),
      ),
      get("/it/scale"),
      patch("merge", "/it/status", { status: { phase: "z" }, spec: { color: "c" }, metadata: { labels: { q: "r" } } }),
      patch("merge", "/it/status?fieldValidation=Strict", { status: { no: 1 } }),
      patch("json", "/it/status", [{ op: "replace", path: "/status", value: { count: 4 } }]),
      apply("/it/status", object("it", { status: { phase: "applied" } })),
      apply("/it/status?force=true", object("it", { status: { count: 7 }, spec: { color: "x" } }), "two"),
      apply("/new/status", object("new", { status: { count: 7 } })),
      { method: "POST", path: "/it/status", body: it },
      remove("/it/status"),
      remove("/it/scale"),
      patch("merge", "/it/scale", { spec: { replicas: 5 } }),
      patch("merge", "/it/scale", { spec: { replicas: -1 } }),
      patch("merge", "/it/scale", { spec: { replicas: "x" } }),
      patch("merge", "/it/scale", { spec: { replicas: null } }),
      patch("merge", "/it/scale", { status: { replicas: 9 } }),
      patch("merge", "/it/scale", { metadata: { labels: { a: "b" } } }),
      patch("strategic", "/it/scale", { spec: { replicas: 6 } }),
      patch("json", "/it/scale", [{ op: "replace", path: "/spec/replicas", value: 7 }]),
      patch("apply", "/it/scale?fieldManager=a", {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "it" },
        spec: { replicas: 8 },
      }),
      get("/it"),
      put("/it/scale", {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "it" },
        spec: { replicas: 4 },
      }),
      put("/it/scale", {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "it", resourceVersion: "1" },
        spec: { replicas: 3 },
      }),
      put("/it/scale", {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "other" },
        spec: { replicas: 3 },
      }),
      put("/it/scale", { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "it" }, spec: {} }),
      put("/it/scale", { apiVersion: "autoscaling/v1", kind: "Scale", metadata: {}, spec: { replicas: 2 } }),
      put("/it/scale", {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "it", uid: "x" },
        spec: { replicas: 2 },
      }),
      put("/it/scale", it),
      put("/it/scale", "{}"),
      put("/new/scale", {
        apiVersion: "autoscaling/v1",
        kind: "Scale",
        metadata: { name: "new" },
        spec: { replicas: 2 },
      }),
      inForm("application/vnd.kubernetes.protobuf", get("/it/scale")),
      inForm("application/yaml", get("/it/scale")),
      inForm("application/json;as=Table;v=v1;g=meta.k8s.io", get("/it/scale")),
      inForm("application/json;as=Table;v=v1;g=meta.k8s.io", get("/it/status")),
      get("/it"),
      create(object("none", { spec: {} })),
      get("/none/scale"),
      patch("merge", "/none/scale", { spec: { replicas: 1 } }),
      patch("merge", "/none/scale", { metadata: {} }),
      get("/none"),
    ],
  },
  {
    title: "bad replicas",
    type: widget,
    steps: [
      ...["-1", "3000000000", "1.5", '"x"', "null", "true", "{}"].flatMap((replicas) => [
        create(`{"apiVersion":"GROUP/v1","kind":"KIND","metadata":{"name":"it"},"spec":{"replicas":${replicas}}}`),
        get("/it/scale"),
        remove("/it"),
      ]),
      create(it),
      ...["-1", "3000000000", "1.5", '"x"', "null"].map((replicas) =>
        patch("merge", "/it/status", `{"status":{"replicas":${replicas}}}`),
      ),
    ],
  },
  {
    title: "applies",
    type: widget,
    steps: [
      apply("/it", applied({ color: "red", items: [{ name: "a", value: "1" }], tags: ["x"], atomic: { a: "1" } })),
      apply("/it", applied({ color: "red", items: [{ name: "a", value: "1" }], tags: ["x"], atomic: { a: "1" } })),
      apply("/it", applied({ color: "blue", items: [{ name: "b", value: "2" }], tags: ["y"] }), "two"),
      apply("/it?force=true", applied({ color: "blue", items: [{ name: "b", value: "2" }], tags: ["y"] }), "two"),
      apply("/it", applied({ items: [{ name: "a", value: "3" }], atomic: { b: "2" } }), "two"),
      apply("/it", applied({ items: [{ name: "a", value: "1" }] })),
      apply("/it", applied({ items: [{ name: "a" }, { name: "a" }] }), "three"),
      apply("/it", applied({ items: [{ value: "a" }] }), "three"),
      apply("/it", applied({ tags: ["x", "x"] }), "three"),
      apply("/it", applied({ tags: "x" }), "three"),
      apply("/it", applied({ color: null, free: { a: { b: 1 } }, names: { a: "1" } }), "three"),
      apply(
        "/it",
        applied({
          free: { a: { c: 1 } },
          names: { b: "1" },
          embedded: { apiVersion: "v1", kind: "A", metadata: { name: "x" }, q: 1 },
        }),
        "four",
      ),
      apply("/it", applied({ size: "x" }), "three"),
      apply("/it", applied({ no: 1 }), "three"),
      apply("/it", applied({}, { resourceVersion: "1" })),
      apply("/it", applied({}, { managedFields: [] })),
      apply("/it", applied({}, { labels: { a: "b" } })),
      apply("/it", object("other", {})),
      apply("/it", '{"apiVersion":"GROUP/v1","kind":"Other","metadata":{"name":"it"}}'),
      apply("/it", '{"apiVersion":"GROUP/v9","kind":"KIND","metadata":{"name":"it"}}'),
      apply("/it", '{"kind":"KIND","metadata":{"name":"it"}}'),
      apply("/it", "{}"),
      apply("/it", "["),
      apply("/it", "apiVersion: GROUP/v1\nkind: KIND\nmetadata:\n  name: it\nspec:\n  color: green\n"),
      patch("apply", "/it", applied({})),
      patch("apply", "/it?fieldManager=x&force=maybe", applied({})),
      get("/it"),
      patch("merge", "/it?fieldManager=merge", { metadata: { managedFields: [] } }),
      patch("merge", "/it?fieldManager=merge", { metadata: { managedFields: [{}] } }),
      get("/it"),
      remove("/it"),
    ],
  },
  {
    title: "applies to objects without a schema",
    type: free,
    steps: [
      apply("/it", applied({ list: [1, 2], map: { a: { b: 1 } } })),
      apply("/it", applied({ list: [3], map: { a: { c: 1 } } }), "two"),
      apply("/it?force=true", applied({ list: [3], map: { a: { c: 1 } } }), "two"),
      apply("/it", object("it", { spec: "text", other: [{ name: "a" }] }), "three"),
      apply("/it?force=true", object("it", { spec: "text", other: [{ name: "a" }] }), "three"),
      apply("/it", object("it", { status: { a: 1 } }), "four"),
      apply("/it/status", object("it", { status: { a: 1 }, spec: "x" }), "four"),
      get("/it"),
      create(object("any", { spec: [1], a: 1, b: null, c: { d: null }, status: 5 }), strict),
      put("/any/status", object("any", { status: [1], a: 2 }, { resourceVersion: "VERSION" })),
      patch("merge", "/any", { spec: null, a: { x: null } }),
      get("/any"),
    ],
  },
  { title: "unknown and duplicate fields", type: widget, steps: fieldValidation },
  { title: "unknown fields of a type that preserves them", type: partlyFree, steps: fieldValidation },
  { title: "unknown fields of a type without a schema", type: free, steps: fieldValidation },
  {
    title: "unknown and duplicate fields in YAML",
    type: widget,
    steps: [
      { method: "POST", path: strict, headers: yaml, body: yamlDuplicates },
      { method: "POST", path: warn, headers: yaml, body: yamlDuplicates },
      { method: "PUT", path: `/it${strict}`, headers: yaml, body: yamlDuplicates },
      apply(`/it${strict}`, yamlDuplicates),
      apply(`/it${warn}&force=true`, yamlDuplicates),
      { method: "POST", path: "?fieldValidation=x", headers: yaml, body: yamlDuplicates },
      { method: "POST", path: "", headers: yaml, body: "a: [" },
      { method: "POST", path: "", headers: yaml, body: "a: 1\n---\nb: 2" },
      { method: "POST", path: "", headers: { "content-type": "text/plain" }, body: it },
      {
        method: "POST",
        path: "",
        headers: { "content-type": "application/vnd.kubernetes.protobuf" },
        body: "k8s\u0000",
      },
      { method: "POST", path: "", headers: { "content-type": "application/cbor" }, body: it },
      patch("json", `/it${strict}`, [{ op: "add", path: "/spec/no", value: 1 }]),
      patch("json", `/it${warn}`, '[{"op":"add","op":"add","path":"/spec/no","value":1}]'),
      patch("json", `/it${strict}`, '[{"op":"add","op":"add","path":"/spec/no","value":1,"x":1}]'),
    ],
  },
  {
    title: "values",
    type: widget,
    steps: values.flatMap((spec) => {
      const body = `{"apiVersion":"GROUP/v1","kind":"KIND","metadata":{"name":"it"},"spec":${spec}}`;
      return [
        create(body),
        create(body, "?dryRun=All"),
        get("/it"),
        patch("merge", "/it", `{"spec":${spec}}`),
        apply("/it?force=true", body),
        remove("/it"),
      ];
    }),
  },
  {
    title: "metadata",
    type: widget,
    steps: metadataValues.flatMap((metadata) => [
      create(object("it", { spec: {} }, metadata)),
      create(object("it", { spec: {} }), "?dryRun=All"),
      put("/it", object("it", { spec: { color: "b" } }, { resourceVersion: "VERSION", ...metadata })),
      patch("merge", "/it", { metadata }),
      apply("/it?force=true", object("it", { spec: {} }, metadata)),
      patch("merge", "/it", { metadata: { finalizers: null } }),
      remove("/it"),
      remove(""),
    ]),
  },
  {
    title: "bodies",
    type: widget,
    steps: [
      ...bodies.map((body) => create(body)),
      remove(""),
      create(it),
      ...bodies.map((body) => put("/it", body)),
      ...bodies.map((body) => patch("merge", "/it", body)),
      ...bodies.map((body) => apply("/it", body)),
      ...bodies.map((body) => put("/it/status", body)),
    ],
  },
  {
    title: "dry runs and options",
    type: widget,
    steps: [
      create(it, "?dryRun=All"),
      get("/it"),
      create(it, "?dryRun=x"),
      create(it, "?fieldManager=a%0ab"),
      create(it, "?pretty=1"),
      put("/it?dryRun=All", object("it", { spec: { color: "c" } }, { resourceVersion: "VERSION" })),
      patch("merge", "/it?dryRun=All", { spec: { color: "d" } }),
      apply("/it?dryRun=All&force=true", applied({ color: "e" })),
      apply("/new?dryRun=All", object("new", { spec: {} })),
      put("/it/status?dryRun=All", object("it", { status: { phase: "c" } }, { resourceVersion: "VERSION" })),
      patch("merge", "/it/scale?dryRun=All", { spec: { replicas: 3 } }),
      get("/it"),
      remove("/it?dryRun=All"),
      remove("?dryRun=All"),
      remove("/it", { preconditions: { uid: "x" } }),
      remove("/it", { preconditions: { resourceVersion: "1" } }),
      remove("/it", { propagationPolicy: "x" }),
      remove("/it", { gracePeriodSeconds: 5, propagationPolicy: "Foreground" }),
      get("/it"),
      patch("merge", "/it", { metadata: { finalizers: ["foregroundDeletion", "a/b"] } }),
      patch("merge", "/it", { metadata: { finalizers: ["c/d"] } }),
      patch("merge", "/it", { metadata: { finalizers: null } }),
      get("/it"),
      create(it),
      remove("/it", { propagationPolicy: "Orphan" }),
      remove("/it", { gracePeriodSeconds: -1 }),
      patch("merge", "/it", { metadata: { finalizers: null } }),
      create(object("a", {}, { labels: { a: "1" } })),
      create(object("b", {}, { labels: { a: "2" }, finalizers: ["x/y"] })),
      remove("?labelSelector=a%3D1"),
      remove("?labelSelector=a%3D%3D%3D1"),
      remove("?fieldSelector=spec.none%3D1"),
      remove("?limit=x"),
      remove("", { kind: "DeleteOptions", apiVersion: "GROUP/v1" }),
      get(),
      remove("/b", { kind: "DeleteOptions", apiVersion: "other/v1" }),
      remove("/b", { kind: "X", apiVersion: "v1" }),
      patch("merge", "/b", { metadata: { finalizers: ["x/y", "z"] } }),
      patch("merge", "/b", { metadata: { finalizers: [] } }),
      get(),
    ],
  },
  {
    title: "warnings about finalizers",
    type: widget,
    steps: [
      create(object("it", { spec: {} }, { finalizers: ["plain"] })),
      patch("merge", "/it", { metadata: { finalizers: ["plain", "with.dot"] } }),
      patch("merge", "/it", { spec: { color: "x" } }),
      put("/it", object("it", {}, { finalizers: ["plain", "with.dot", "new"], resourceVersion: "VERSION" })),
      put("/it/status", object("it", { status: {} }, { finalizers: ["newer"], resourceVersion: "VERSION" })),
      apply("/it", object("it", {}, { finalizers: ["applied"] })),
      apply("/made", object("made", {}, { finalizers: ["applied"] })),
      create(object("dry", {}, { finalizers: ["b", "a"] }), "?dryRun=All"),
      patch("merge", "/it", { metadata: { finalizers: null } }),
      patch("merge", "/made", { metadata: { finalizers: null } }),
    ],
  },
  {
    title: "generations and managed fields",
    type: widget,
    steps: [
      create(object("it", { spec: { color: "a" } }), "?fieldManager=creator"),
      patch("merge", "/it?fieldManager=m", { metadata: { labels: { a: "b" } } }),
      patch("merge", "/it?fieldManager=m", { spec: { color: "b" } }),
      patch("merge", "/it/status?fieldManager=s", { status: { phase: "x" } }),
      patch("merge", "/it/scale?fieldManager=sc", { spec: { replicas: 3 } }),
      put(
        "/it?fieldManager=p",
        object(
          "it",
          {
            spec: {
              items: [{ name: "a" }, { name: "b", value: "c" }],
              tags: ["x", "y"],
              free: { a: [1] },
              atomic: { a: "b" },
            },
          },
          { resourceVersion: "VERSION" },
        ),
      ),
      put("/it/status?fieldManager=p", object("it", { status: { phase: "y" } }, { resourceVersion: "VERSION" })),
      apply("/it?force=true", applied({ items: [{ name: "b", value: "d" }], tags: ["y"] })),
      apply("/it", applied({})),
      remove("/it", { propagationPolicy: "Orphan" }),
      get("/it"),
    ],
  },
  { title: "writes in versions with their own schemas", type: ownSchemas, steps: writesInOwnSchemas },
  { title: "writes in versions with their own subresources", type: ownSubresources, steps: writesOfStatus },
];
