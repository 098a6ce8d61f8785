/** State of one decoding: the current path, what was found so far, and the error for a value of the wrong type. */
import type { Schema, StructSchema } from "./schema.ts";
import { bareTypeName, typeNameOf } from "./types.ts";

/**
 * Reports a value that does not match its schema. The message is the reference's. The first error ends the decoding.
 */
export class SchemaDecodeError extends Error {
  override readonly name = "SchemaDecodeError";
}

/** Options of a decoding. */
export interface DecodeOptions {
  /** Whether to fill in the defaults of unset fields. */
  readonly defaults: boolean;
  /**
   * Whether to fill in the defaults of members that a structural schema describes (`StructSchema.members`), although `defaults` is
   * false. Default: false.
   */
  readonly memberDefaults?: boolean;
  /** Whether to leave out malformed types and metadata of objects inside an object of a custom type. Default: they are errors. */
  readonly dropsMalformed?: boolean;
  /**
   * Whether null stays the value of a member that a structural schema describes, although it must not be null. Validation then
   * reports it. Default: the member is removed.
   */
  readonly keepsNulls?: boolean;
  /** Whether members that a structural schema does not describe are kept. Default: they are removed. */
  readonly keepsUnknown?: boolean | undefined;
  /** Whether to write null for empty lists and maps that are always written. Default: false. */
  readonly emptyAsNull?: boolean;
  /** Whether records about sent forms are copied from the input to the result (`sent-forms.ts`). Default: false. */
  readonly copiesSentForms?: boolean | undefined;
}

/** State of one decoding, shared by the decoders of all parts of the value. */
export class DecodeContext {
  readonly defaults: boolean;
  readonly memberDefaults: boolean;
  readonly dropsMalformed: boolean;
  readonly keepsNulls: boolean;
  readonly keepsUnknown: boolean;
  readonly emptyAsNull: boolean;
  readonly copiesSentForms: boolean;
  /**
   * Number of input keys that the schema knows. If the body has more keys, it has unknown or duplicate fields, and a
   * slower path finds them.
   */
  keyCount = 0;
  /**
   * Whether an integer beyond 2^53 was kept as a bigint, or a map has keys that JavaScript reorders. The exact writer
   * must then write the object.
   */
  needsExactJson = false;
  /** Whether the result has null instead of an empty list or map (`DecodeOptions.emptyAsNull`). */
  hasNullForEmpty = false;
  /** Whether a value of the input has another form in the object (`sent-forms.ts`). */
  hasSentForms = false;
  /** Whether the next value to decode is the value of a map. The decoder of a struct resets it. */
  isMapValue = false;
  /** Number of numbers in raw values whose spelling was kept (`base/number-text.ts`). */
  spelledNumbers = 0;
  /** JSON names from the root to the current field. Indexes of lists are left out, as in the reference's messages. */
  readonly path: string[] = [];
  /**
   * Number of steps of the path that messages show. It is limited inside a value that the reference reads with a custom
   * decoder.
   */
  shownSteps = Number.POSITIVE_INFINITY;
  /** Number of steps at the start of the path that messages do not show. */
  hiddenSteps = 0;
  /** Decodes the metadata of objects inside an object of a custom type. */
  completeMetadata: (metadata: unknown) => unknown = (metadata) => metadata;
  /** The struct that contains the current field. */
  struct: StructSchema | undefined;

  constructor(options: DecodeOptions) {
    this.defaults = options.defaults;
    this.memberDefaults = options.defaults || (options.memberDefaults ?? false);
    this.dropsMalformed = options.dropsMalformed ?? false;
    this.keepsNulls = options.keepsNulls ?? false;
    this.keepsUnknown = options.keepsUnknown ?? false;
    this.emptyAsNull = options.emptyAsNull ?? false;
    this.copiesSentForms = options.copiesSentForms ?? false;
  }

  /** Returns the error for a `value` that does not have the type of `schema`. */
  mismatch(value: unknown, schema: Schema): SchemaDecodeError {
    return this.cannotUnmarshal(describeJson(value), typeNameOf(schema));
  }

  /**
   * Returns the error for a value that does not fit a type.
   * @param found the value as messages describe it: `string`, `number 1.5`
   */
  cannotUnmarshal(found: string, typeName: string): SchemaDecodeError {
    const where = this.struct
      ? `Go struct field ${bareTypeName(this.struct)}.${this.path.slice(this.hiddenSteps, this.shownSteps).join(".")}`
      : "Go value";
    return new SchemaDecodeError(`json: cannot unmarshal ${found} into ${where} of type ${typeName}`);
  }
}

function describeJson(value: unknown): string {
  if (Array.isArray(value)) return "array";
  switch (typeof value) {
    case "boolean":
      return "bool";
    case "bigint":
    case "number":
    case "symbol":
      return "number";
    default:
      return typeof value;
  }
}
