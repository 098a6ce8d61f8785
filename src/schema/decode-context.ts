/** What one decoding carries along: where it is, what it has seen, and how it reports a value of the wrong type. */
import type { Schema, StructSchema } from "./schema.ts";
import { bareTypeName, typeNameOf } from "./types.ts";

/** A value that does not fit its field. The message is the reference's; the first one ends the decoding. */
export class DecodeError extends Error {
  override readonly name = "DecodeError";
}

export interface DecodeOptions {
  /** Fill unset fields. */
  readonly defaults: boolean;
  /** Write null for empty lists and maps that are always written. Default: false. */
  readonly emptyAsNull?: boolean;
  /** Whether records about sent forms are copied from the input to the result (`sent-forms.ts`). Default: false. */
  readonly copiesSentForms?: boolean | undefined;
}

export class DecodeContext {
  readonly defaults: boolean;
  readonly emptyAsNull: boolean;
  readonly copiesSentForms: boolean;
  /**
   * How many keys of the input were read. A body with more keys than this has unknown or duplicate fields, which is
   * all that the fast path needs to know.
   */
  keys = 0;
  /**
   * True once an integer beyond 2^53 was kept as a bigint, or a map has keys that JavaScript does not keep in order: the
   * object must be written by the exact writer.
   */
  exact = false;
  /** True once a value of the input has another form in the object (`sent-forms.ts`). */
  hasSentForms = false;
  /** True while the decoder of a map's value has not begun. */
  isMapValue = false;
  /** How many numbers in raw values came with their spelling (`base/number-text.ts`). */
  spelledNumbers = 0;
  /** JSON names from the root to the field at hand; lists add nothing, as in the reference's texts. */
  readonly path: string[] = [];
  /** How many steps of the path messages show, within a value that the reference reads with a decoder of its own. */
  shownSteps = Number.POSITIVE_INFINITY;
  /** The struct that holds the field at hand. */
  struct: StructSchema | undefined;

  constructor(options: DecodeOptions) {
    this.defaults = options.defaults;
    this.emptyAsNull = options.emptyAsNull ?? false;
    this.copiesSentForms = options.copiesSentForms ?? false;
  }

  /** The error for `value` where `schema` was expected. */
  mismatch(value: unknown, schema: Schema): DecodeError {
    return this.unfit(describeJson(value), typeNameOf(schema));
  }

  unfit(found: string, typeName: string): DecodeError {
    const where = this.struct
      ? `Go struct field ${bareTypeName(this.struct)}.${this.path.slice(0, this.shownSteps).join(".")}`
      : "Go value";
    return new DecodeError(`json: cannot unmarshal ${found} into ${where} of type ${typeName}`);
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
