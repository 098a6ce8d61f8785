/** Concurrent work on many items, with a limit. */

/**
 * Runs `work` for all items, at most `concurrencyMax` at a time. A failure does not prevent the work on other items.
 * @throws the first failure, after all items have been processed
 */
export async function forEachConcurrently<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  concurrencyMax: number,
): Promise<void> {
  const failures: unknown[] = [];
  const remainingItems = items.values();
  const worker = async (): Promise<void> => {
    for (const item of remainingItems) await work(item).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(concurrencyMax, items.length) }, worker));
  if (failures.length > 0) throw failures[0];
}
