import { expect, test } from "vitest";
import type { GroupVersionKind } from "../meta/group-version.ts";
import { optional, pointer, recursiveStruct, required, requiredPointer, struct } from "./field.ts";
import { OpenApiDefinitions, type OpenApiDialect } from "./openapi.ts";
import type { OpenApiVersion } from "./openapi-schema.ts";
import type { Schema, StructSchema } from "./schema.ts";
import {
  anyJson,
  boolean,
  bytes,
  duration,
  enumText,
  float64,
  int32,
  int64,
  intOrString,
  list,
  map,
  microTime,
  openEnum,
  quantity,
  rawObject,
  text,
  time,
} from "./types.ts";

const noKinds: ReadonlyMap<string, readonly GroupVersionKind[]> = new Map();

function definitionsOf(version: OpenApiVersion, root: StructSchema, kinds = noKinds): Record<string, unknown> {
  const dialect: OpenApiDialect = {
    version,
    definitionName: (typeName) => `io.${typeName.replace("/", ".")}`,
    extensionName: (stem) => `x-test-${stem}`,
    kindsOf: ({ name }) => kinds.get(name) ?? [],
  };
  const definitions = new OpenApiDefinitions(dialect);
  definitions.reference(root);
  return definitions.take();
}

/** Returns the version 3 schema of the field `a` of a struct. */
function property(schema: Schema): unknown {
  const root = struct("p/v1.Root", "A root.", { a: pointer(schema, 1, "A field.") });
  const definition = definitionsOf("3.0", root)["io.p.v1.Root"];
  return (definition as { properties: { a: unknown } }).properties.a;
}

const part = struct("p/v1.Part", "A part.", { name: required(text, 1, "Its name.") });
const partReference = { $ref: "#/components/schemas/io.p.v1.Part" };

test.each<[string, Schema, object]>([
  ["text", text, { type: "string" }],
  ["boolean", boolean, { type: "boolean" }],
  ["int32", int32, { type: "integer", format: "int32" }],
  ["int64", int64, { type: "integer", format: "int64" }],
  ["float64", float64, { type: "number", format: "double" }],
  ["bytes", bytes, { type: "string", format: "byte" }],
  ["an enum, sorted", enumText("v1.T", ["b", "a"]), { type: "string", enum: ["a", "b"] }],
  ["an open enum", openEnum("v1.T", ["x"]), { type: "string", enum: ["x"] }],
  ["any JSON", anyJson, { "x-test-preserve-unknown-fields": true }],
  ["a struct", part, { allOf: [partReference] }],
  ["a time", time, { allOf: [{ $ref: "#/components/schemas/io.meta.v1.Time" }] }],
  ["a time to the microsecond", microTime, { allOf: [{ $ref: "#/components/schemas/io.meta.v1.MicroTime" }] }],
  ["a duration", duration, { allOf: [{ $ref: "#/components/schemas/io.meta.v1.Duration" }] }],
  ["a quantity", quantity, { allOf: [{ $ref: "#/components/schemas/io.api.resource.Quantity" }] }],
  ["an integer or text", intOrString, { allOf: [{ $ref: "#/components/schemas/io.util.intstr.IntOrString" }] }],
  ["a raw object", rawObject, { allOf: [{ $ref: "#/components/schemas/io.runtime.RawExtension" }] }],
  ["a list of texts", list(text), { type: "array", items: { type: "string", default: "" } }],
  ["a list of bytes", list(bytes), { type: "array", items: { type: "string", format: "byte" } }],
  ["a list of structs", list(part), { type: "array", items: { default: {}, allOf: [partReference] } }],
  [
    "a list of quantities",
    list(quantity),
    { type: "array", items: { $ref: "#/components/schemas/io.api.resource.Quantity" } },
  ],
  ["a map of texts", map(text), { type: "object", additionalProperties: { type: "string", default: "" } }],
  [
    "a map of numbers",
    map(int32),
    { type: "object", additionalProperties: { type: "integer", format: "int32", default: 0 } },
  ],
  [
    "an atomic map of structs",
    map(part, { atomic: true }),
    {
      type: "object",
      additionalProperties: { default: {}, allOf: [partReference] },
      "x-test-map-type": "atomic",
    },
  ],
  [
    "an atomic list",
    list(int32, { type: "atomic" }),
    { type: "array", items: { type: "integer", format: "int32", default: 0 }, "x-test-list-type": "atomic" },
  ],
  [
    "a set with its merge strategy",
    list(text, { type: "set", merge: true }),
    {
      type: "array",
      items: { type: "string", default: "" },
      "x-test-list-type": "set",
      "x-test-patch-strategy": "merge",
    },
  ],
  [
    "a list of type map with its keys and merge key",
    list(part, { type: "map", keys: ["name"], merge: "name", retainKeys: true }),
    {
      type: "array",
      items: { default: {}, allOf: [partReference] },
      "x-test-list-type": "map",
      "x-test-list-map-keys": ["name"],
      "x-test-patch-strategy": "merge,retainKeys",
      "x-test-patch-merge-key": "name",
    },
  ],
])("OpenApiDefinitions publishes %s", (_, schema, expected) => {
  expect(property(schema)).toEqual({ description: "A field.", ...expected });
});

