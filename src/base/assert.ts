/** Reports a bug of the program itself, never an invalid request. */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

/** Does nothing if `condition` holds. @throws AssertionError otherwise */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/**
 * Marks a branch that cannot be reached, such as the default of an exhaustive switch. It does not compile while a case
 * is missing. @throws AssertionError if it is reached
 */
export function unreachable(value: never): never {
  throw new AssertionError(`unexpected value: ${String(value)}`);
}
