/** Returns what `orch` says about values of custom types, in the form of the recorded answers. */
import type { RecordedError, SchemaCase } from "../../compare/custom-types/schema-case.ts";
import { cloneJson } from "../../src/base/json-tree.ts";
import { embeddedMetadataRules as metadataRules } from "../../src/kinds/custom-types/embedded-metadata.ts";
import { causeReasons, type FieldError, formatFieldError, formatFieldErrorBody } from "../../src/meta/field-error.ts";
import { vocabularies } from "../../src/meta/vocabulary.ts";
import {
  Correlated,
  coerceEmbeddedResources,
  readStructuralSchema,
  type StructuralSchema,
  validateEmbeddedResources,
} from "../../src/structural/index.ts";
import { validateListTypes, validateValue } from "../../src/structural/validate/index.ts";

const group = "validation.example.com";

/** Returns the schema in JSON of the vocabulary `kubernetes`. */
export function schemaOf(json: object): StructuralSchema {
  return readStructuralSchema(json as Record<string, unknown>, vocabularies.kubernetes);
}

/** Returns an error in the form of the recorded ones. */
export function recordedError(error: FieldError): RecordedError {
  return [causeReasons[error.type], error.path, formatFieldErrorBody(error)];
}

/** Returns what a server says about a new object, or about an update. */
export function objectAnswer(
  schema: StructuralSchema,
  sent: object,
  { kind, old }: { kind: string; old?: object },
): RecordedError[] {
  const object = cloneJson(sent);
  const error = coerceEmbeddedResources(schema, object, { rules: metadataRules });
  if (error) {
    const message = `${kind} in version "v1" cannot be handled as a ${kind}: ${formatFieldError(error)}`;
    return [["BadRequest", "", message]];
  }
  const correlated = old && new Correlated(object, old, schema);
  const hasOldListErrors = old !== undefined && validateListTypes(schema, old).length > 0;
  return [
    ...validateValue(schema, object, correlated ? { correlated } : {}),
    ...validateEmbeddedResources(schema, object, { rules: metadataRules }),
    ...(hasOldListErrors ? [] : validateListTypes(schema, object)),
  ].map(recordedError);
}

/** The part of an object that an update of the status writes. */
export interface ObjectWithStatus {
  readonly status?: unknown;
}

/** Returns what a server says about an update of a status. */
export function statusAnswer(
  schema: StructuralSchema,
  value: ObjectWithStatus,
  old: ObjectWithStatus,
): RecordedError[] {
  const statusSchema = schema.properties?.get("status");
  if (!statusSchema) throw new Error("the schema describes no status");
  const correlated = new Correlated(value, old, schema).field("status");
  const options = { path: "status", ...(correlated ? { correlated } : {}) };
  const statusErrors = Object.hasOwn(value, "status") ? validateValue(statusSchema, value.status, options) : [];
  const hasOldListErrors = validateListTypes(schema, old).length > 0;
  return [...statusErrors, ...(hasOldListErrors ? [] : validateListTypes(schema, value))].map(recordedError);
}

/** Returns what a server says about the value of a member of a spec, in a new object or in an update. */
export function memberAnswer(one: SchemaCase, write: { value: unknown; old?: unknown }, kind = "K"): RecordedError[] {
  const schema = memberSchema(one);
  const object = (value: unknown): object => wholeObject(kind, { spec: { [one.name]: value } });
  return objectAnswer(schema, object(write.value), {
    kind,
    ...(Object.hasOwn(write, "old") ? { old: object(write.old) } : {}),
  });
}

const memberSchemas = new WeakMap<SchemaCase, StructuralSchema>();

function memberSchema(one: SchemaCase): StructuralSchema {
  const spec = { type: "object", properties: { [one.name]: one.schema } };
  const schema = memberSchemas.get(one) ?? schemaOf({ type: "object", properties: { spec } });
  memberSchemas.set(one, schema);
  return schema;
}

/** Returns an object of a custom type with these members. */
export function wholeObject(kind: string, members: object): object {
  return { apiVersion: `${group}/v1`, kind, metadata: { name: "x" }, ...members };
}
