/** Concurrent work on many items, with a limit. */

/**
 * Runs `work` for all items, at most `atOnceMax` at a time. A failure does not prevent the work on other items. @throws
 * the first failure, after all items have been processed
 */
export async function allSettledOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  atOnceMax: number,
): Promise<void> {
  const failures: unknown[] = [];
  const waiting = items.values();
  const workInTurn = async (): Promise<void> => {
    for (const item of waiting) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(atOnceMax, items.length) }, workInTurn));
  if (failures.length > 0) throw failures[0];
}
