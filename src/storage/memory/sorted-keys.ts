/**
 * A sorted set of keys for a store in memory: sorted blocks of bounded size, so that adding one key moves few others.
 * Between two calls no block is empty, none is over its bound, and the keys ascend within and across blocks.
 */
import { compareKeys } from "../local/key-order.ts";

const blockKeysMax = 512;

export class SortedKeys {
  #blocks: string[][] = [];

  /** Adds a key that is not there yet. */
  add(key: string): void {
    const index = Math.max(0, this.#blockOf(key));
    const block = this.#blocks[index];
    if (block === undefined) {
      this.#blocks.push([key]);
      return;
    }
    block.splice(lowerBound(block, key), 0, key);
    if (block.length > blockKeysMax) this.#blocks.splice(index + 1, 0, block.splice(blockKeysMax / 2));
  }

  /** Removes a key; harmless when it is not there. */
  remove(key: string): void {
    const index = this.#blockOf(key);
    const block = this.#blocks[index];
    const at = block ? lowerBound(block, key) : 0;
    if (block?.[at] !== key) return;
    block.splice(at, 1);
    if (block.length === 0) this.#blocks.splice(index, 1);
  }

  /** The keys from `start` on, ascending. The set must not change during the iteration. */
  *from(start: string): Generator<string, void, undefined> {
    for (let index = Math.max(0, this.#blockOf(start)); index < this.#blocks.length; index++) {
      const block = this.#blocks[index] ?? [];
      for (let at = lowerBound(block, start); at < block.length; at++) yield block[at] ?? "";
    }
  }

  /** Index of the last block whose first key is not greater than `key`; -1 when there is none. */
  #blockOf(key: string): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareKeys(this.#blocks[middle]?.[0] ?? "", key) <= 0) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }
}

/** Index of the first key that is not smaller than `key`. */
function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(keys[middle] ?? "", key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
