/** The order of keys in all engines: by their UTF-8 bytes. */

const surrogatesStart = 0xd800;
const surrogatesEnd = 0xdfff;

/**
 * Compares two keys by their UTF-8 bytes. Returns a negative number if `a` comes first, a positive one if `b` does.
 * JavaScript compares UTF-16 units. The only difference is that surrogate pairs come after U+E000..U+FFFF in UTF-8.
 * Comparing encoded keys would take longer; see docs/performance.md, "Micro-measurements", "compareKeys".
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const unitOfA = a.charCodeAt(i);
    const unitOfB = b.charCodeAt(i);
    if (unitOfA !== unitOfB) return rank(unitOfA) - rank(unitOfB);
  }
  return a.length - b.length;
}

function rank(unit: number): number {
  return unit >= surrogatesStart && unit <= surrogatesEnd ? unit + 0x10000 : unit;
}

/** Returns the smallest key that is greater than `key`. */
export function keyAfter(key: string): string {
  return `${key}\0`;
}

/** Returns where a range read starts: the first possible key with `prefix` that is greater than `after`. */
export function rangeStart(prefix: string, after: string | undefined): string {
  return after === undefined || compareKeys(after, prefix) < 0 ? prefix : keyAfter(after);
}

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Whether a key is non-empty and has a UTF-8 encoding. Keys with unpaired surrogates could collide when they are
 * encoded.
 */
export function isWellFormedKey(key: string): boolean {
  return key.length > 0 && !loneSurrogate.test(key);
}
