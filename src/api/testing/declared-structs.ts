/** The structs of all declarations, for tests. */
import { readdirSync } from "node:fs";
import { dirname } from "node:path";
import { containedStructs, type Schema, type StructSchema } from "../../schema/index.ts";

const apiFolder = dirname(import.meta.dirname);

/** @returns structs in no particular order; a struct that two modules hold occurs once */
export async function declaredStructs(): Promise<readonly StructSchema[]> {
  const found = new Set<StructSchema>();
  for (const module of modules()) {
    const exported = Object.values((await import(module)) as Record<string, unknown>);
    for (const value of exported) collect(value, found);
  }
  return [...found];
}

/** Returns the modules of `<group>/<version>/`. */
function modules(): readonly string[] {
  return readdirSync(apiFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\/v\d+\w*$/.test(entry.parentPath) && !entry.name.endsWith(".test.ts"))
    .map((entry) => `${entry.parentPath}/${entry.name}`);
}

function collect(exported: unknown, found: Set<StructSchema>): void {
  if (typeof exported !== "object" || exported === null) return;
  if ("node" in exported) collectSchema(exported as Schema, found);
  else if ("schema" in exported) collect(exported.schema, found);
}

function collectSchema(schema: Schema, found: Set<StructSchema>): void {
  for (const struct of containedStructs(schema)) {
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
