/** Reads of custom objects. */
import { free, plain, type TypeOptions, type VersionOptions, versioned, widget } from "./definitions.ts";
import { create, get, inForm, inVersion, object, patch, put, remove, type Step, watch } from "./steps.ts";
import type { Case } from "./write-steps.ts";

const ofMeta = "g=meta.k8s.io";
const table = `application/json;as=Table;v=v1;${ofMeta}`;

const forms: readonly string[] = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/vnd.kubernetes.protobuf, application/json",
  "application/cbor",
  "text/html",
  "*/*",
  table,
  table.replace("v=v1", "v=v1beta1"),
  table.replace("v=v1", "v=v2"),
  `${table}, application/json`,
  table.replace("json", "yaml"),
  table.replace("json", "vnd.kubernetes.protobuf"),
  `application/json;as=PartialObjectMetadata;v=v1;${ofMeta}`,
  `application/json;as=PartialObjectMetadataList;v=v1;${ofMeta}`,
  `application/vnd.kubernetes.protobuf;as=PartialObjectMetadata;v=v1;${ofMeta}`,
  `application/vnd.kubernetes.protobuf;as=PartialObjectMetadataList;v=v1;${ofMeta}`,
  `application/yaml;as=PartialObjectMetadata;v=v1;${ofMeta}`,
];

const full = object(
  "full",
  {
    spec: {
      color: "red",
      size: 7,
      weight: 1.5,
      on: true,
      when: "2020-01-01T00:00:00Z",
      tags: ["a", "b"],
      names: { b: "1", a: "2" },
      items: [{ name: "x" }, { name: "y" }],
      port: 80,
    },
    status: { phase: "x" },
  },
  { labels: { a: "b", c: "d" }, annotations: { a: "b" } },
);

const objects: readonly Step[] = [
  create(full),
  create(object("empty", { spec: {} })),
  create(object("other", { spec: { color: "a\nb", weight: 2, size: 0, on: false, port: "x" } })),
];

const inForms: readonly Step[] = forms.flatMap((accept) =>
  [
    get(),
    get("/full"),
    get("/none"),
    create(object("new"), "?dryRun=All"),
    patch("merge", "/full?dryRun=All", {}),
    remove("/full?dryRun=All"),
  ].map((step) => inForm(accept, step)),
);

const selectors: readonly string[] = [
  "labelSelector=a%3Db",
  "labelSelector=a%21%3Db",
  "labelSelector=%21a",
  "labelSelector=a+in+(b,c)",
  "labelSelector=a+b",
  "fieldSelector=metadata.name%3Dfull",
  "fieldSelector=metadata.name%21%3Dfull",
  "fieldSelector=metadata.namespace%3DNS",
  "fieldSelector=spec.color%3Dred",
  "fieldSelector=spec.color%21%3Dred",
  "fieldSelector=spec.color%3D",
  "fieldSelector=spec.size%3D7",
  "fieldSelector=spec.size%3D3",
  "fieldSelector=spec.on%3Dtrue",
  "fieldSelector=spec.on%3Dfalse",
  "fieldSelector=spec.on%3D",
  "fieldSelector=spec.color%3Dred,metadata.name%3Dfull",
  "fieldSelector=.spec.color%3Dred",
  "fieldSelector=spec.weight%3D1.5",
  "fieldSelector=metadata.uid%3Dx",
  "fieldSelector=x",
  "limit=1",
  "limit=-1",
  "limit=1&continue=x",
  "resourceVersion=0",
  "resourceVersion=x",
  "resourceVersionMatch=Exact",
  "resourceVersion=99999999999",
];

const paths: readonly string[] = [
  "//apis/GROUP",
  "//apis/GROUP/",
  "//apis/GROUP/v1",
  "//apis/GROUP/v1/",
  "//apis/GROUP/v0",
  "//apis/GROUP/v9",
  "//apis/GROUP/v1/widget",
  "//apis/GROUP/v1/nopes",
  "//apis/GROUP/v9/widgets",
  "//apis/GROUP/v0/widgets",
  "//apis/GROUP/v1/widgets",
  "//apis/GROUP/v1/widgets/it",
  "//apis/GROUP/v1/widgets/it/status",
  "//apis/GROUP/v1/namespaces/NS/widgets",
  "//apis/GROUP/v1/namespaces/NS/widgets/it",
  "//apis/GROUP/v1/namespaces/NS/widgets/it/status",
  "//apis/GROUP/v1/namespaces/NS/widgets/it/scale",
  "//apis/GROUP/v1/namespaces/NS/widgets/it/nope",
  "//apis/GROUP/v1/namespaces/NS/widgets/it/a/b",
  "//apis/GROUP/v1/namespaces/NS",
  "//apis/GROUP/v1/namespaces/nowhere/widgets",
  "//apis/GROUP/v1/namespaces/NS/nopes/it",
  "//apis/GROUP/v1/watch/widgets?timeoutSeconds=1",
  "//apis/GROUP/v1/watch/namespaces/NS/widgets/it?timeoutSeconds=1",
  "//apis/GROUP/v1/watch/namespaces/NS/widgets?timeoutSeconds=1",
];

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

