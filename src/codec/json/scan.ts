/**
 * Scans a body before `JSON.parse` reads it. One pass over the bytes finds values that `JSON.parse` would accept but
 * change. It does not check the syntax: for malformed input its result is meaningless, but the parser then rejects the
 * body anyway.
 */
import type { DecodeLimits } from "../limits.ts";

/** The result of `scanJson`. */
export interface JsonScan {
  /** Number of `key: value` pairs, including duplicates. */
  readonly keyCount: number;
  /** Whether the nesting exceeds `depthMax`. The scan stops there. */
  readonly isTooDeep: boolean;
  /**
   * Whether the text contains a value that `JSON.parse` may change: a number of 16 digits or more, an exponent, a
   * fraction of zeros, or an escaped surrogate.
   */
  readonly needsExactReader: boolean;
}

const quote = 0x22;
const dot = 0x2e;
const digit0 = 0x30;
const digit9 = 0x39;
const colon = 0x3a;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const letterD = 0x64;
const letterE = 0x65;
const letterU = 0x75;
const openBrace = 0x7b;
const closeBrace = 0x7d;
/** Bit that turns an upper-case ASCII letter into lower case. */
const lowerCaseBit = 0x20;

/** Maximum length of integers that a float64 always represents exactly. */
const safeDigitsMax = 15;

/**
 * Returns what a body contains that `JSON.parse` does not report. It is a single loop, because methods for the tokens
 * would double the time; see docs/performance.md, "Micro-measurements", "scanJson". It takes about 1.2 ns per byte.
 */
export function scanJson(bytes: Buffer, limits: DecodeLimits): JsonScan {
  const end = bytes.length;
  let keyCount = 0;
  let depth = 0;
  let needsExactReader = false;
  let integerDigits = 0;
  let at = 0;
  while (at < end) {
    let byte = bytes[at++] as number;
    if (byte > quote) {
      if (byte === colon) {
        keyCount++;
      } else if (byte === openBrace || byte === openBracket) {
        if (++depth > limits.depthMax) return { keyCount, isTooDeep: true, needsExactReader };
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
      } else if (byte >= digit0 && byte <= digit9) {
        const first = at - 1;
        while (at < end && (byte = bytes[at] as number) >= digit0 && byte <= digit9) at++;
        if (bytes[first - 1] === dot) {
          // The number is an integer that is written with a fraction, or has a fraction that rounding may remove.
          if (isZeros(bytes, first, at) || integerDigits + at - first > safeDigitsMax) needsExactReader = true;
        } else {
          integerDigits = at - first;
          if (integerDigits > safeDigitsMax) needsExactReader = true;
        }
        if ((byte | lowerCaseBit) === letterE) needsExactReader = true;
      }
    } else if (byte === quote) {
      while (at < end && (byte = bytes[at++] as number) !== quote) {
        if (byte !== backslash) continue;
        if (isSurrogateEscape(bytes, at)) needsExactReader = true;
        at++;
      }
    }
  }
  return { keyCount, isTooDeep: false, needsExactReader };
}

function isZeros(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== digit0) return false;
  return true;
}

/** Whether the escape sequence whose letter is at `at` is one of `\ud800` to `\udfff`. */
function isSurrogateEscape(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== letterU) return false;
  const first = bytes[at + 1];
  const second = bytes[at + 2];
  return first !== undefined && second !== undefined && (first | lowerCaseBit) === letterD && second > digit0 + 7;
}
