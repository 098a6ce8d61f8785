/** Asking a server for its types: two documents, read at once. */
import type { Client } from "../../client/index.ts";
import { allSpellings, group } from "../../meta/vocabulary.ts";
import { CommandError } from "../terminal.ts";
import { type DiscoveryList, readDiscovery, type ServedType } from "./served-type.ts";

/** Servers know the name of the group in their own spelling, so both are asked for. */
const accept = [
  ...allSpellings(group("apidiscovery")).map((name) => `application/json;g=${name};v=v2;as=APIGroupDiscoveryList`),
  "application/json",
].join(",");

/** @throws CommandError when the server has types in no form that is understood here */
export async function loadTypes(client: Client, signal: AbortSignal): Promise<readonly ServedType[]> {
  const lists = await Promise.all(
    ["/api", "/apis"].map((target) =>
      client.read<DiscoveryList & { readonly kind: string }>(target, { accept, signal }),
    ),
  );
  if (lists.every(({ kind }) => kind === "APIGroupDiscoveryList")) return readDiscovery(lists);
  throw new CommandError(
    "the server does not list its types in one document, as servers do since 1.27; use a newer one",
  );
}
