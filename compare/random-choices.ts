/** Random choices that suites make before their scenarios run. */
import type { Random } from "../src/base/random.ts";

/** Returns one of the items. */
export function oneOf<T>(random: Random, items: readonly T[]): T {
  return items[random.below(items.length)] as T;
}

/** Returns true with a probability of 1 / `count`. */
export function isOnceIn(random: Random, count: number): boolean {
  return random.below(count) === 0;
}

/** Returns `count` results of `make`. */
export function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make);
}

/** Returns the items in a random order. */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  const result: T[] = [];
  while (left.length > 0) result.push(...left.splice(random.below(left.length), 1));
  return result;
}
