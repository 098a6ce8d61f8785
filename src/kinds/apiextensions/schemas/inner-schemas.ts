/** The schemas inside a schema, and its default. */
import { isList } from "./is-list.ts";
import type { SchemaProps } from "./schema-extensions.ts";

/** Returns the only schema of the items of a list. Undefined if there is none, or if there is a list of schemas. */
export function itemSchema({ items }: SchemaProps): SchemaProps | undefined {
  return items === undefined || isList(items) ? undefined : items;
}

/** Returns the schemas of a list of schemas for items; empty if there is no such list. */
export function itemSchemas({ items }: SchemaProps): readonly SchemaProps[] {
  return items !== undefined && isList(items) ? items : [];
}

/** Returns the schema of the values of a map. Undefined if there is none, or only a boolean. */
export function valueSchema({ additionalProperties }: SchemaProps): SchemaProps | undefined {
  return typeof additionalProperties === "object" ? additionalProperties : undefined;
}

/** Returns the schemas with names in a member such as `properties`. */
export function namedSchemas(
  schema: SchemaProps,
  member: "properties" | "patternProperties" | "definitions",
): readonly (readonly [string, SchemaProps])[] {
  return Object.entries(schema[member] ?? {});
}

/** Returns the schemas of dependencies. A dependency can also be a list of names, or null. */
export function dependencySchemas({ dependencies }: SchemaProps): readonly (readonly [string, SchemaProps])[] {
  return Object.entries(dependencies ?? {}).flatMap(([name, one]) =>
    one === null || isList(one) ? [] : [[name, one] as const],
  );
}

/** Whether the schema has a default. */
export function hasDefault({ default: value }: SchemaProps): boolean {
  return value !== undefined && value !== null;
}

/** Returns whether a schema, or any schema inside it, satisfies the condition. */
export function someSchema(schema: SchemaProps, condition: (schema: SchemaProps) => boolean): boolean {
  if (condition(schema)) return true;
  return allInnerSchemas(schema).some((inner) => someSchema(inner, condition));
}

function allInnerSchemas(schema: SchemaProps): readonly SchemaProps[] {
  const { allOf = [], anyOf = [], oneOf = [], not, additionalItems } = schema;
  const single = [itemSchema(schema), not, valueSchema(schema)];
  const named = [
    ...namedSchemas(schema, "properties"),
    ...namedSchemas(schema, "patternProperties"),
    ...namedSchemas(schema, "definitions"),
    ...dependencySchemas(schema),
  ];
  return [
    ...single.filter((inner) => inner !== undefined),
    ...itemSchemas(schema),
    ...allOf,
    ...anyOf,
    ...oneOf,
    ...named.map(([, inner]) => inner),
    ...(typeof additionalItems === "object" ? [additionalItems] : []),
  ];
}
