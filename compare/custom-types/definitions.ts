/** Definitions of custom types, and the requests that create them. */
import { definitionsPath } from "../definitions/definitions-path.ts";
import type { ComparedServer, Json } from "../suite.ts";

const preserving = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
const text = { type: "string" };

const itemSchema = {
  type: "object",
  required: ["name"],
  properties: { name: text, value: text, protocol: { type: "string", default: "TCP" } },
};

const widgetSpec = {
  type: "object",
  properties: {
    color: text,
    size: { type: "integer", default: 3 },
    replicas: { type: "integer", format: "int32" },
    on: { type: "boolean" },
    weight: { type: "number" },
    when: { type: "string", format: "date-time" },
    port: { "x-kubernetes-int-or-string": true },
    note: { type: "string", nullable: true },
    nullableWithDefault: { type: "string", nullable: true, default: "x" },
    textWithDefault: { type: "string", default: "y" },
    items: {
      type: "array",
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name"],
      items: itemSchema,
    },
    tags: { type: "array", "x-kubernetes-list-type": "set", items: text },
    plain: { type: "array", items: itemSchema },
    free: preserving,
    names: { type: "object", additionalProperties: text },
    atomic: { type: "object", "x-kubernetes-map-type": "atomic", properties: { a: text, b: text } },
    nested: { type: "object", default: {}, properties: { a: { type: "string", default: "a" }, b: text } },
    embedded: { ...preserving, "x-kubernetes-embedded-resource": true },
    strict: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      properties: { spec: { type: "object", properties: { a: text } } },
    },
  },
};

const widgetStatus = {
  type: "object",
  properties: { replicas: { type: "integer" }, selector: text, phase: text, count: { type: "integer" } },
};

/** A schema with a field of every type. */
export const widgetSchema: Json = { type: "object", properties: { spec: widgetSpec, status: widgetStatus } };

const column = (name: string, type: string, jsonPath: string, more: object = {}): object => ({
  name,
  type,
  jsonPath,
  ...more,
});

export const widgetColumns: readonly object[] = [
  column("Color", "string", ".spec.color", { description: "The color." }),
  column("Size", "integer", ".spec.size"),
  column("Weight", "number", ".spec.weight", { priority: 1 }),
  column("On", "boolean", ".spec.on"),
  column("When", "date", ".spec.when"),
  column("Tags", "string", ".spec.tags"),
  column("Names", "string", ".spec.names"),
  column("First", "string", ".spec.items[0].name"),
  column("All", "string", ".spec.items[*].name"),
  column("Port", "string", ".spec.port", { format: "password" }),
  column("Wrong", "integer", ".spec.color"),
  column("Age", "date", ".metadata.creationTimestamp"),
];

const status = { status: {} };
const scale = {
  scale: {
    specReplicasPath: ".spec.replicas",
    statusReplicasPath: ".status.replicas",
    labelSelectorPath: ".status.selector",
  },
};

/** A version of a type. */
export interface VersionOptions {
  readonly name?: string;
  readonly schema?: Json;
  readonly more?: object;
}

/** A type. Its names consist of `singular`. */
export interface TypeOptions {
  readonly singular?: string;
  readonly scope?: "Namespaced" | "Cluster";
  readonly versions?: readonly VersionOptions[];
  readonly names?: object;
  readonly spec?: object;
}

/** A type with everything that a definition can declare. */
export const widget: TypeOptions = {
  versions: [
    {
      schema: widgetSchema,
      more: {
        subresources: { ...status, ...scale },
        additionalPrinterColumns: widgetColumns,
        selectableFields: [".spec.color", ".spec.size", ".spec.on"].map((jsonPath) => ({ jsonPath })),
      },
    },
  ],
  names: { shortNames: ["wi", "wg"], categories: ["all", "toys"] },
};

/** A type of the cluster without subresources. Each write changes its status, too. */
export const plain: TypeOptions = { scope: "Cluster", versions: [{ schema: widgetSchema }] };

/** A type whose objects have any fields. */
export const free: TypeOptions = { versions: [{ schema: preserving, more: { subresources: status } }] };

/** A type that preserves unknown fields, except in the parts that it declares. */
export const partlyFree: TypeOptions = {
  versions: [{ schema: { ...preserving, properties: { spec: widgetSpec } }, more: { subresources: status } }],
};

/** A type with several versions of one schema. */
export const versioned: TypeOptions = {
  versions: [
    { name: "v1alpha1", schema: widgetSchema, more: { served: true, deprecated: true } },
    {
      name: "v1beta1",
      schema: widgetSchema,
      more: { deprecated: true, deprecationWarning: "use another version of it" },
    },
    { name: "v1", schema: widgetSchema, more: { storage: true, subresources: status } },
    { name: "v2alpha1", schema: preserving, more: { subresources: { ...status, ...scale } } },
    { name: "v0", schema: widgetSchema, more: { served: false } },
  ],
};

/** A type that exists. */
export interface DefinedType {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
  readonly definition: string;
}

/** Returns the body of a definition. */
export function definitionOf(group: string, options: TypeOptions): Json {
  const { singular = "widget", scope = "Namespaced", versions = [], names, spec } = options;
  const plural = `${singular}s`;
  const kind = singular.charAt(0).toUpperCase() + singular.slice(1);
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names: { plural, singular, kind, listKind: `${kind}List`, ...names },
      versions: versions.map(({ name = "v1", schema = preserving, more = {} }, index) => ({
        name,
        served: true,
        storage: versions.length === 1 && index === 0,
        schema: { openAPIV3Schema: schema },
        ...more,
      })),
      ...spec,
    },
  };
}

/** Returns the group of the scenario's types. */
export function groupOf(server: ComparedServer): string {
  return `${server.name("g")}.example.com`;
}

/** Creates a definition, and waits until its type is served. */
export async function define(server: ComparedServer, options: TypeOptions): Promise<DefinedType> {
  const group = groupOf(server);
  const body = definitionOf(group, options);
  const { plural, kind } = body.spec.names;
  await server.prepare(definitionsPath, { body });
  for (const { name, served } of body.spec.versions) {
    if (served) await server.until(`/apis/${group}/${name}/${plural}`, ({ status: code }) => code === 200);
    if (served) await server.until(`/apis/${group}/${name}`, ({ status: code }) => code === 200);
  }
  return { group, kind, plural, definition: `${definitionsPath}/${body.metadata.name}` };
}
