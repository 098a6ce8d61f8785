/** Errors of values in CBOR that do not have the expected type, in the words of the reference. */
import { DecodeError } from "../decode-error.ts";
import { typeName } from "./item-types.ts";

/** An item that has another type than its field. */
interface Mismatch {
  /** Major type of the item. */
  readonly major: number;
  /** The reference's name of the expected type. */
  readonly goType: string;
  readonly detail?: string;
}

/** Reports an item that has another type than its field. */
export class CborTypeError extends DecodeError {
  readonly #mismatch: Mismatch;

  /** @param field the reference's name of the field, such as `v1.ConfigMap.data` */
  constructor(mismatch: Mismatch, field?: string) {
    const { major, goType, detail } = mismatch;
    const where = field === undefined ? "Go value" : `Go struct field ${field}`;
    const suffix = detail === undefined ? "" : ` (${detail})`;
    super("value", `cbor: cannot unmarshal ${typeName(major)} into ${where} of type ${goType}${suffix}`);
    this.#mismatch = mismatch;
  }

  /** Returns the error with the name of a field that contains the item. As in the reference, the outermost field counts. */
  inField(field: string): CborTypeError {
    return new CborTypeError(this.#mismatch, field);
  }
}

/** Returns the error for a key that occurs twice in a map. @param index of its second occurrence */
export function repeatedKey(key: string | number, index: number): DecodeError {
  return new DecodeError("value", `cbor: found duplicate map key "${key}" at map element index ${index}`);
}

/** Returns the error for a field that its type does not have. @param index of its key in the map */
export function unknownField(index: number): DecodeError {
  return new DecodeError("value", `cbor: found unknown field at map element index ${index}`);
}
