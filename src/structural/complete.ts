/**
 * Brings values of custom types into canonical form: without unknown fields, with defaults, and with members in the order of
 * their names. Equal values have equal JSON. A value of a wrong type is kept as it was sent, because validation reports it.
 *
 * The functions are compiled once per schema. The input is never changed, and the result shares no parts with it.
 */
import { isIndex } from "../base/index-name.ts";
import type { JsonObject, ReadonlyJsonObject } from "../base/json-object.ts";
import { textOfNumber } from "../base/number-text.ts";
import { setOwn } from "../base/own-property.ts";
import type { StructuralSchema } from "./structural-schema.ts";

/** Settings and results of one completion, which all parts share. */
export interface CompletionRun {
  /** Whether to fill in defaults. */
  readonly memberDefaults: boolean;
  /** Whether malformed types and metadata of objects inside a value are left out. Otherwise they are errors. */
  readonly dropsMalformed: boolean;
  /** Whether members that must not be null and have no default are kept if they are null, so that validation reports them. */
  readonly keepsNulls: boolean;
  /** Whether members that the schema does not describe are kept. Otherwise they are removed. */
  readonly keepsUnknown: boolean;
  /**
   * Returns the metadata of an object inside a value, without unknown fields. If they are malformed, throws or returns undefined, as
   * `dropsMalformed` says.
   */
  readonly completeMetadata: (metadata: unknown) => unknown;
  /** Number of members of the input that the schema knows. */
  keyCount: number;
  /** Whether the result holds bigints, or keys such as "10" that JavaScript reorders. */
  needsExactJson: boolean;
}

/** Returns the canonical form of a value. @throws NumberRangeError */
export type Completer = (value: unknown, run: CompletionRun) => unknown;

/** Reports a number that does not fit a 64-bit floating point number. */
export class NumberRangeError extends Error {
  override readonly name = "NumberRangeError";
  /** The number as it was sent. */
  readonly text: string;

  constructor(text: string) {
    super(`the number ${text} is out of range`);
    this.text = text;
  }
}

/** Reports an API object inside a value that is malformed. `coerceEmbeddedResources` finds the reason. */
export class EmbeddedResourceError extends Error {
  override readonly name = "EmbeddedResourceError";
}

/** The members of an API object whose form does not depend on a schema. */
export const typeAndMetadata: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

interface CompiledProperty {
  readonly name: string;
  readonly complete: Completer;
  readonly isNullable: boolean;
  /** Undefined if there is none. */
  readonly default: unknown;
}

/** How the parts of values of one schema are completed, for each form that a value can have. */
interface CompiledParts {
  readonly properties: ReadonlyMap<string, CompiledProperty>;
  /** The properties with defaults, in the order of their names. */
  readonly withDefaults: readonly CompiledProperty[];
  /** How other members are completed. Undefined if they are unknown. */
  readonly values: CompiledProperty | undefined;
  readonly keepsMetadata: boolean;
  readonly items: CompiledProperty;
}

const compiled = new WeakMap<StructuralSchema, Completer>();
const compiledPreserving = new WeakMap<StructuralSchema, Completer>();

/** Returns the completion of values of a schema. Each schema has one, which is compiled on first use. */
export function completionOf(schema: StructuralSchema, preserves = schema.preservesUnknownFields): Completer {
  const cache = preserves ? compiledPreserving : compiled;
  let completion = cache.get(schema);
  if (!completion) {
    completion = completionOfParts(() => partsOf(schema, preserves));
    cache.set(schema, completion);
  }
  return completion;
}

const rootParts = new WeakMap<StructuralSchema, CompiledParts>();

/**
 * Adds the members of an API object that its schema describes to `out`: all except `apiVersion`, `kind` and `metadata`.
 * @throws NumberRangeError
 */
export function completeMembers(
  schema: StructuralSchema,
  object: ReadonlyJsonObject,
  out: JsonObject,
  run: CompletionRun,
): void {
  let parts = rootParts.get(schema);
  if (!parts) {
    parts = partsOf(schema, schema.preservesUnknownFields);
    rootParts.set(schema, parts);
  }
  const names = Object.keys(object).filter((name) => !typeAndMetadata.has(name));
  addMembers(parts, object, names, out, run);
}

/** Completes a value without a schema whose parts are all known. */
const completeAny: Completer = (value, run) => {
  if (typeof value !== "object" || value === null) return scalarOf(value, run);
  if (Array.isArray(value)) return value.map((item) => completeAny(item, run));
  const out: JsonObject = {};
  const names = sortedNames(Object.keys(value), run);
  run.keyCount += names.length;
  for (const name of names) setOwn(out, name, completeAny((value as ReadonlyJsonObject)[name], run));
  return out;
};

/** Completes a value without a schema whose members are all unknown. */
const completeUnknown: Completer = (value, run) => {
  if (run.keepsUnknown) return completeAny(value, run);
  if (typeof value !== "object" || value === null) return scalarOf(value, run);
  return Array.isArray(value) ? value.map((item) => completeUnknown(item, run)) : {};
};

function completionOfParts(makeParts: () => CompiledParts): Completer {
  let parts: CompiledParts | undefined;
  return (value, run) => {
    if (typeof value !== "object" || value === null) return scalarOf(value, run);
    parts ??= makeParts();
    if (Array.isArray(value)) return completeItems(parts.items, value, run);
    const out: JsonObject = {};
    addMembers(parts, value as ReadonlyJsonObject, Object.keys(value), out, run);
    return out;
  };
}

