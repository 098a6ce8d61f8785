/** Reads JSON inside of texts with the error messages of the reference. */
import { DecodeError, jsonType, parseExact, parseJson, textOfAnyBytes } from "../codec/index.ts";

/** Result of `readGoJson`. */
export interface GoJson {
  readonly value?: unknown;
  /** Error message. Undefined if the text is valid. */
  readonly fault?: string;
}

/**
 * Returns the value in a text, or an error message.
 * @param source text, or bytes that need not be UTF-8
 * @param goType name of the Go type in error messages. Null is a value of any type.
 */
export function readGoJson(source: string | Buffer, type: "array" | "object", goType: string): GoJson {
  try {
    const isText = typeof source === "string";
    const { value } = isText ? parseJson(Buffer.from(source)) : parseExact(textOfAnyBytes(source));
    if (value === null || jsonType(value) === type) return { value };
    return { fault: `json: cannot unmarshal ${jsonType(value)} into Go value of type ${goType}` };
  } catch (error) {
    if (error instanceof DecodeError) return { fault: error.message };
    throw error;
  }
}
