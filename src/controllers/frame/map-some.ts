/** Concurrent requests for many items, with a limit. */
import { fairTurns } from "../../base/fair-turns.ts";

/**
 * Returns the result of `work` for each item, in the order of the items. At most `atOnceMax` items are processed at a
 * time.
 * @throws the first failure. No further item is started then
 */
export async function mapSome<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  atOnceMax: number,
): Promise<R[]> {
  const results: R[] = [];
  const waiting = items.entries();
  let hasFailed = false;
  const workInTurn = async (): Promise<void> => {
    for (const [index, item] of waiting) {
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
  await Promise.all(Array.from({ length: Math.min(atOnceMax, items.length) }, workInTurn));
  return results;
}
