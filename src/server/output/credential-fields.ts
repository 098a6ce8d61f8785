/** Replaces credentials in documents before they are recorded. Declarations mark the fields that contain credentials. */
import { isJsonObject } from "../../base/json-object.ts";
import type { StructSchema } from "../../schema/index.ts";

const replacement = "REDACTED";

/** Names of the members from the document to a credential. */
type FieldPath = readonly string[];

const pathsOfSchemas = new WeakMap<StructSchema, readonly FieldPath[]>();

/** Whether documents of the type contain credentials. */
export function hasCredentials(schema: StructSchema): boolean {
  return credentialPaths(schema).length > 0;
}

/** Returns the document with a placeholder for each credential. Documents without credentials are not copied. */
export function withoutCredentials(schema: StructSchema, document: unknown): unknown {
  return credentialPaths(schema).reduce(replaceAt, document);
}

function credentialPaths(schema: StructSchema): readonly FieldPath[] {
  let paths = pathsOfSchemas.get(schema);
  if (!paths) {
    paths = findPaths(schema, new Set());
    pathsOfSchemas.set(schema, paths);
  }
  return paths;
}

/** Credentials are only in structs: no list or map contains any. */
function findPaths(schema: StructSchema, visited: ReadonlySet<StructSchema>): readonly FieldPath[] {
  if (visited.has(schema)) return [];
  const inner = new Set([...visited, schema]);
  return schema.fields.flatMap((field) => {
    if (field.isCredential === true) return [[field.name]];
    if (field.schema.node !== "struct") return [];
    return findPaths(field.schema, inner).map((path) => [field.name, ...path]);
  });
}

function replaceAt(document: unknown, [name = "", ...rest]: FieldPath): unknown {
  if (!isJsonObject(document) || !document[name]) return document;
  return { ...document, [name]: rest.length === 0 ? replacement : replaceAt(document[name], rest) };
}
