/** Converts the flags of list commands to options of the client library. */
import type { ListOptions } from "../../client/index.ts";
import type { ObjectSelection } from "../context.ts";

/** Flags of list commands. */
export interface Listing extends Omit<ObjectSelection, "allNamespaces"> {
  /** Maximum number of objects per request. 0: no limit. */
  readonly chunkSize: number;
}

/** Returns the list options of the client library. */
export function listOptions(listing: Listing, signal: AbortSignal): ListOptions {
  const { chunkSize, labelSelector, fieldSelector } = listing;
  return {
    signal,
    ...(chunkSize > 0 ? { limit: chunkSize } : {}),
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  };
}
