/**
 * A cache of parsed JSON objects that occur byte for byte in many stored objects. Each is parsed once, and written
 * again without serializing it. docs/performance.md, "Optimizations", has the measurement ("field sets that several
 * objects share").
 */
import { readSharing } from "./shared-value.ts";

/** Longer parts are not cached. They are rare and usually not repeated in other objects. */
const partBytesMax = 64 * 1024;
/** Parts are looked up by their first bytes. Shorter parts include a few of the bytes that follow them. */
const headBytes = 32;
/** Maximum number of parts with the same first bytes. It bounds the comparisons of one lookup. */
const sameHeadMax = 16;

interface Part {
  readonly bytes: Buffer;
  readonly value: object;
}

type Parts = Map<string, readonly Part[]>;

/** A part that was read, and the position after it. */
export interface ReadPart {
  readonly value: object;
  readonly end: number;
}

/** A cache of parsed JSON objects, keyed by their bytes. */
export class SharedParts {
  readonly #bytesMax: number;
  #recent: Parts = new Map();
  /** Parts that were not read recently. They are dropped when the recent parts have filled half of the limit. */
  #older: Parts = new Map();
  #recentBytes = 0;
  /** The JSON of each returned object, for as long as the object is referenced. */
  readonly #bytesOf = new WeakMap<object, Buffer>();

  /** @param bytesMax maximum size of the cached JSON; its parsed values take several times as much memory */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /**
   * Returns the object that begins at `start`. The same bytes return the same object while it is cached, so the object
   * must not be changed.
   * @param bytes valid JSON without white space; must not be changed afterwards
   */
  read(bytes: Buffer, start: number): ReadPart {
    const head = bytes.toString("latin1", start, start + headBytes);
    const recent = findPart(this.#recent.get(head), bytes, start);
    const known = recent ?? findPart(this.#older.get(head), bytes, start);
    if (known) {
      if (!recent) this.#keep(head, known);
      return { value: known.value, end: start + known.bytes.length };
    }
    const { value, end } = readSharing(bytes, start);
    const own = bytes.subarray(start, end);
    const isKept = own.length <= partBytesMax;
    const part = { bytes: isKept ? Buffer.from(own) : own, value };
    if (isKept) this.#keep(head, part);
    this.#bytesOf.set(value, part.bytes);
    return { value, end };
  }

  /** Returns the JSON of an object that `read` returned. Undefined for any other object. */
  textOf(value: object): string | undefined {
    return this.#bytesOf.get(value)?.toString("utf8");
  }

  #keep(head: string, part: Part): void {
    if (this.#recentBytes + part.bytes.length > this.#bytesMax / 2) {
      this.#older = this.#recent;
      this.#recent = new Map();
      this.#recentBytes = 0;
    }
    this.#recent.set(head, [part, ...(this.#recent.get(head) ?? [])].slice(0, sameHeadMax));
    this.#recentBytes += part.bytes.length;
  }
}

/**
 * Returns the part that begins at `start`. An object's JSON is never the beginning of another object's JSON, so equal
 * bytes are the same object.
 */
function findPart(parts: readonly Part[] | undefined, bytes: Buffer, start: number): Part | undefined {
  return parts?.find((part) => {
    const end = start + part.bytes.length;
    return end <= bytes.length && bytes.compare(part.bytes, 0, part.bytes.length, start, end) === 0;
  });
}
