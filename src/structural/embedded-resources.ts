/**
 * API objects inside of values: their `apiVersion`, `kind` and `metadata`. Decoding coerces them, which makes their metadata
 * canonical. Validation checks them.
 */
import { isJsonList, isJsonObject, type JsonObject, type ReadonlyJsonObject } from "../base/json-object.ts";
import { type FieldError, fieldErrorsMax, invalidField, requiredField } from "../meta/field-error.ts";
import { checkDns1035Label } from "../meta/name-formats.ts";
import { shownValue } from "./shown-value.ts";
import type { StructuralSchema } from "./structural-schema.ts";
import { joinPath, type PathPart } from "./value-path.ts";

/** Metadata that were read from JSON. */
export interface DecodedMetadata {
  /** The metadata in canonical form. Undefined if there is a fault. */
  readonly metadata: JsonObject | undefined;
  /** Why the metadata cannot be decoded, in the words of the reference. */
  readonly fault: string | undefined;
}

/** Decodes and validates the metadata of API objects. */
export interface EmbeddedMetadataRules {
  decode(metadata: unknown): DecodedMetadata;
  /** Returns the errors of canonical metadata. A name is not required. The paths begin with `metadata`. */
  validate(metadata: ReadonlyJsonObject): readonly FieldError[];
}

/** Describes a value. */
export interface EmbeddedResourceOptions<Rules = EmbeddedMetadataRules> {
  readonly rules: Rules;
  /** Whether the value itself is an API object, also if its schema does not say so. */
  readonly isRoot?: boolean;
  /** The path of the value; empty for a whole object, which is the default. */
  readonly path?: string;
}

const schemasWithResources = new WeakMap<StructuralSchema, boolean>();

/** Whether values of the schema can contain API objects. */
function hasResources(schema: StructuralSchema | undefined): boolean {
  if (!schema) return false;
  let has = schemasWithResources.get(schema);
  if (has === undefined) {
    const { isEmbeddedResource, items, values, declaredProperties } = schema;
    has =
      isEmbeddedResource ||
      hasResources(items) ||
      hasResources(values) ||
      [...(declaredProperties?.values() ?? [])].some(hasResources);
    schemasWithResources.set(schema, has);
  }
  return has;
}

/** Visits the API objects in a value, from the outside to the inside. */
class ResourceWalk {
  readonly #visit: (object: JsonObject) => boolean;
  readonly #root: string;
  readonly #place: PathPart[] = [];

  /** @param visit returns whether the walk continues */
  constructor(root: string, visit: (object: JsonObject) => boolean) {
    this.#root = root;
    this.#visit = visit;
  }

