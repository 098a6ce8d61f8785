/** JSON inside of texts, read as the reference reads it: what is wrong is said in its words, which clients see. */
import { DecodeError, jsonType, parseJson } from "../codec/index.ts";

export interface GoJson {
  readonly value?: unknown;
  /** Absent: the text is fine. */
  readonly fault?: string;
}

/** @param goType what the reference reads it into; null is one of any type */
export function readGoJson(text: string, type: "array" | "object", goType: string): GoJson {
  try {
    const { value } = parseJson(Buffer.from(text));
    if (value === null || jsonType(value) === type) return { value };
    return { fault: `json: cannot unmarshal ${jsonType(value)} into Go value of type ${goType}` };
  } catch (error) {
    if (error instanceof DecodeError) return { fault: error.message };
    throw error;
  }
}
