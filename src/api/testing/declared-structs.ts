/** Every struct that the pages of this room export, and every struct those hold. For tests over all declarations. */
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import type { Schema, StructSchema } from "../../schema/index.ts";

const room = dirname(import.meta.dirname);

/** @returns structs in no particular order; a struct that two pages hold occurs once */
export async function declaredStructs(): Promise<readonly StructSchema[]> {
  const found = new Set<StructSchema>();
  for (const page of pages()) {
    const exported = Object.values((await import(page)) as Record<string, unknown>);
    for (const one of exported) collect(one, found);
  }
  return [...found];
}

/** Modules of `<group>/<version>/`. */
function pages(): readonly string[] {
  return readdirSync(room, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\/v\d+\w*$/.test(entry.parentPath) && !entry.name.endsWith(".test.ts"))
    .map((entry) => `${entry.parentPath}/${entry.name}`);
}

function collect(exported: unknown, found: Set<StructSchema>): void {
  if (typeof exported !== "object" || exported === null) return;
  if ("node" in exported) collectSchema(exported as Schema, found);
  else if ("schema" in exported) collect(exported.schema, found);
}

function collectSchema(schema: Schema, found: Set<StructSchema>): void {
  for (const struct of heldStructs(schema)) {
    if (found.has(struct)) continue;
    found.add(struct);
    for (const field of struct.fields) collectSchema(field.schema, found);
  }
}

/** Returns the structs that the schemas are or hold, at any depth. */
export function structsOf(schemas: readonly Schema[]): ReadonlySet<StructSchema> {
  const found = new Set<StructSchema>();
  for (const schema of schemas) collectSchema(schema, found);
  return found;
}

/** The structs that a schema is, or holds as the items of lists, the values of maps and the forms of unions. */
export function heldStructs(schema: Schema): readonly StructSchema[] {
  if (schema.node === "struct") return [schema];
  if (schema.node === "list") return heldStructs(schema.items);
  if (schema.node === "map") return heldStructs(schema.values);
  if (schema.node === "union") return [schema.object.schema, ...heldStructs(schema.other.schema)];
  return [];
}
