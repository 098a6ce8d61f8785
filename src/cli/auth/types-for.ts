import { StatusError } from "../../client/index.ts";
import type { ClientContext } from "../context.ts";
import { loadTypes } from "../types/load-types.ts";
import type { ServedType } from "../types/served-type.ts";
import type { ActionWords } from "./read-action.ts";

/**
 * Returns the types that can be meant, as far as the caller may read them. A path needs none. The user of `--as` often may read
 * less than the caller.
 */
export async function typesFor(
  { target }: Pick<ActionWords, "target">,
  { caller, signal }: Pick<ClientContext, "caller" | "signal">,
): Promise<readonly ServedType[]> {
  if (target.startsWith("/")) return [];
  try {
    return await loadTypes(caller, signal);
  } catch (error) {
    if (error instanceof StatusError && error.code === 403) return [];
    throw error;
  }
}
