/**
 * Parts of JSON that many objects have in common, word for word: parsed once, and written without being looked at.
 */
import { readSharing } from "./shared-value.ts";

/** Longer ones are rare, and are seldom those of another object. */
const partBytesMax = 64 * 1024;
/** By their beginnings parts are looked up; short enough that what comes after the shortest parts hardly matters. */
const headBytes = 32;
/** How many are known of one beginning. To hold bytes against all of them takes less than finding their end. */
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

export class SharedParts {
  readonly #bytesMax: number;
  #recent: Parts = new Map();
  /** Those that were not read lately. */
  #older: Parts = new Map();
  #recentBytes = 0;
  /** What was read, for as long as somebody holds it. */
  readonly #bytesOf = new WeakMap<object, Buffer>();

  /** @param bytesMax of JSON that is kept, at most; its values take several times as much */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /**
   * The object that begins at `start`, in JSON that is known to be whole and without white space, and that nobody changes:
   * the same one for the same bytes, as long as these are known, and not to be changed.
   */
  read(bytes: Buffer, start: number): ReadPart {
    const head = bytes.toString("latin1", start, start + headBytes);
    const recent = find(this.#recent.get(head), bytes, start);
    const known = recent ?? find(this.#older.get(head), bytes, start);
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

  /** The JSON of an object that was read; undefined for any other. */
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

/** No object in JSON begins with another one: bytes that begin with those of a part are that part. */
function find(parts: readonly Part[] | undefined, bytes: Buffer, start: number): Part | undefined {
  return parts?.find((part) => {
    const end = start + part.bytes.length;
    return end <= bytes.length && bytes.compare(part.bytes, 0, part.bytes.length, start, end) === 0;
  });
}
