/**
 * Finds the end of values in valid JSON without white space, such as stored objects. The skipped bytes are not checked.
 */

const quote = 0x22;
const comma = 0x2c;
const openBracket = 0x5b;
const backslash = 0x5c;
const closeBracket = 0x5d;
const openBrace = 0x7b;
const closeBrace = 0x7d;

/** Returns the position after the value that begins at `start`. */
export function endOfValue(bytes: Buffer, start: number): number {
  const first = bytes[start];
  if (first === quote) return endOfString(bytes, start);
  return first === openBrace || first === openBracket ? endOfContainer(bytes, start) : endOfLiteral(bytes, start);
}

/** Returns the position after the closing quote of the string that begins at `start`. */
export function endOfString(bytes: Buffer, start: number): number {
  const end = bytes.length;
  let at = start + 1;
  let byte = 0;
  while (at < end && (byte = bytes[at++] as number) !== quote) if (byte === backslash) at++;
  return Math.min(at, end);
}

/**
 * Also skips the strings inside the container. A function call for each string would nearly triple the time; see
 * docs/performance.md, "Micro-measurements", "endOfValue". It takes about 1 ns per byte.
 */
function endOfContainer(bytes: Buffer, start: number): number {
  const end = bytes.length;
  let depth = 0;
  let at = start;
  while (at < end) {
    let byte = bytes[at++] as number;
    if (byte > quote) {
      if (byte === openBrace || byte === openBracket) depth++;
      else if ((byte === closeBrace || byte === closeBracket) && --depth === 0) return at;
    } else if (byte === quote) {
      while (at < end && (byte = bytes[at++] as number) !== quote) if (byte === backslash) at++;
    }
  }
  return end;
}

function endOfLiteral(bytes: Buffer, start: number): number {
  for (let at = start; at < bytes.length; at++) {
    const byte = bytes[at];
    if (byte === comma || byte === closeBrace || byte === closeBracket) return at;
  }
  return bytes.length;
}
