/** Waiting for what must come to pass. */

/** Nothing in a test takes longer. */
const patienceMs = 10_000;

/** Resolves once `condition` holds; looked at again with every turn of the event loop. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const startedMs = performance.now();
  while (!condition()) {
    if (performance.now() - startedMs > patienceMs) throw new Error(`did not come to pass: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** As `until`, for what has to be asked for. */
export async function eventually(condition: () => Promise<boolean>, what: string): Promise<void> {
  const startedMs = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedMs > patienceMs) throw new Error(`did not come to pass: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
