/**
 * Decoders, compiled once per schema to closures. They turn parsed JSON into an object in canonical form. The canonical
 * form is what the reference would write: fields in declared order, empty values dropped or written as the field
 * declares, times and quantities in their canonical form, defaults filled in. The input is never changed. The result
 * shares no parts with it, except raw JSON.
 *
 * Equal objects have equal canonical forms, so the store recognizes a write that changes nothing by comparing bytes.
 */
import { isIndex } from "../base/index-name.ts";
import { isJsonObject, type JsonObject } from "../base/json-object.ts";
import { withPlainNumbers } from "../base/number-text.ts";
import { setOwn } from "../base/own-property.ts";
import { formatFieldError } from "../meta/field-error.ts";
import {
  coerceEmbeddedResources,
  completeMembers,
  type EmbeddedMetadataRules,
  EmbeddedResourceError,
  NumberRangeError,
} from "../structural/index.ts";
import { DecodeContext, SchemaDecodeError } from "./decode-context.ts";
import { type Decoder, scalarDecoder } from "./decode-scalar.ts";
import type { RuleSet } from "./rules.ts";
import {
  type Field,
  hasOwnDecoder,
  type ListSchema,
  type MapSchema,
  memberOf,
  type Schema,
  type StructSchema,
  type StructuralMembers,
  type UnionSchema,
} from "./schema.ts";
import { copySentForms, noteSentForm } from "./sent-forms.ts";
import { sentQuantityForm } from "./sent-quantity.ts";
import { declaredStruct } from "./vocabulary-structs.ts";

/** Builds decoders for schemas with one set of rules. Each is built on first use and cached. */
export class DecoderCompiler {
  readonly #rules: RuleSet;
  readonly #decoders = new WeakMap<Schema, Decoder>();

  constructor(rules: RuleSet) {
    this.#rules = rules;
  }

  /** Returns the decoder of a schema. */
  decoder(schema: Schema): Decoder {
    let decoder = this.#decoders.get(schema);
    if (!decoder) {
      decoder = this.#build(schema);
      this.#decoders.set(schema, decoder);
    }
    return decoder;
  }

