/**
 * Reads JSON with many repeated values. A member with the same JSON as the previous member gets the same value, and all
 * empty objects are one object. Sets of fields of long lists therefore take a fraction of the memory, and less time
 * than `JSON.parse`. docs/performance.md, "Optimizations", has the measurement ("equal items of lists share one field
 * set"). The bytes must be valid JSON without white space, such as stored objects. They are not checked.
 */
import { setOwn } from "../../base/own-property.ts";
import { endOfValue } from "./skip.ts";

const quote = 0x22;
const backslash = 0x5c;
const openBrace = 0x7b;
const closeBrace = 0x7d;
const firstBeyondAscii = 0x80;

const emptyObject: object = Object.freeze({});

/**
 * Returns the object that begins at `start`, and the position after it. Parts of the object are shared, so it must not
 * be changed.
 */
export function readSharing(bytes: Buffer, start: number): { readonly value: object; readonly end: number } {
  const reader = new SharedValueReader(bytes, start);
  const value = reader.object();
  return { value, end: reader.at };
}

class SharedValueReader {
  readonly #bytes: Buffer;
  at: number;

  constructor(bytes: Buffer, start: number) {
    this.#bytes = bytes;
    this.at = start;
  }

  object(): object {
    const bytes = this.#bytes;
    if (bytes[this.at + 1] === closeBrace) {
      this.at += 2;
      return emptyObject;
    }
    const object: Record<string, unknown> = {};
    let value: unknown;
    let valueStart = this.at;
    let valueEnd = this.at;
    do {
      const name = this.#name();
      const start = this.at;
      const length = valueEnd - valueStart;
      if (length > 0 && isRepeated(bytes, { start: valueStart, end: valueEnd }, start)) {
        this.at += length;
      } else {
        value = bytes[start] === openBrace ? this.object() : this.#parseOther();
        valueStart = start;
        valueEnd = this.at;
      }
      setOwn(object, name, value);
    } while (this.at < bytes.length && bytes[this.at] !== closeBrace);
    this.at++;
    return object;
  }

  /** Reads a member's name. Moves from the brace or comma before the name to the start of the value. */
  #name(): string {
    const bytes = this.#bytes;
    const start = this.at + 2;
    let at = start;
    let byte = 0;
    let isPlain = true;
    while (at < bytes.length && (byte = bytes[at] as number) !== quote) {
      if (byte === backslash) at++;
      if (byte === backslash || byte >= firstBeyondAscii) isPlain = false;
      at++;
    }
    this.at = at + 2;
    return isPlain
      ? bytes.toString("latin1", start, at)
      : (JSON.parse(bytes.toString("utf8", start - 1, at + 1)) as string);
  }

  #parseOther(): unknown {
    const start = this.at;
    this.at = endOfValue(this.#bytes, start);
    return JSON.parse(this.#bytes.toString("utf8", start, this.at));
  }
}

/**
 * Whether the bytes of a value occur again at `at`. Only objects are compared: an object's JSON is never the beginning
 * of another value, but a number's may be.
 */
function isRepeated(
  bytes: Buffer,
  { start, end }: { readonly start: number; readonly end: number },
  at: number,
): boolean {
  if (bytes[start] !== openBrace) return false;
  for (let from = start, to = at; from < end; from++, to++) if (bytes[from] !== bytes[to]) return false;
  return true;
}