const presences = struct("p/v1.Presences", "Fields by presence.", {
  optionalText: optional(text, 1, "."),
  pointerText: pointer(text, 2, "."),
  requiredText: required(text, 3, "."),
  requiredFlag: required(boolean, 4, "."),
  requiredNumber: required(int64, 5, "."),
  requiredList: required(list(text), 6, "."),
  requiredTime: required(time, 7, "."),
  optionalPart: optional(part, 8, "."),
  pointerPart: pointer(part, 9, "."),
  requiredPart: required(part, 10, "."),
  requiredPointer: requiredPointer(part, 11, "."),
  declared: optional(text, 12, ".", { default: "x" }),
});

test("OpenAPI version 3 requires fields that are always written, and shows their default", () => {
  const { properties, required: names } = definitionsOf("3.0", presences)["io.p.v1.Presences"] as {
    properties: Record<string, object>;
    required: string[];
  };
  const defaults = Object.entries(properties).flatMap(([name, one]) => ("default" in one ? [[name, one.default]] : []));
  expect(Object.fromEntries(defaults)).toEqual({
    requiredText: "",
    requiredFlag: false,
    requiredNumber: 0,
    optionalPart: {},
    requiredPart: {},
  });
  expect(names).toEqual([
    "requiredText",
    "requiredFlag",
    "requiredNumber",
    "requiredList",
    "requiredTime",
    "requiredPart",
    "requiredPointer",
  ]);
});

test("OpenAPI shows the declared defaults of the keys of a list", () => {
  const port = struct("p/v1.Port", "A port.", {
    number: required(int32, 1, "."),
    protocol: optional(text, 2, ".", { default: "TCP" }),
    mode: optional(text, 3, ".", { default: "fast" }),
  });
  const root = struct("p/v1.Root", "A root.", {
    ports: optional(list(port, { type: "map", keys: ["number", "protocol"] }), 1, "."),
  });
  expect(definitionsOf("3.0", root)["io.p.v1.Port"]).toMatchObject({
    properties: {
      protocol: { type: "string", default: "TCP" },
      mode: expect.not.objectContaining({ default: "fast" }),
    },
  });
});

test("OpenAPI shows a declared or an empty default, and a list type, if the field's options say so", () => {
  const root = struct("p/v1.Root", "A root.", {
    pool: optional(text, 1, ".", { default: "rbd", publishesDefault: true }),
    name: optional(text, 2, ".", { publishesDefault: true }),
    bundle: optional(bytes, 3, ".", { listTypeMark: "atomic" }),
  });
  expect(definitionsOf("3.0", root)["io.p.v1.Root"]).toMatchObject({
    properties: {
      pool: { type: "string", default: "rbd" },
      name: { type: "string", default: "" },
      bundle: { type: "string", format: "byte", "x-test-list-type": "atomic" },
    },
  });
});

