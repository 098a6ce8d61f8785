/** Returns the error that a patch causes in a test. */
import { PatchError } from "../patch-error.ts";

/**
 * Returns the PatchError that `run` throws.
 * @throws any other error of `run`, or an Error if it throws nothing
 */
export function thrownPatchError(run: () => unknown): PatchError {
  try {
    run();
  } catch (error) {
    if (error instanceof PatchError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