  path(...parts: readonly PathPart[]): string {
    return joinPath([...this.#place, ...parts], this.#root);
  }

  /** Returns false if the walk was ended. */
  walk(schema: StructuralSchema | undefined, value: unknown, isResource = schema?.isEmbeddedResource): boolean {
    if (!schema || !(isResource || hasResources(schema))) return true;
    if (isJsonList(value)) return value.every((item, index) => this.#walkPart(index, schema.items, item));
    if (!isJsonObject(value)) return true;
    if (isResource && !this.#visit(value)) return false;
    const { declaredProperties, values } = schema;
    return Object.keys(value).every((name) => {
      const property = declaredProperties?.get(name);
      return this.#walkPart(property ? name : { key: name }, property ?? values, value[name]);
    });
  }

  #walkPart(part: PathPart, schema: StructuralSchema | undefined, value: unknown): boolean {
    if (!schema) return true;
    this.#place.push(part);
    const continues = this.walk(schema, value);
    this.#place.pop();
    return continues;
  }
}

/**
 * Replaces the metadata of the API objects in a value by their canonical form. Changes the value. Decoding calls it after unknown
 * members were pruned. The error of a request is a status with the code 400.
 * @returns the first error, with which decoding ends
 */
export function coerceEmbeddedResources(
  schema: StructuralSchema,
  value: unknown,
  { rules, isRoot = false, path = "" }: EmbeddedResourceOptions<Pick<EmbeddedMetadataRules, "decode">>,
): FieldError | undefined {
  if (!isRoot && !hasResources(schema)) return undefined;
  let error: FieldError | undefined;
  const walk = new ResourceWalk(path, (object) => {
    error = typeFieldFault(object, walk) ?? coerceMetadata(object);
    return error === undefined;
  });
  const coerceMetadata = (object: JsonObject): FieldError | undefined => {
    if (!Object.hasOwn(object, "metadata")) return undefined;
    const { metadata, fault = "" } = rules.decode(object["metadata"]);
    if (!metadata) return invalidField(walk.path("metadata"), shownValue(object["metadata"]), fault);
    object["metadata"] = metadata;
    return undefined;
  };
  walk.walk(schema, value, isRoot || schema.isEmbeddedResource);
  return error;
}

const typeFields = ["apiVersion", "kind"] as const;

function typeFieldFault(object: ReadonlyJsonObject, walk: ResourceWalk): FieldError | undefined {
  const name = typeFields.find((one) => Object.hasOwn(object, one) && typeof object[one] !== "string");
  return name && invalidField(walk.path(name), shownValue(object[name]), "must be a string");
}

/** Returns the errors of the API objects in a value. */
export function validateEmbeddedResources(
  schema: StructuralSchema,
  value: unknown,
  { rules, isRoot = false, path = "" }: EmbeddedResourceOptions,
): readonly FieldError[] {
  const errors: FieldError[] = [];
  if (!isRoot && !hasResources(schema)) return errors;
  const walk = new ResourceWalk(path, (object) => {
    errors.push(...resourceErrors(object, rules, walk));
    return errors.length < fieldErrorsMax;
  });
  walk.walk(schema, value, isRoot || schema.isEmbeddedResource);
  return errors;
}

const mustNotBeEmpty = "must not be empty";

function resourceErrors(
  object: ReadonlyJsonObject,
  rules: EmbeddedMetadataRules,
  walk: ResourceWalk,
): readonly FieldError[] {
  const errors: FieldError[] = typeFields
    .filter((name) => !Object.hasOwn(object, name))
    .map((name) => requiredField(walk.path(name), mustNotBeEmpty));
  for (const name of Object.keys(object)) {
    const value = object[name];
    if (name === "apiVersion") errors.push(...typeFieldErrors(walk.path(name), value, apiVersionFault));
    else if (name === "kind") errors.push(...typeFieldErrors(walk.path(name), value, kindFault));
    else if (name === "metadata") errors.push(...metadataErrors(value, rules, walk));
  }
  return errors;
}

function typeFieldErrors(
  path: string,
  value: unknown,
  faultOf: (text: string) => string | undefined,
): readonly FieldError[] {
  if (typeof value !== "string") return [invalidField(path, shownValue(value), "must be a string")];
  const fault = value === "" ? mustNotBeEmpty : faultOf(value);
  return fault === undefined ? [] : [invalidField(path, value, fault)];
}

function apiVersionFault(text: string): string | undefined {
  return text.split("/").length > 2 ? `unexpected GroupVersion string: ${text}` : undefined;
}

function kindFault(text: string): string | undefined {
  const faults = checkDns1035Label(text.toLowerCase());
  return faults.length === 0 ? undefined : `may have mixed case, but should otherwise match: ${faults.join(",")}`;
}

function metadataErrors(value: unknown, rules: EmbeddedMetadataRules, walk: ResourceWalk): readonly FieldError[] {
  const { metadata, fault = "" } = rules.decode(value);
  if (!metadata) return [invalidField(walk.path("metadata"), shownValue(value), fault)];
  return rules.validate(metadata).map((error) => ({ ...error, path: walk.path(error.path) }));
}
