/** The error that a patch is expected to end with. */
import { PatchError } from "../patch-error.ts";

/**
 * The PatchError that `run` throws.
 * @throws whatever else `run` throws, or an Error when it throws nothing
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
