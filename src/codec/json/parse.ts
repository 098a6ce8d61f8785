/**
 * Parses requests and stored objects to plain values. The fast path checks UTF-8, scans the bytes (`scan.ts`) and calls
 * `JSON.parse`. The complete reader (`walk.ts`) reads the body again if it contains something that these cannot handle,
 * so that numbers, keys and error messages always equal the reference's.
 */
import { isUtf8 } from "node:buffer";
import { AssertionError } from "../../base/assert.ts";
import { DecodeError } from "../decode-error.ts";
import { type DecodeLimits, defaultDecodeLimits } from "../limits.ts";
import { parseExact } from "./exact.ts";
import { scanJson } from "./scan.ts";

/** The result of `parseJson`. */
export interface ParsedJson {
  readonly value: unknown;
  /** Number of `key: value` pairs in the body. It exceeds `countKeys(value)` if and only if a key is repeated. */
  readonly keyCount: number;
  /** Whether the value contains bigints: integers beyond ±(2^53 - 1). */
  readonly hasBigint: boolean;
}

/** Limits of `parseJson`, and how it returns numbers. */
export interface ParseJsonOptions {
  readonly limits?: DecodeLimits;
  /** As in `ExactOptions`. For values that a typed decoder reads. */
  readonly keepsNumberTexts?: boolean;
}

/**
 * Returns the value of a JSON body.
 * @param bytes one JSON value in UTF-8, which may have white space around it, but no byte order mark
 * @throws DecodeError with the reference's message. Unlike the reference, which replaces invalid UTF-8, it rejects it.
 */
export function parseJson(bytes: Buffer, options: ParseJsonOptions = {}): ParsedJson {
  const { limits = defaultDecodeLimits, keepsNumberTexts = false } = options;
  if (!isUtf8(bytes)) throw new DecodeError("encoding", "invalid UTF-8 in JSON input");
  const { keyCount, isTooDeep, needsExactReader } = scanJson(bytes, limits);
  if (keyCount > limits.keysMax) throw new DecodeError("limit", `exceeded max number of keys of ${limits.keysMax}`);
  const text = bytes.toString("utf8");
  if (isTooDeep || needsExactReader) {
    const { value, hasBigint } = parseExact(text, { limits, keepsNumberTexts });
    return { value, keyCount, hasBigint: hasBigint };
  }
  return { value: parseUsual(text, limits), keyCount, hasBigint: false };
}

function parseUsual(text: string, limits: DecodeLimits): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    parseExact(text, { limits });
    throw new AssertionError("JSON.parse rejected what the complete reader accepts", { cause: error });
  }
}

/** Returns the number of members of all objects in a decoded value. */
export function countKeys(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (const item of value) count += countKeys(item);
    return count;
  }
  for (const key in value) count += 1 + countKeys((value as Record<string, unknown>)[key]);
  return count;
}