test("OpenAPI version 2 shows no defaults, and puts descriptions next to references", () => {
  const root = struct("p/v1.Root", "A root.", {
    part: required(part, 1, "Its part.", { patchStrategy: "retainKeys" }),
    names: required(list(text), 2, "Its names."),
    size: pointer(quantity, 3, "Its size."),
    port: pointer(intOrString, 4, "Its port."),
    other: pointer(part, 5, "Another part.", { patchStrategy: "replace" }),
  });
  expect(definitionsOf("2.0", root)).toEqual({
    "io.p.v1.Root": {
      description: "A root.",
      type: "object",
      required: ["part", "names"],
      properties: {
        part: { description: "Its part.", $ref: "#/definitions/io.p.v1.Part", "x-test-patch-strategy": "retainKeys" },
        names: { description: "Its names.", type: "array", items: { type: "string" } },
        size: { description: "Its size.", $ref: "#/definitions/io.api.resource.Quantity" },
        port: { description: "Its port.", $ref: "#/definitions/io.util.intstr.IntOrString" },
        other: { description: "Another part.", $ref: "#/definitions/io.p.v1.Part", "x-test-patch-strategy": "replace" },
      },
    },
    "io.p.v1.Part": {
      description: "A part.",
      type: "object",
      required: ["name"],
      properties: { name: { description: "Its name.", type: "string" } },
    },
    "io.api.resource.Quantity": { description: expect.any(String), type: "string" },
    "io.util.intstr.IntOrString": { description: expect.any(String), type: "string", format: "int-or-string" },
  });
});

test("OpenAPI version 3 lists the types of quantities and of integers or strings", () => {
  const root = struct("p/v1.Root", "A root.", { a: pointer(quantity, 1, "."), b: pointer(intOrString, 2, ".") });
  expect(definitionsOf("3.0", root)).toMatchObject({
    "io.api.resource.Quantity": { oneOf: [{ type: "string" }, { type: "number" }] },
    "io.util.intstr.IntOrString": { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] },
  });
});

test("the definition of a struct has its kinds, and marks an atomic struct", () => {
  const root = struct("p/v1.Root", "A root.", {}, { atomic: true });
  const kinds = new Map([["p/v1.Root", [{ group: "g", version: "v1", kind: "Root" }]]]);
  expect(definitionsOf("3.0", root, kinds)).toEqual({
    "io.p.v1.Root": {
      description: "A root.",
      type: "object",
      "x-test-map-type": "atomic",
      "x-test-group-version-kind": [{ group: "g", version: "v1", kind: "Root" }],
    },
  });
});

test("a struct that contains itself has one definition", () => {
  const node: StructSchema = recursiveStruct("p/v1.Node", "A node.", () => ({
    children: optional(list(node), 1, "Below it."),
  }));
  expect(Object.keys(definitionsOf("3.0", node))).toEqual(["io.p.v1.Node"]);
});

test("take() returns each definition once", () => {
  const definitions = new OpenApiDefinitions({
    version: "3.0",
    definitionName: (typeName) => typeName,
    extensionName: (stem) => `x-${stem}`,
    kindsOf: () => [],
  });
  definitions.reference(part);
  expect(Object.keys(definitions.take())).toEqual(["p/v1.Part"]);
  definitions.reference(part);
  expect(definitions.take()).toEqual({});
});

test("a definition whose name another type has gets a number", () => {
  const definitions = new OpenApiDefinitions({
    version: "2.0",
    definitionName: () => "same",
    extensionName: (stem) => `x-${stem}`,
    kindsOf: () => [],
  });
  const [one, two, three] = ["p/v1.One", "p/v1.Two", "p/v1.Three"].map((name) => struct(name, "A type.", {}));
  const references = [one, two, three, two, one].map((type) => definitions.reference(type as StructSchema).$ref);
  expect(references).toEqual(["same", "same_v2", "same_v3", "same_v2", "same"].map((name) => `#/definitions/${name}`));
  expect(Object.keys(definitions.take())).toEqual(["same", "same_v2", "same_v3"]);
});
