/** The fields that an object of a built-in kind has, and copies of the object with other values in these fields. */
import { isJsonList, isJsonObject, type JsonObject, type ReadonlyJsonObject } from "../../../src/base/json-object.ts";
import type { Field, ListSchema, Schema, StructSchema } from "../../../src/schema/index.ts";

/** Names of members and positions in lists. */
export type Path = readonly (string | number)[];

/** A field of an object. */
export interface FieldValue {
  readonly path: Path;
  /** The path without keys of maps and positions in lists. */
  readonly fieldNames: readonly string[];
  readonly field: Field;
  readonly struct: StructSchema;
  /** Whether the field identifies an item of a list. */
  readonly isKey: boolean;
}

/** Returns the fields of an object and of all objects inside it, except those of the type and the metadata. */
export function fieldValues(struct: StructSchema, object: ReadonlyJsonObject): readonly FieldValue[] {
  const content = { ...struct, fields: struct.fields.filter(({ name }) => !skipped.has(name)) };
  return [...valuesOf(content, object, { path: [], fieldNames: [], keys: [] })];
}

const skipped: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

interface Place {
  readonly path: Path;
  readonly fieldNames: readonly string[];
  /** Names of the fields that identify the value among the items of a list. */
  readonly keys: readonly string[];
}

function* valuesOf(schema: Schema, value: unknown, place: Place): Generator<FieldValue> {
  const { path } = place;
  if (schema.node === "struct" && isJsonObject(value)) {
    for (const field of schema.fields) {
      const { name } = field;
      if (!Object.hasOwn(value, name)) continue;
      const inner = { path: [...path, name], fieldNames: [...place.fieldNames, name], keys: [] };
      yield { ...inner, field, struct: schema, isKey: place.keys.includes(name) };
      yield* valuesOf(field.schema, value[name], inner);
    }
  } else if (schema.node === "list" && isJsonList(value)) {
    for (const [index, item] of value.entries())
      yield* valuesOf(schema.items, item, { ...place, path: [...path, index], keys: keysOf(schema) });
  } else if (schema.node === "map" && isJsonObject(value)) {
    for (const [name, one] of Object.entries(value))
      yield* valuesOf(schema.values, one, { ...place, path: [...path, name], keys: [] });
  }
}

function keysOf({ mapKeys, merge }: ListSchema): readonly string[] {
  return mapKeys ?? (merge?.key ? [merge.key] : []);
}

/** Returns the paths of all structs in an object. Members that their types do not have can be added there. */
export function structPaths(struct: StructSchema, object: ReadonlyJsonObject): Path[] {
  const paths = fieldValues(struct, object).map(({ path }) => path.slice(0, -1));
  return [...new Map([[], ...paths].map((path) => [path.join("/"), path])).values()];
}

/** Returns a copy of the object with another value at a path. */
export function withValue(object: ReadonlyJsonObject, path: Path, value: unknown): ReadonlyJsonObject {
  const copy = structuredClone(object) as JsonObject;
  let parent = copy as Record<string | number, unknown>;
  for (const step of path.slice(0, -1)) parent = parent[step] as typeof parent;
  parent[path.at(-1) ?? ""] = value;
  return copy;
}

/** Returns an object that has only this value. Lists have no other items. */
export function onlyValue(path: Path, value: unknown): ReadonlyJsonObject {
  const inner = path.reduceRight<unknown>((one, step) => (typeof step === "number" ? [one] : { [step]: one }), value);
  return inner as ReadonlyJsonObject;
}

/** Returns a value that no type like this accepts. Undefined if the type accepts any value. */
export function wrongValue({ node }: Schema): unknown {
  switch (node) {
    case "struct":
    case "map":
      return "x";
    case "list":
      return {};
    case "integer":
    case "number":
    case "boolean":
      return "x";
    case "quantity":
    case "intOrString":
      return true;
    case "raw":
    case "union":
      return undefined;
    default:
      return 7;
  }
}

/** Returns the value with other scalars. Those of keys and of lists stay, because they identify items. */
export function changedScalars(schema: Schema, value: unknown, keys: readonly string[] = []): unknown {
  if (schema.node === "struct" && isJsonObject(value)) {
    const entries = Object.entries(value).map(([name, one]) => {
      const field = schema.fields.find((candidate) => candidate.name === name);
      return [name, field && !keys.includes(name) ? changedScalars(field.schema, one) : one] as const;
    });
    return Object.fromEntries(entries);
  }
  if (schema.node === "list" && isJsonList(value)) {
    const { items } = schema;
    return value.map((item) => (items.node === "struct" ? changedScalars(items, item, keysOf(schema)) : item));
  }
  if (schema.node === "map" && isJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changedScalars(schema.values, one)]));
  if (schema.node === "text") return `${String(value)}x`;
  if (schema.node === "integer") return Number(value) + 1;
  return schema.node === "boolean" ? value !== true : value;
}
