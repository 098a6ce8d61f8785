/** Loads the types that a server serves. */
import type { Client } from "../../client/index.ts";
import { namedTypes, type ServedType } from "./served-type.ts";

/** Returns the types that the server serves, in its order of preference. */
export async function loadTypes(client: Client, signal: AbortSignal): Promise<readonly ServedType[]> {
  const { types } = await client.servedTypes({ signal });
  return namedTypes(types);
}
