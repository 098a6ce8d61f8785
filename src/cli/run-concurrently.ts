/** Runs a task for each of many items, concurrently for items of the same sort, and yields the results in order. */
import { assert } from "../base/assert.ts";

/**
 * Maximum number of concurrent requests. The server can commit that many writes together, and still serve other
 * clients.
 */
const concurrentMax = 16;

/** The result or error of one item. */
export type ItemOutcome<T, R> =
  | { readonly item: T; readonly result: R }
  | { readonly item: T; readonly error: unknown };

/**
 * Runs `work` for all items and yields their outcomes in order.
 * @param sortOf an item begins only after all earlier items of another sort have ended, because it may depend on them
 */
export async function* runConcurrently<T, R>(
  items: readonly T[],
  sortOf: (item: T) => unknown,
  work: (item: T) => Promise<R>,
): AsyncGenerator<ItemOutcome<T, R>> {
  const running: Promise<ItemOutcome<T, R>>[] = [];
  let sort: unknown;
  for (const item of items) {
    const next = sortOf(item);
    const othersMax = next === sort ? concurrentMax - 1 : 0;
    while (running.length > othersMax) yield await first(running);
    sort = next;
    running.push(
      work(item).then(
        (result) => ({ item, result }),
        (error: unknown) => ({ item, error }),
      ),
    );
  }
  while (running.length > 0) yield await first(running);
}

function first<T>(queue: Promise<T>[]): Promise<T> {
  const next = queue.shift();
  assert(next !== undefined, "the queue is not empty");
  return next;
}
