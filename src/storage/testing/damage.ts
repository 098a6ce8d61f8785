/** Damages a store's files like a disk, an incomplete copy or a person could. A seed chooses the damage. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Random } from "../../base/random.ts";

const pageBytes = 4096;
/** Number of bytes of a meta page that LMDB uses. */
const metaPageBytes = 160;

/** Number of used bits in the two meta pages. */
export const metaPageBits = 2 * metaPageBytes * 8;

/**
 * Flips one bit of the meta pages.
 * @param index less than `metaPageBits`
 * @returns a description of the damage
 */
export function flipMetaPageBit(directory: string, index: number): string {
  const file = join(directory, "data.mdb");
  const bytes = readFileSync(file);
  const [byte, bit] = [Math.floor(index / 8), index % 8];
  const at = byte < metaPageBytes ? byte : pageBytes + byte - metaPageBytes;
  bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
  writeFileSync(file, bytes);
  return `flipped bit ${at}:${bit}`;
}

/** Damages the store in `directory`. @returns a description of the damage */
export function damageStore(directory: string, random: Random): string {
  const file = join(directory, "data.mdb");
  const bytes = readFileSync(file);
  const choice = random.below(100);
  if (choice < 2) return missing(directory, random);
  const changed = choice < 10 ? truncated(bytes, random) : overwritten(bytes, random, choice);
  writeFileSync(file, changed.bytes);
  return changed.what;
}

interface Changed {
  readonly bytes: Buffer;
  readonly what: string;
}

function missing(directory: string, random: Random): string {
  const name = random.below(2) === 0 ? "data.mdb" : "lock.mdb";
  rmSync(join(directory, name));
  return `removed ${name}`;
}

function truncated(bytes: Buffer, random: Random): Changed {
  const toPage = random.below(2) === 0;
  const length = toPage ? random.below(bytes.length / pageBytes) * pageBytes : random.below(bytes.length);
  return { bytes: bytes.subarray(0, length), what: `truncated to ${length} bytes` };
}

function overwritten(bytes: Buffer, random: Random, choice: number): Changed {
  const pages = bytes.length / pageBytes;
  const one = random.below(pages);
  const other = random.below(pages);
  const page = (number: number): Buffer => bytes.subarray(number * pageBytes, (number + 1) * pageBytes);
  if (choice < 25) {
    const kept = Buffer.from(page(one));
    page(one).set(page(other));
    page(other).set(kept);
    return { bytes, what: `swapped pages ${one} and ${other}` };
  }
  if (choice < 35) {
    page(one).fill(0);
    return { bytes, what: `zeroed page ${one}` };
  }
  if (choice < 42) {
    page(one).set(page(other));
    return { bytes, what: `copied page ${other} over ${one}` };
  }
  if (choice < 48) {
    for (let at = 0; at < pageBytes; at++) page(one)[at] = random.below(256);
    return { bytes, what: `filled page ${one} with noise` };
  }
  const flips = choice < 75 ? 1 : 1 + random.below(8);
  // Damage to headers and nodes has the greatest effect, but most bits are in values.
  const where = random.below(4);
  const start = where === 0 ? 0 : one * pageBytes;
  const room = where === 0 ? 2 * pageBytes : where === 1 ? 64 : pageBytes;
  const flipped = Array.from({ length: flips }, () => {
    const at = start + random.below(where === 0 ? 176 : room) + (where === 0 && random.below(2) === 1 ? pageBytes : 0);
    const bit = random.below(8);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << bit);
    return `${at}:${bit}`;
  });
  return { bytes, what: `flipped bits ${flipped.join(" ")}` };
}