  #build(schema: Schema): Decoder {
    switch (schema.node) {
      case "struct":
        return this.#struct(schema);
      case "list":
        return this.#list(schema);
      case "map":
        return this.#map(schema);
      case "union":
        return this.#union(schema);
      default:
        return scalarDecoder(schema);
    }
  }

  #list(schema: ListSchema): Decoder {
    const item = this.#lazyDecoder(schema.items);
    const zero = this.#zeroValue(schema.items);
    return (value, context) => {
      if (!Array.isArray(value)) throw context.mismatch(value, schema);
      const out: unknown[] = [];
      for (const one of value) out.push(one === null ? zero(context) : item(one, context));
      return out;
    };
  }

  #map(schema: MapSchema): Decoder {
    const decode = this.#lazyDecoder(schema.values);
    const zero = this.#zeroValue(schema.values);
    const emptyIsNull = isCollection(schema.values);
    const isQuantity = schema.values.node === "quantity";
    const isStruct = schema.values.node === "struct";
    return (value, context) => {
      if (!isJsonObject(value)) throw context.mismatch(value, schema);
      const out: JsonObject = {};
      const names = Object.keys(value);
      context.keyCount += names.length;
      if (names.length > 1 && isIndex(names[0])) context.needsExactJson = true;
      for (const name of inByteOrder(names)) {
        const one = value[name];
        context.isMapValue = isStruct;
        const result = one === null ? zero(context) : decode(one, context);
        if (isQuantity) noteForm(out, name, sentQuantityForm(one, result, true), context);
        const isNull = emptyIsNull && context.emptyAsNull && isEmpty(result);
        if (isNull) context.hasNullForEmpty = true;
        setOwn(out, name, isNull ? null : result);
      }
      return out;
    };
  }

  #struct(schema: StructSchema): Decoder {
    let fields: readonly CompiledField[] | undefined;
    const fillDefaults = this.#rules.get(declaredStruct(schema))?.defaults;
    return (value, context) => {
      if (!isJsonObject(value)) throw context.mismatch(value, schema);
      fields ??= schema.fields.map((field) => this.#field(field));
      const outer = context.struct;
      const { isMapValue } = context;
      context.isMapValue = false;
      const out: JsonObject = {};
      // As in the reference, errors describe the metadata of an object of a custom type as a separate value.
      if (schema.members) context.hiddenSteps = 1;
      const named = schema.members ? undefined : schema;
      for (const field of fields) {
        context.struct = named;
        const sent = value[field.name];
        const result = decodeField(field, sent, context);
        if (result !== undefined) out[field.name] = result;
        if (field.isQuantity) noteForm(out, field.name, sentQuantityForm(sent, result, isMapValue), context);
        else if (result === undefined && field.isCollection) noteForm(out, field.name, sent, context);
      }
      context.struct = outer;
      if (schema.members) {
        const metadata = fields.find(({ name }) => name === "metadata");
        addMembers(schema.members, { value, out, metadata }, context);
      }
      if (context.copiesSentForms) copySentForms(value, out);
      if (fillDefaults && context.defaults) fillDefaults(out);
      return out;
    };
  }

  #union(schema: UnionSchema): Decoder {
    const object = this.#lazyDecoder(schema.object.schema);
    const other = this.#lazyDecoder(schema.other.schema);
    return (value, context) => {
      const member = memberOf(schema, value);
      if (!member) throw new SchemaDecodeError(schema.expected);
      const { shownSteps } = context;
      context.shownSteps = Math.min(shownSteps, context.path.length);
      const decoded = member === schema.object ? object(value, context) : other(value, context);
      context.shownSteps = shownSteps;
      return decoded;
    };
  }

  #field(field: Field): CompiledField {
    const { name, schema, presence } = field;
    const decode = this.#lazyDecoder(schema);
    const byValue = presence === "optional" || presence === "always";
    const unsetValue =
      presence === "always" || (presence === "optional" && isStructInGo(schema))
        ? this.#zeroValue(schema)
        : presence === "nullable"
          ? () => null
          : undefined;
    const dropEmpty = presence === "optional" && !field.keepsEmpty && !isStructInGo(schema);
    const emptyIsUnset = byValue && !isStructInGo(schema);
    const emptyIsNull = presence === "always" && isCollection(schema);
    return {
      name,
      isCollection: isCollection(schema),
      isQuantity: schema.node === "quantity",
      decode,
      unsetValue,
      dropEmpty,
      emptyIsUnset,
      emptyIsNull,
      defaultValue: field.default,
    };
  }

  /**
   * Returns the decoder of a part, built on first use, because a schema may contain itself. It also shortens the first
   * use of a kind; see docs/performance.md, "Micro-measurements", "lazy decoders".
   */
  #lazyDecoder(schema: Schema): Decoder {
    let decoder: Decoder | undefined;
    return (value, context) => {
      decoder ??= this.decoder(schema);
      return decoder(value, context);
    };
  }

  /** Returns a function for the zero value that the reference has for an unset field. */
  #zeroValue(schema: Schema): (context: DecodeContext) => unknown {
    switch (schema.node) {
      case "struct": {
        const decode = this.#lazyDecoder(schema);
        return (context) => decode({}, context);
      }
      case "text":
      case "bytes":
        return () => "";
      case "integer":
      case "number":
      case "intOrString":
        return () => 0;
      case "boolean":
        return () => false;
      case "quantity":
        return () => "0";
      case "duration":
        return () => "0s";
      default:
        return () => null;
    }
  }
}

/** An object of a custom type that is being decoded. */
interface DecodedMembers {
  readonly value: JsonObject;
  readonly out: JsonObject;
  /** The field that also describes the metadata of objects inside the object. */
  readonly metadata: CompiledField | undefined;
}

/** Adds the members of an object of a custom type that its structural schema describes. */
function addMembers(
  { schema }: StructuralMembers,
  { value, out, metadata }: DecodedMembers,
  context: DecodeContext,
): void {
  context.hiddenSteps = 0;
  context.completeMetadata = (inner) => completeMetadata(metadata, inner, context);
  try {
    completeMembers(schema, value, out, context);
  } catch (error) {
    if (error instanceof NumberRangeError) throw context.cannotUnmarshal(`number ${error.text}`, "float64");
    if (!(error instanceof EmbeddedResourceError || error instanceof SchemaDecodeError)) throw error;
    const rules = { decode: decoderOfMetadata(metadata), validate: () => [] };
    const fault = coerceEmbeddedResources(schema, withPlainNumbers(value), { rules });
    throw fault ? new SchemaDecodeError(formatFieldError(fault)) : error;
  }
}

