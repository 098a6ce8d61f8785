/** Checks of the defaults in a schema. */
import type { JsonObject } from "../../base/json-object.ts";
import { cloneJson } from "../../base/json-tree.ts";
import { aggregateErrors } from "../../meta/aggregate-errors.ts";
import { type FieldError, formatFieldError, invalidField } from "../../meta/field-error.ts";
import { typeAndMetadata } from "../complete.ts";
import {
  coerceEmbeddedResources,
  type EmbeddedMetadataRules,
  validateEmbeddedResources,
} from "../embedded-resources.ts";
import { shownValue } from "../shown-value.ts";
import type { StructuralSchema } from "../structural-schema.ts";
import { hasUnknownFields } from "./unknown-fields.ts";
import { validateValue } from "./validate-value.ts";

/** Options of `validateDefaults()`. */
export interface DefaultsOptions {
  /** The path of the schema in its definition. */
  readonly path: string;
  readonly metadata: EmbeddedMetadataRules;
  /** Whether defaults with unknown members are errors. */
  readonly requiresPruned: boolean;
  /** Returns the errors of rules in the expression language. It is called for each default without other errors. */
  readonly ruleErrors?: (value: unknown, place: DefaultPlace) => readonly FieldError[];
}

/** The default to which rules are applied. */
export interface DefaultPlace {
  readonly schema: StructuralSchema;
  readonly path: string;
}

/** Returns the errors of the defaults in the schema of a whole object. */
export function validateDefaults(schema: StructuralSchema, options: DefaultsOptions): readonly FieldError[] {
  const errors: FieldError[] = [];
  const root = { ...schema, isEmbeddedResource: true };
  checkSchema(root, { path: options.path, resource: root, place: [], isInsideMetadata: false }, { ...options, errors });
  return errors;
}

/** Where a schema is. */
interface Position {
  readonly path: string;
  /** The schema of the closest API object around it. */
  readonly resource: StructuralSchema;
  /** Names of members from that object; undefined stands for the items of a list. */
  readonly place: readonly (string | undefined)[];
  /** Whether it describes a part of the metadata, or the type of that object. */
  readonly isInsideMetadata: boolean;
}

interface Output extends DefaultsOptions {
  readonly errors: FieldError[];
}

function checkSchema(schema: StructuralSchema, around: Position, output: Output): void {
  const isResource = schema.isEmbeddedResource;
  const position = isResource ? { ...around, resource: schema, place: [], isInsideMetadata: false } : around;
  if (schema.default !== undefined) output.errors.push(...defaultErrors(schema, position, output));
  const { path, place, isInsideMetadata } = position;
  if (schema.items) {
    checkSchema(schema.items, { ...position, path: `${path}.items`, place: [...place, undefined] }, output);
  }
  for (const [name, property] of schema.declaredProperties ?? []) {
    const inner = {
      ...position,
      path: `${path}.properties[${name}]`,
      place: [...place, name],
      isInsideMetadata: isInsideMetadata || (isResource && typeAndMetadata.has(name)),
    };
    checkSchema(property, inner, output);
  }
}

function defaultErrors(schema: StructuralSchema, position: Position, output: Output): readonly FieldError[] {
  const path = `${position.path}.default`;
  const value = cloneJson(schema.default);
  const unknown =
    !position.isInsideMetadata && output.requiresPruned && hasUnknownFields(schema, value)
      ? [invalidField(path, shownValue(value), "must not have unknown fields")]
      : [];
  const resourceErrors = position.isInsideMetadata
    ? metadataErrors(value, path, { position, rules: output.metadata })
    : embeddedErrors(schema, value, { path, rules: output.metadata });
  if (resourceErrors.length > 0) return [...unknown, ...resourceErrors];
  const valueErrors = validateValue(schema, value, { path, purpose: "defaults" });
  if (valueErrors.length > 0) return [...unknown, ...valueErrors];
  return [...unknown, ...(output.ruleErrors?.(value, { schema, path }) ?? [])];
}

function embeddedErrors(
  schema: StructuralSchema,
  value: unknown,
  { path, rules }: { path: string; rules: EmbeddedMetadataRules },
): readonly FieldError[] {
  const error = coerceEmbeddedResources(schema, value, { rules, path });
  return error ? [error] : validateEmbeddedResources(schema, value, { rules, path });
}

/** Returns the errors of an object in which only the default is set. */
function metadataErrors(
  value: unknown,
  path: string,
  { position: { resource, place }, rules }: { position: Position; rules: EmbeddedMetadataRules },
): readonly FieldError[] {
  let object = cloneJson(value);
  for (const name of place.toReversed()) object = name === undefined ? [object] : { [name]: object };
  const whole: JsonObject = { kind: "Validation", apiVersion: "validation/v1", ...(object as JsonObject) };
  const error = coerceEmbeddedResources(resource, whole, { rules, isRoot: true });
  const errors = error ? [error] : validateEmbeddedResources(resource, whole, { rules, isRoot: true });
  if (errors.length === 0) return errors;
  const message = error ? formatFieldError(error) : aggregateErrors(errors.map(formatFieldError));
  return [invalidField(path, shownValue(value), `must result in valid metadata: ${message}`)];
}
