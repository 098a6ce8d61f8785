/** Runs a task for each of many items, concurrently for items of the same sort, and yields the results in order. */
import { assert } from "../base/assert.ts";

/**
 * Maximum number of concurrent requests. The server can commit that many writes together, and still serve other
 * clients.
 */
const togetherMax = 16;

/** The result or error of one item. */
export type Outcome<T, R> = { readonly item: T; readonly result: R } | { readonly item: T; readonly error: unknown };

/**
 * Runs `work` for all items and yields their outcomes in order.
 * @param sortOf an item begins only after all earlier items of another sort have ended, because it may depend on them
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