function methodsAt(path: string): readonly Step[] {
  return methods.map((method) => ({
    method,
    path,
    ...(["POST", "PUT", "PATCH"].includes(method)
      ? { body: object("it"), headers: { "content-type": "application/merge-patch+json" } }
      : {}),
  }));
}

/** In the first version, the second one with a deprecated version and so on. */
const versionSteps: readonly Step[] = ["v1", "v1alpha1", "v1beta1", "v2alpha1", "v0", "v9"].flatMap((version) =>
  [
    create({ ...object("it", { spec: { color: "red" } }), apiVersion: `GROUP/${version}` }),
    get(),
    get("/it"),
    get("/it/status"),
    get("/it/scale"),
    inForm(table, get()),
    put("/it", { ...object("it", { spec: { color: "red" } }), apiVersion: `GROUP/v1` }),
    patch("merge", "/it", { spec: { size: 1 } }),
    patch("merge", "/it", { spec: { size: 1 } }),
    patch("apply", "/it?fieldManager=x&force=true", {
      ...object("it", { spec: { size: 2 } }),
      apiVersion: `GROUP/${version}`,
    }),
    remove(""),
  ].map((step) => inVersion(version, step)),
);

const tableOf = (title: string, type: TypeOptions): Case => ({
  title,
  type,
  steps: [
    create(object("a", { spec: { color: "x" } })),
    ...[
      "",
      "/a",
      "?labelSelector=none",
      "?includeObject=Object",
      "?includeObject=None",
      "?includeObject=Metadata",
      "/a?includeObject=x",
    ].map((path) => inForm(table, get(path))),
  ],
});

const text = { type: "string" };
const ownVersion = (name: string, properties: object, selectable: readonly string[]): VersionOptions => ({
  name,
  schema: { type: "object", properties: { spec: { type: "object", properties: { shared: text, ...properties } } } },
  more: {
    storage: name === "v1",
    subresources: { status: {} },
    selectableFields: selectable.map((field) => ({ jsonPath: `.spec.${field}` })),
    additionalPrinterColumns: [{ name: "Field", type: "string", jsonPath: `.spec.${selectable.at(-1)}` }],
  },
});

/** Versions with different schemas that nothing converts. */
const ownSchemas: TypeOptions = {
  versions: [
    ownVersion("v1", { one: text, first: { ...text, default: "a" } }, ["shared", "one"]),
    ownVersion("v2", { two: text, second: { ...text, default: "b" } }, ["shared", "second"]),
  ],
};

const ownSchemaSteps: readonly Step[] = [
  create(object("a", { spec: { shared: "x", one: "1", two: "2" } })),
  inVersion("v2", create({ ...object("b", { spec: { shared: "x", one: "1", two: "2" } }), apiVersion: "GROUP/v2" })),
  ...["v1", "v2"].flatMap((version) =>
    [
      get("/a"),
      get("/b"),
      get(),
      inForm(table, get()),
      ...["shared%3Dx", "one%3D1", "second%3Db"].map((selector) => get(`?fieldSelector=spec.${selector}`)),
    ].map((step) => inVersion(version, step)),
  ),
];

/** Reads, each case of a new type. */
export const readCases: readonly Case[] = [
  { title: "forms", type: widget, steps: [...objects, ...inForms] },
  { title: "forms without columns", type: plain, steps: [...objects, ...inForms] },
  tableOf("Tables", widget),
  tableOf("Tables without columns", free),
  {
    title: "selectors",
    type: widget,
    steps: [...objects, ...selectors.map((query) => get(`?${query}`)), ...selectors.map(watch)],
  },
  { title: "methods at paths", type: widget, steps: [create(object("it")), ...paths.flatMap(methodsAt)] },
  { title: "methods at paths of the cluster", type: plain, steps: [create(object("it")), ...paths.flatMap(methodsAt)] },
  { title: "versions", type: versioned, steps: versionSteps },
  { title: "versions with their own schemas", type: ownSchemas, steps: ownSchemaSteps },
];
