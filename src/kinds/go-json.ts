/** JSON inside of texts, read as the reference reads it: what is wrong is said in its words, which clients see. */
import { DecodeError, walkJson } from "../codec/index.ts";

export interface GoJson {
  readonly value?: unknown;
  /** Absent: the text is fine. */
  readonly fault?: string;
}

/** @param goType what the reference reads it into; null is one of any type */
export function readGoJson(text: string, type: "array" | "object", goType: string): GoJson {
  const fault = syntaxFault(text);
  if (fault !== undefined) return { fault };
  const value: unknown = JSON.parse(text);
  const found = goTypeOf(value);
  if (found === type || found === "null") return { value };
  return { fault: `json: cannot unmarshal ${found} into Go value of type ${goType}` };
}

function goTypeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}

const ignore = (): void => undefined;
const visitor = {
  beginObject: ignore,
  key: ignore,
  endObject: ignore,
  beginArray: ignore,
  endArray: ignore,
  scalar: ignore,
};

function syntaxFault(text: string): string | undefined {
  try {
    walkJson(text, visitor);
    return undefined;
  } catch (error) {
    if (error instanceof DecodeError) return error.message;
    throw error;
  }
}
