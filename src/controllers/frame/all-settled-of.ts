/** Works on many things, so many at once. */

/** Does all of it, also when some of it fails. @throws the first failure, when everything has been tried */
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
