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
  /** The paths of members that are no fields of metadata, relative to the metadata. */
  readonly unknownFields: readonly string[];
}

/** Decodes and validates the metadata of API objects. */
export interface EmbeddedMetadataRules {
  /** @param options whether members with a wrong type are left out, instead of being a fault */
  decode(metadata: unknown, options: { readonly dropsInvalid: boolean }): DecodedMetadata;
  /** Returns the errors of canonical metadata. A name is not required. The paths begin with `metadata`. */
  validate(metadata: ReadonlyJsonObject): readonly FieldError[];
}

/** Describes the value, and the treatment of invalid values. */
export interface CoercionOptions {
  readonly rules: EmbeddedMetadataRules;
  /** Whether invalid values are removed instead of being an error. This is for stored objects. */
  readonly dropsInvalid?: boolean;
  /** Whether the value itself is an API object, also if its schema does not say so. */
  readonly isRoot?: boolean;
  /** The path of the value; empty for a whole object, which is the default. */
  readonly path?: string;
}

/** The result of a coercion. */
export interface Coercion {
  /** The first error. Decoding ends with it. */
  readonly error: FieldError | undefined;
  /** The sorted paths of unknown members of metadata, which were removed. */
  readonly unknownFields: readonly string[];
}

const unchanged: Coercion = { error: undefined, unknownFields: [] };

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
 * Replaces the metadata of the API objects in a value by their canonical form, without unknown members. Changes the value. Decoding
 * calls it after unknown members were pruned. The error of a request is a status with the code 400.
 */
export function coerceEmbeddedResources(
  schema: StructuralSchema,
  value: unknown,
  { rules, dropsInvalid = false, isRoot = false, path = "" }: CoercionOptions,
): Coercion {
  if (!isRoot && !hasResources(schema)) return unchanged;
  const unknownFields: string[] = [];
  let error: FieldError | undefined;
  const walk = new ResourceWalk(path, (object) => {
    error = coerceTypeFields(object, dropsInvalid, walk) ?? coerceMetadata(object, dropsInvalid);
    return error === undefined;
  });
  const coerceMetadata = (object: JsonObject, dropped: boolean): FieldError | undefined => {
    if (!Object.hasOwn(object, "metadata")) return undefined;
    const decoded = rules.decode(object["metadata"], { dropsInvalid: dropped });
    for (const field of decoded.unknownFields) unknownFields.push(`${walk.path("metadata")}.${field}`);
    if (decoded.metadata) object["metadata"] = decoded.metadata;
    else if (!dropped) return invalidField(walk.path("metadata"), shownValue(object["metadata"]), decoded.fault ?? "");
    return undefined;
  };
  walk.walk(schema, value, isRoot || schema.isEmbeddedResource);
  return { error, unknownFields: unknownFields.sort() };
}

const typeFields = ["apiVersion", "kind"] as const;

function coerceTypeFields(object: JsonObject, dropsInvalid: boolean, walk: ResourceWalk): FieldError | undefined {
  for (const name of typeFields) {
    if (!Object.hasOwn(object, name) || typeof object[name] === "string") continue;
    if (!dropsInvalid) return invalidField(walk.path(name), shownValue(object[name]), "must be a string");
    Reflect.deleteProperty(object, name);
  }
  return undefined;
}

/** Returns the errors of the API objects in a value. */
export function validateEmbeddedResources(
  schema: StructuralSchema,
  value: unknown,
  { rules, isRoot = false, path = "" }: Omit<CoercionOptions, "dropsInvalid">,
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
  const { metadata, fault = "" } = rules.decode(value, { dropsInvalid: false });
  if (!metadata) return [invalidField(walk.path("metadata"), shownValue(value), fault)];
  return rules.validate(metadata).map((error) => ({ ...error, path: walk.path(error.path) }));
}
