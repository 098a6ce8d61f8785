/** Derives from OpenAPI what a strategic merge patch needs: the keys by which lists are merged. */
import { allSpellings, extension } from "../../meta/vocabulary.ts";
import type { Field, ListMerge, PatchStrategy, Schema, StructSchema } from "../../schema/index.ts";
import type { ApiSchema, ApiSchemas } from "./api-schema.ts";

const strategyNames = allSpellings(extension("patch-strategy"));
const keyNames = allSpellings(extension("patch-merge-key"));

/** Returns a schema with merge information only. Nested schemas are created on access. */
export function mergeSchema(schemas: ApiSchemas, schema: ApiSchema): StructSchema {
  const { properties = {} } = schemas.resolved(schema);
  const fields = Object.entries(properties).map(([name, property]) => mergeField(schemas, name, property));
  return { node: "struct", name: "", doc: "", atomic: false, alternatives: undefined, fields };
}

function mergeField(schemas: ApiSchemas, name: string, property: ApiSchema): Field {
  const strategy = strategiesOf(property).find((one) => one !== "merge");
  let made: Schema | undefined;
  return {
    name,
    // Created on access, because a type may contain itself.
    get schema() {
      made ??= schemaOf(schemas, property);
      return made;
    },
    presence: "optional",
    required: false,
    nonEmpty: false,
    proto: 0,
    doc: "",
    ...(isPatchStrategy(strategy) ? { patchStrategy: strategy } : {}),
  };
}

function schemaOf(schemas: ApiSchemas, schema: ApiSchema): Schema {
  const { items, additionalProperties, properties } = schemas.resolved(schema);
  if (items) {
    const merge = listMerge(schema);
    return { node: "list", items: schemaOf(schemas, items), ...(merge ? { merge } : {}) };
  }
  if (typeof additionalProperties === "object") {
    return { node: "map", values: schemaOf(schemas, additionalProperties), atomic: false };
  }
  return properties ? mergeSchema(schemas, schema) : { node: "raw", content: "any" };
}

/** Reads the merge strategy of a list. It is next to the reference to the item type, not in that type. */
function listMerge(schema: ApiSchema): ListMerge | undefined {
  const strategies = strategiesOf(schema);
  if (!strategies.includes("merge")) return undefined;
  const key = textOf(schema, keyNames);
  return { retainKeys: strategies.includes("retainKeys"), ...(key === undefined ? {} : { key }) };
}

function strategiesOf(schema: ApiSchema): readonly string[] {
  return textOf(schema, strategyNames)?.split(",") ?? [];
}

function isPatchStrategy(text: string | undefined): text is PatchStrategy {
  return text === "retainKeys" || text === "replace";
}

function textOf(schema: ApiSchema, names: readonly string[]): string | undefined {
  const all = schema as Readonly<Record<string, unknown>>;
  return names.map((name) => all[name]).find((value) => typeof value === "string");
}
