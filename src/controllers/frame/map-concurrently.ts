/** Concurrent requests for many items, with a limit. */
import { fairTurns } from "../../base/fair-turns.ts";

/**
 * Returns the result of `work` for each item, in the order of the items. At most `concurrencyMax` items are processed
 * at a time.
 * @throws the first failure. No further item is started then
 */
export async function mapConcurrently<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  concurrencyMax: number,
): Promise<R[]> {
  const results: R[] = [];
  const remainingItems = items.entries();
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    for (const [index, item] of remainingItems) {
      if (hasFailed) return;
      // In-process requests may resolve without returning to the event loop, so yield to it.
      if (fairTurns.isOver) await fairTurns.next();
      try {
        results[index] = await work(item);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrencyMax, items.length) }, worker));
  return results;
}
