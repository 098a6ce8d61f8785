/** Short functions for bodies in CBOR. */
import { type CborInput, cbor, pairs } from "../../test/support/cbor-items.ts";

/** Returns a map from alternating keys and values. */
export function map(...keysAndValues: readonly CborInput[]): Buffer {
  const entries: [CborInput, CborInput][] = [];
  for (let index = 0; index < keysAndValues.length; index += 2) {
    entries.push([keysAndValues[index] as CborInput, keysAndValues[index + 1] as CborInput]);
  }
  return pairs(entries);
}

/** Returns an array. */
export function array(...items: readonly CborInput[]): Buffer {
  return cbor(items);
}

/** Returns bytes in hexadecimal, with or without blanks. */
export function hex(text: string): Buffer {
  return Buffer.from(text.replaceAll(" ", ""), "hex");
}
