/** Asking a server for its types. */
import type { Client } from "../../client/index.ts";
import { namedTypes, type ServedType } from "./served-type.ts";

export async function loadTypes(client: Client, signal: AbortSignal): Promise<readonly ServedType[]> {
  const { types } = await client.servedTypes({ signal });
  return namedTypes(types);
}
