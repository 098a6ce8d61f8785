/** A broken assumption of the program itself; never the fault of a request. */
export class AssertionError extends Error {
  override readonly name = "AssertionError";
}

/** @throws AssertionError when `condition` does not hold */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** For the default branch of a switch over a closed set: does not compile while a case is missing. */
export function unreachable(value: never): never {
  throw new AssertionError(`unexpected value: ${String(value)}`);
}
