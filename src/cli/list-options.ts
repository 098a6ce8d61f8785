/** Selectors and chunks as the client library takes them. */
import type { ListOptions } from "../client/index.ts";
import type { Selection } from "./context.ts";

export interface Listing extends Omit<Selection, "allNamespaces"> {
  /** Objects of a chunk; 0: all at once. */
  readonly chunkSize: number;
}

export function listOptions(listing: Listing, signal: AbortSignal): ListOptions {
  const { chunkSize, labelSelector, fieldSelector } = listing;
  return {
    signal,
    ...(chunkSize > 0 ? { limit: chunkSize } : {}),
    ...(labelSelector === undefined ? {} : { labelSelector }),
    ...(fieldSelector === undefined ? {} : { fieldSelector }),
  };
}
