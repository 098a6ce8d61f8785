/** Freezes the inputs of a test, so that a change of an input fails the test. */

/** Returns the value itself, frozen at all levels. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) {
    for (const child of Object.values(value) as unknown[]) deepFreeze(child);
    Object.freeze(value);
  }
  return value;
}