/** Returns the metadata of an object inside an object. Undefined if they are malformed as a whole, and such values are dropped. */
function completeMetadata(field: CompiledField | undefined, metadata: unknown, context: DecodeContext): unknown {
  // As in the reference, the spelling of a number does not matter inside an object: 1.0 is a valid generation.
  const plain = withPlainNumbers(metadata ?? {});
  const kept = context.dropsMalformed ? wellFormedMembers(field, plain) : plain;
  if (kept === undefined) return undefined;
  const decoded = field?.decode(kept, context) as JsonObject;
  // An object that the server did not create has no time of creation.
  if (decoded["creationTimestamp"] === null) delete decoded["creationTimestamp"];
  return decoded;
}

/** Returns the metadata without the members that cannot be decoded. Undefined if they are no object. */
function wellFormedMembers(field: CompiledField | undefined, metadata: unknown): JsonObject | undefined {
  if (!isJsonObject(metadata)) return undefined;
  const decode = decoderOfMetadata(field);
  const isWellFormed = (members: unknown): boolean => decode(members).metadata !== undefined;
  if (isWellFormed(metadata)) return metadata;
  return Object.fromEntries(Object.entries(metadata).filter((member) => isWellFormed(Object.fromEntries([member]))));
}

function decoderOfMetadata(field: CompiledField | undefined): EmbeddedMetadataRules["decode"] {
  return (metadata) => {
    try {
      const decoded = completeMetadata(field, metadata, new DecodeContext({ defaults: false }));
      return { metadata: decoded as JsonObject, fault: undefined };
    } catch (error) {
      if (error instanceof SchemaDecodeError) return { metadata: undefined, fault: error.message };
      throw error;
    }
  };
}

interface CompiledField {
  readonly name: string;
  /** Whether it is a list or a map. */
  readonly isCollection: boolean;
  readonly isQuantity: boolean;
  readonly decode: Decoder;
  /** Returns the value of an unset field. Absent if an unset field is not written. */
  readonly unsetValue: ((context: DecodeContext) => unknown) | undefined;
  readonly dropEmpty: boolean;
  /** Whether an empty value is replaced with the default. */
  readonly emptyIsUnset: boolean;
  /** Whether the stored form has null instead of an empty value. */
  readonly emptyIsNull: boolean;
  readonly defaultValue: unknown;
}

function decodeField(field: CompiledField, raw: unknown, context: DecodeContext): unknown {
  let result: unknown;
  if (raw !== undefined) {
    context.keyCount++;
    if (raw !== null) {
      context.path.push(field.name);
      result = field.decode(raw, context);
      context.path.pop();
    }
  }
  if (
    context.defaults &&
    field.defaultValue !== undefined &&
    (result === undefined || (field.emptyIsUnset && isEmpty(result)))
  ) {
    return decodeDefault(field, context);
  }
  if (result === undefined) return field.unsetValue?.(context);
  if (field.emptyIsNull && context.emptyAsNull && isEmpty(result)) {
    context.hasNullForEmpty = true;
    return null;
  }
  return field.dropEmpty && isEmpty(result) ? undefined : result;
}

/**
 * Records the form in which a client sent a member, if the decoded struct omits the member or has it in another form.
 */
function noteForm(out: JsonObject, name: string, form: unknown, context: DecodeContext): void {
  if (form === undefined || form === null) return;
  noteSentForm(out, name, form);
  context.hasSentForms = true;
}

/** Decodes a default. Its keys are not counted, because they are not part of the input. */
function decodeDefault(field: CompiledField, context: DecodeContext): unknown {
  const { keyCount } = context;
  const result = field.decode(field.defaultValue, context);
  context.keyCount = keyCount;
  return result;
}

/** Whether the type is a struct in the reference. The reference never treats a struct as empty. */
function isStructInGo(schema: Schema): boolean {
  if (schema.node === "raw") return schema.content === "object";
  return schema.node === "struct" || hasOwnDecoder(schema);
}

function isCollection({ node }: Schema): boolean {
  return node === "list" || node === "map";
}

function isEmpty(value: unknown): boolean {
  if (value === "" || value === 0 || value === false || value === null) return true;
  if (Array.isArray(value)) return value.length === 0;
  if (typeof value !== "object") return false;
  for (const _ in value) return false;
  return true;
}

/** Returns the keys of a map in byte order, which most clients already send. */
function inByteOrder(names: string[]): readonly string[] {
  for (let index = 1; index < names.length; index++) {
    if ((names[index - 1] ?? "") > (names[index] ?? "")) return names.sort();
  }
  return names;
}
