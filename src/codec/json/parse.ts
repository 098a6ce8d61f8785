/**
 * Request and stored bytes to plain values. The fast path is UTF-8 check, scan, `JSON.parse`; whatever these cannot
 * decide is read again by the complete reader, so that no number, key or error text differs from the reference's
 * unnoticed.
 */
import { isUtf8 } from "node:buffer";
import { AssertionError } from "../../base/assert.ts";
import { DecodeError } from "../decode-error.ts";
import { type DecodeLimits, defaultDecodeLimits } from "../limits.ts";
import { parseExact } from "./exact.ts";
import { scanJson } from "./scan.ts";

export interface ParsedJson {
  readonly value: unknown;
  /** `key: value` pairs in the body. More than `countKeys(value)` when, and only when, a key was repeated. */
  readonly keyCount: number;
  /** True when the value holds bigints: integers beyond ±(2^53 - 1), which no number can hold. */
  readonly exact: boolean;
}

export interface ParseJsonOptions {
  readonly limits?: DecodeLimits;
  /** As in `ExactOptions`: for values that a typed decoder reads. */
  readonly keepsNumberTexts?: boolean;
}

/**
 * @param bytes one JSON value and white space around it, in UTF-8 without a byte order mark
 * @throws DecodeError with the reference's text. Unlike the reference, which replaces them, it refuses invalid UTF-8.
 */
export function parseJson(bytes: Buffer, options: ParseJsonOptions = {}): ParsedJson {
  const { limits = defaultDecodeLimits, keepsNumberTexts = false } = options;
  if (!isUtf8(bytes)) throw new DecodeError("encoding", "invalid UTF-8 in JSON input");
  const { keyCount, tooDeep, unusual } = scanJson(bytes, limits);
  if (keyCount > limits.keysMax) throw new DecodeError("limit", `exceeded max number of keys of ${limits.keysMax}`);
  const text = bytes.toString("utf8");
  if (tooDeep || unusual) {
    const { value, hasBigint } = parseExact(text, { limits, keepsNumberTexts });
    return { value, keyCount, exact: hasBigint };
  }
  return { value: parseUsual(text, limits), keyCount, exact: false };
}

function parseUsual(text: string, limits: DecodeLimits): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    parseExact(text, { limits });
    throw new AssertionError("JSON.parse refused what the complete reader accepts", { cause: error });
  }
}

/** The number of members of all objects in a decoded value. */
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
