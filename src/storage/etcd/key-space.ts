/** Converts the engine's keys to etcd's and back. All keys of an engine can be stored below a root. */
import { assert } from "../../base/assert.ts";
import { isWellFormedKey, keyAfter, rangeStart } from "../local/key-order.ts";

/** A range of keys: from `key` up to `rangeEnd`, exclusive. */
export interface KeyRange {
  readonly key: Uint8Array;
  readonly rangeEnd: Uint8Array;
}

/** As the end of a range: the range has no end. As its start: the first possible key. */
const zeroByte = Buffer.of(0);
const greatestByte = 0xff;

/** All keys of the store, also those of others. */
export const allKeys: KeyRange = { key: zeroByte, rangeEnd: zeroByte };

/** The keys of one engine. */
export class KeySpace {
  readonly #root: Buffer;

  /** @param root text before all keys */
  constructor(root: string) {
    this.#root = Buffer.from(root);
  }

  /** Returns etcd's key of an engine's key. */
  encode(key: string): Buffer {
    assert(isWellFormedKey(key), "a key must be well-formed text and not empty");
    return this.#withRoot(key);
  }

  /** Returns the engine's key. Undefined for keys that are not below the root. */
  decode(key: Buffer): string | undefined {
    const isOurs = key.subarray(0, this.#root.length).equals(this.#root);
    return isOurs ? key.toString("utf8", this.#root.length) : undefined;
  }

  /** Returns the range of the keys with a prefix. @param after only keys that are greater than this one */
  range(prefix: string, after?: string): KeyRange {
    const start = this.#withRoot(rangeStart(prefix, after));
    const rangeEnd = endOfPrefix(this.#withRoot(prefix));
    return { key: start.length === 0 ? zeroByte : start, rangeEnd };
  }

  /** Returns the range of the keys with a prefix that are greater than a key of etcd. */
  rangeAfter(prefix: string, key: Buffer): KeyRange {
    return { key: Buffer.from(keyAfter(key.toString("latin1")), "latin1"), rangeEnd: this.range(prefix).rangeEnd };
  }

  #withRoot(text: string): Buffer {
    return Buffer.concat([this.#root, Buffer.from(text)]);
  }
}

/** Returns the first key after all keys with a prefix. */
function endOfPrefix(prefix: Buffer): Buffer {
  const length = prefix.findLastIndex((byte) => byte !== greatestByte) + 1;
  if (length === 0) return zeroByte;
  const end = Buffer.from(prefix.subarray(0, length));
  end[length - 1] = (end[length - 1] ?? 0) + 1;
  return end;
}