function partsOf(schema: StructuralSchema, preserves: boolean): CompiledParts {
  const properties = new Map<string, CompiledProperty>();
  for (const [name, property] of schema.declaredProperties ?? []) properties.set(name, propertyOf(name, property));
  const withDefaults = [...properties.values()]
    .filter((property) => property.default !== undefined)
    .sort((one, other) => (one.name < other.name ? -1 : 1));
  return {
    properties,
    withDefaults,
    values: valuesOf(schema, preserves),
    keepsMetadata: schema.isEmbeddedResource,
    items: itemsOf(schema, preserves),
  };
}

function propertyOf(name: string, schema: StructuralSchema): CompiledProperty {
  return { name, complete: completionOf(schema), isNullable: schema.isNullable, default: schema.default };
}

/** Null is kept in a value without a schema. */
function withoutSchema(complete: Completer): CompiledProperty {
  return { name: "", complete, isNullable: true, default: undefined };
}

const anyValue = withoutSchema(completeAny);
const unknownValue = withoutSchema(completeUnknown);

function valuesOf(
  { values, hasAdditionalProperties }: StructuralSchema,
  preserves: boolean,
): CompiledProperty | undefined {
  if (values) return propertyOf("", values);
  // As in the reference, `additionalProperties: true` keeps the members, but nothing inside them.
  if (hasAdditionalProperties) return unknownValue;
  return preserves ? anyValue : undefined;
}

function itemsOf({ items }: StructuralSchema, preserves: boolean): CompiledProperty {
  if (!items) return preserves ? anyValue : unknownValue;
  const item = propertyOf("", items);
  return preserves ? { ...item, complete: completionOf(items, true) } : item;
}

function completeItems(item: CompiledProperty, values: readonly unknown[], run: CompletionRun): unknown {
  return values.map((value) => {
    const isUnset = value === null && !item.isNullable;
    return item.complete(isUnset && run.memberDefaults ? (item.default ?? null) : value, run);
  });
}

/** Adds the known members of `object` and the defaults of absent ones to `out`, in the order of their names. */
function addMembers(
  parts: CompiledParts,
  object: ReadonlyJsonObject,
  unsorted: string[],
  out: JsonObject,
  run: CompletionRun,
): void {
  const { properties, withDefaults } = parts;
  let nextDefault = run.memberDefaults ? 0 : withDefaults.length;
  for (const name of sortedNames(unsorted, run)) {
    for (; nextDefault < withDefaults.length; nextDefault++) {
      const property = withDefaults[nextDefault];
      if (!property || property.name > name) break;
      if (property.name < name) setOwn(out, property.name, defaultOf(property, run));
    }
    addMember(parts, properties.get(name), name, object[name], out, run);
  }
  for (; nextDefault < withDefaults.length; nextDefault++) {
    const property = withDefaults[nextDefault];
    if (property) setOwn(out, property.name, defaultOf(property, run));
  }
}

function addMember(
  { values, keepsMetadata }: CompiledParts,
  property: CompiledProperty | undefined,
  name: string,
  value: unknown,
  out: JsonObject,
  run: CompletionRun,
): void {
  if (keepsMetadata && name === "metadata") {
    const metadata = run.completeMetadata(value);
    if (metadata === undefined) return;
    run.keyCount++;
    setOwn(out, name, metadata);
    return;
  }
  if (keepsMetadata && typeof value !== "string" && typeAndMetadata.has(name)) {
    if (run.dropsMalformed) return;
    throw new EmbeddedResourceError();
  }
  const unknown = run.keepsUnknown ? anyValue : undefined;
  const member = keepsMetadata && typeAndMetadata.has(name) ? anyValue : (property ?? values ?? unknown);
  if (!member) return;
  run.keyCount++;
  if (value === null && !member.isNullable) {
    const hasDefault = member.default !== undefined;
    if (!hasDefault && !run.keepsNulls) return;
    if (hasDefault && run.memberDefaults) {
      setOwn(out, name, defaultOf(member, run));
      return;
    }
  }
  setOwn(out, name, member.complete(value, run));
}

/** Returns the default of a property. Its members are not counted, because they are not part of the input. */
function defaultOf({ complete, default: value }: CompiledProperty, run: CompletionRun): unknown {
  const { keyCount } = run;
  const result = complete(value, run);
  run.keyCount = keyCount;
  return result;
}

const int64Min = -(2n ** 63n);
const int64Max = 2n ** 63n - 1n;

function scalarOf(value: unknown, run: CompletionRun): unknown {
  if (typeof value === "number") return value + 0;
  if (typeof value === "bigint") {
    if (value < int64Min || value > int64Max) return Number(value);
    run.needsExactJson = true;
    return value;
  }
  if (typeof value !== "symbol") return value;
  const text = textOfNumber(value);
  const number = Number(text);
  if (!Number.isFinite(number)) throw new NumberRangeError(text);
  return number + 0;
}

/** Sorts names by their UTF-16 code units. Most clients already send this order. */
function sortedNames(names: string[], run: CompletionRun): string[] {
  if (names.length > 1 && isIndex(names[0])) run.needsExactJson = true;
  for (let index = 1; index < names.length; index++) {
    if ((names[index - 1] ?? "") > (names[index] ?? "")) return names.sort();
  }
  return names;
}
