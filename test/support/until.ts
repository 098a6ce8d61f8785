/** Functions that wait until a condition holds. */

/** Maximum wait in milliseconds. No test needs longer. */
const waitMaxMs = 10_000;

/** Resolves once `condition` holds. Checks it once per turn of the event loop, and throws after 10 seconds. */
export async function until(condition: () => boolean, what: string): Promise<void> {
  const startedMs = performance.now();
  while (!condition()) {
    if (performance.now() - startedMs > waitMaxMs) throw new Error(`did not come to pass: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Like `until`, for a condition that is asynchronous. */
export async function eventually(condition: () => Promise<boolean>, what: string): Promise<void> {
  const startedMs = performance.now();
  while (!(await condition())) {
    if (performance.now() - startedMs > waitMaxMs) throw new Error(`did not come to pass: ${what}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
