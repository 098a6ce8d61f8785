/** Order of keys by their UTF-8 bytes: the order of every engine, whatever it compares inside. */

const surrogatesStart = 0xd800;
const surrogatesEnd = 0xdfff;

/**
 * Below zero when `a` sorts before `b`, above zero when after. JavaScript compares UTF-16 units, which differs from
 * UTF-8 order in one place only: surrogate pairs sort after U+E000..U+FFFF.
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

/** The smallest key greater than `key`. */
export function keyAfter(key: string): string {
  return `${key}\0`;
}

/** Where a range starts: at the first key with `prefix` that is greater than `after`. */
export function rangeStart(prefix: string, after: string | undefined): string {
  return after === undefined || compareKeys(after, prefix) < 0 ? prefix : keyAfter(after);
}

const loneSurrogate = /\p{Surrogate}/u;

/** False for text that has no UTF-8 form of its own: two such keys could collide. */
export function isWellFormedKey(key: string): boolean {
  return key.length > 0 && !loneSurrogate.test(key);
}
