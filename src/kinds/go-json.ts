/** JSON inside of texts, read as the reference reads it: what is wrong is said in its words, which clients see. */
import { DecodeError, jsonType, parseExact, parseJson, textOfAnyBytes } from "../codec/index.ts";

export interface GoJson {
  readonly value?: unknown;
  /** Absent: the text is fine. */
  readonly fault?: string;
}

/**
 * @param source text, or bytes that need not be UTF-8
 * @param goType what the reference reads it into; null is one of any type
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
