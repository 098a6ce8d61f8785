/** Asks for many things, so many at a time. */
import { fairTurns } from "../../base/fair-turns.ts";

/**
 * Returns the result for each item, in the order of the items.
 * @throws the first failure; no further item is begun then
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
      // Requests in this process may be answered without a turn of the event loop in between.
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
