/** Finds the fields that a filled object leaves out. */
import type { Schema, StructSchema } from "../../schema/index.ts";

/**
 * Returns the fields that are set nowhere in `object`: `storage/v1.CSIDriverSpec.tokenRequests`. Only fields of structs in
 * the package of the kind. Structs of other packages are filled in other objects.
 */
export function unsetFields(kind: StructSchema, object: unknown): readonly string[] {
  const seen = new Map<StructSchema, Set<string>>();
  collect(kind, object, seen);
  const own = [...seen].filter(([struct]) => packageOf(struct) === packageOf(kind));
  return own.flatMap(([struct, names]) =>
    struct.fields.filter(({ name }) => !names.has(name)).map(({ name }) => `${struct.name}.${name}`),
  );
}

/** Returns `storage/v1` for `storage/v1.CSIDriver`. */
function packageOf({ name }: StructSchema): string {
  return name.slice(0, name.lastIndexOf("."));
}

function collect(schema: Schema, value: unknown, seen: Map<StructSchema, Set<string>>): void {
  if (typeof value !== "object" || value === null) return;
  if (schema.node === "list") for (const item of value as unknown[]) collect(schema.items, item, seen);
  if (schema.node === "map") for (const one of Object.values(value)) collect(schema.values, one, seen);
  if (schema.node !== "struct") return;
  const names = seen.get(schema) ?? new Set<string>();
  seen.set(schema, names);
  for (const field of schema.fields) {
    const member = (value as Readonly<Record<string, unknown>>)[field.name];
    if (member === undefined) continue;
    names.add(field.name);
    collect(field.schema, member, seen);
  }
}
