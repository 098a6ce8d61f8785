/** The same done with many things: those of one sort at once, as far as that is fair, and told in their order. */
import { assert } from "../base/assert.ts";

/** Requests under way: enough that the server can commit many writes together, and few enough to leave room for others. */
const togetherMax = 16;

export type Outcome<T, R> = { readonly item: T; readonly result: R } | { readonly item: T; readonly error: unknown };

/**
 * @param sortOf things of another sort may depend on those before them, and begin only when these are done
 * @returns what came of each, in the order of the items
 */
export async function* several<T, R>(
  items: readonly T[],
  sortOf: (item: T) => unknown,
  work: (item: T) => Promise<R>,
): AsyncGenerator<Outcome<T, R>> {
  const underWay: Promise<Outcome<T, R>>[] = [];
  let sort: unknown;
  for (const item of items) {
    const next = sortOf(item);
    const besides = next === sort ? togetherMax - 1 : 0;
    while (underWay.length > besides) yield await first(underWay);
    sort = next;
    underWay.push(
      work(item).then(
        (result) => ({ item, result }),
        (error: unknown) => ({ item, error }),
      ),
    );
  }
  while (underWay.length > 0) yield await first(underWay);
}

function first<T>(queue: Promise<T>[]): Promise<T> {
  const next = queue.shift();
  assert(next !== undefined, "the queue is not empty");
  return next;
}
