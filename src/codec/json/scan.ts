/**
 * The guard in front of `JSON.parse`: one pass over the bytes of a body that finds what `JSON.parse` would let pass and
 * lose. It does not check syntax: on malformed input its answer means nothing, and the parser refuses the body anyway.
 */
import type { DecodeLimits } from "../limits.ts";

export interface JsonScan {
  /** `key: value` pairs, duplicates included. */
  readonly keyCount: number;
  /** More containers inside each other than `depthMax`; the scan has ended there. */
  readonly tooDeep: boolean;
  /**
   * Whether the text has a value that `JSON.parse` may change: an integer of 16 digits or more, an exponent, a fraction of
   * zeros, or an escaped surrogate.
   */
  readonly unusual: boolean;
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
/** Turns the ASCII capital letters into small ones. */
const lowerCaseBit = 0x20;

/** A float64 holds every integer of 15 digits. */
const safeDigitsMax = 15;

/** Written as one loop on purpose: calls and state objects cost more than the work. About 1.2 ns per byte. */
export function scanJson(bytes: Buffer, limits: DecodeLimits): JsonScan {
  const end = bytes.length;
  let keyCount = 0;
  let depth = 0;
  let unusual = false;
  let at = 0;
  while (at < end) {
    let byte = bytes[at++] as number;
    if (byte > quote) {
      if (byte === colon) {
        keyCount++;
      } else if (byte === openBrace || byte === openBracket) {
        if (++depth > limits.depthMax) return { keyCount, tooDeep: true, unusual };
      } else if (byte === closeBrace || byte === closeBracket) {
        depth--;
      } else if (byte >= digit0 && byte <= digit9) {
        const first = at - 1;
        while (at < end && (byte = bytes[at] as number) >= digit0 && byte <= digit9) at++;
        if (bytes[first - 1] === dot) {
          // Spelled with a fraction, the number is a whole one.
          if (isZeros(bytes, first, at)) unusual = true;
        } else if (at - first > safeDigitsMax) {
          unusual = true;
        }
        if ((byte | lowerCaseBit) === letterE) unusual = true;
      }
    } else if (byte === quote) {
      while (at < end && (byte = bytes[at++] as number) !== quote) {
        if (byte !== backslash) continue;
        if (isSurrogateEscape(bytes, at)) unusual = true;
        at++;
      }
    }
  }
  return { keyCount, tooDeep: false, unusual };
}

function isZeros(bytes: Buffer, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== digit0) return false;
  return true;
}

/** Whether the escape whose letter is at `at` is one of `\ud800` to `\udfff`. */
function isSurrogateEscape(bytes: Buffer, at: number): boolean {
  if (bytes[at] !== letterU) return false;
  const first = bytes[at + 1];
  const second = bytes[at + 2];
  return first !== undefined && second !== undefined && (first | lowerCaseBit) === letterD && second > digit0 + 7;
}
