/**
 * What an informer does next, purely: `(state, input) -> state, outputs, request`. Somebody else makes the requests and
 * keeps the objects.
 *
 *     idle ──► streaming ──────────────────► watching    what there is comes as the beginning of a watch
 *                  │ refused, cut off           │  ▲
 *                  ▼                    expired │  │
 *     waiting ◄─► listing, chunk by chunk ──────┼──┘
 *        ▲  └───► streaming                     │
 *        └──────────────────────────────────────┘
 *
 * Of the outputs, those of a relist (begin, listed, unlisted, complete) are other ones than those of a change (applied,
 * deleted), so that what is listed can be kept aside until it is complete.
 */
import { assert } from "../../base/assert.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Failure } from "./failure.ts";
import type { SourceChunk, SourceEvent } from "./object-source.ts";
import { isInitialEventsEnd } from "./resuming-watch.ts";

/** What is asked of the source. There is one at a time, until an input leads to the next. */
export type InformerRequest =
  | { readonly type: "stream" }
  | { readonly type: "list"; readonly limit?: number; readonly continue?: string }
  | { readonly type: "watch"; readonly resourceVersion: string }
  | { readonly type: "wait"; readonly atLeastMs: number };

type Listing = Extract<InformerRequest, { type: "stream" | "list" }>;

export type InformerState = (
  | { readonly name: "idle" | "streaming" | "watching" }
  | { readonly name: "listing"; readonly request: Listing }
  | { readonly name: "waiting"; readonly next: Listing }
) & {
  /** Whether the list is asked for as the beginning of a watch. Once the server has refused, never again. */
  readonly streams: boolean;
  /** Objects in a chunk of a list. */
  readonly chunkSize: number;
};

/** What has happened. */
export type InformerInput<T> =
  | { readonly type: "start" }
  | { readonly type: "chunk"; readonly chunk: SourceChunk<T> }
  | { readonly type: "event"; readonly event: SourceEvent<T> }
  /** The connection ended without an error before the initial events did. */
  | { readonly type: "closed" }
  | { readonly type: "failed"; readonly failure: Failure; readonly error: unknown; readonly atLeastMs: number }
  | { readonly type: "waited" };

/** What is to be done with objects. */
export type InformerOutput<T> =
  /** Forget what has been listed so far; what is known stays until the new list is complete. */
  | { readonly type: "begin" }
  | { readonly type: "listed"; readonly objects: readonly T[] }
  | { readonly type: "unlisted"; readonly object: T }
  /** What has been listed takes the place of what is known, at once. */
  | { readonly type: "complete" }
  | { readonly type: "applied"; readonly object: T }
  | { readonly type: "deleted"; readonly object: T }
  | { readonly type: "trouble"; readonly error: unknown };

export interface InformerStep<T> {
  readonly state: InformerState;
  readonly outputs: readonly InformerOutput<T>[];
  /** Absent: the one under way goes on. */
  readonly request?: InformerRequest;
}

/** @throws AssertionError for an input that the request under way cannot give */
export function transition<T extends ApiObject>(state: InformerState, input: InformerInput<T>): InformerStep<T> {
  switch (input.type) {
    case "start":
      assert(state.name === "idle", "an informer is started once");
      return relist(state, firstListing(state));
    case "chunk":
      return onChunk(state, input.chunk);
    case "event":
      return onEvent(state, input.event);
    case "closed":
      assert(state.name === "streaming", `a watch does not end while ${state.name}`);
      // A server that knows nothing of initial events sends them all the same, but never says that it has.
      return relist(state, chunks(state));
    case "failed":
      return onFailure(state, input);
    case "waited":
      assert(state.name === "waiting", `nobody waits while ${state.name}`);
      return isRestart(state.next)
        ? relist(state, state.next)
        : { state: enter(state, state.next), outputs: [], request: state.next };
  }
}

function onChunk<T>(state: InformerState, chunk: SourceChunk<T>): InformerStep<T> {
  assert(state.name === "listing", `no list comes while ${state.name}`);
  const listed = { type: "listed", objects: chunk.items } as const;
  if (chunk.continue !== undefined) {
    const request = { type: "list", limit: state.chunkSize, continue: chunk.continue } as const;
    return { state: enter(state, request), outputs: [listed], request };
  }
  return {
    state: named(state, "watching"),
    outputs: [listed, { type: "complete" }],
    request: { type: "watch", resourceVersion: chunk.resourceVersion },
  };
}

function onEvent<T extends ApiObject>(state: InformerState, event: SourceEvent<T>): InformerStep<T> {
  const { type, object } = event;
  if (state.name === "streaming") {
    if (type === "DELETED") return { state, outputs: [{ type: "unlisted", object }] };
    if (type !== "BOOKMARK") return { state, outputs: [{ type: "listed", objects: [object] }] };
    if (!isInitialEventsEnd(event)) return { state, outputs: [] };
    return { state: named(state, "watching"), outputs: [{ type: "complete" }] };
  }
  assert(state.name === "watching", `no event comes while ${state.name}`);
  if (type === "BOOKMARK") return { state, outputs: [] };
  return { state, outputs: [{ type: type === "DELETED" ? "deleted" : "applied", object }] };
}

type Failed = Extract<InformerInput<never>, { type: "failed" }>;

function onFailure<T>(state: InformerState, { failure, error, atLeastMs }: Failed): InformerStep<T> {
  const outputs = [{ type: "trouble", error }] as const;
  if (state.name === "streaming" && failure === "refused") {
    const step = relist<T>({ ...state, streams: false }, chunks(state));
    return { ...step, outputs: [...outputs, ...step.outputs] };
  }
  const next = listingAfter(state, failure);
  if (state.name === "listing" && isContinued(state.request) && failure === "expired") {
    const step = relist<T>(state, next);
    return { ...step, outputs: [...outputs, ...step.outputs] };
  }
  // A server that says so at once, again and again, is not asked again at once.
  const { streams, chunkSize } = state;
  return { state: { name: "waiting", next, streams, chunkSize }, outputs, request: { type: "wait", atLeastMs } };
}

function listingAfter(state: InformerState, failure: Failure): Listing {
  // What cuts off one stream may cut off each: chunks make progress.
  if (state.name === "streaming") return chunks(state);
  if (state.name !== "listing") return firstListing(state);
  if (failure === "passing") return state.request;
  // Chunks may take longer than the server keeps the state that they show: all in one does not.
  return failure === "expired" && isContinued(state.request) ? { type: "list" } : chunks(state);
}

function isContinued(request: Listing): boolean {
  return request.type === "list" && request.continue !== undefined;
}

function isRestart(request: Listing): boolean {
  return !isContinued(request);
}

function firstListing(state: InformerState): Listing {
  return state.streams ? { type: "stream" } : chunks(state);
}

function chunks({ chunkSize }: InformerState): Listing {
  return { type: "list", limit: chunkSize };
}

function relist<T>(state: InformerState, request: Listing): InformerStep<T> {
  return { state: enter(state, request), outputs: [{ type: "begin" }], request };
}

function enter(state: InformerState, request: Listing): InformerState {
  const { streams, chunkSize } = state;
  return request.type === "stream" ? named(state, "streaming") : { name: "listing", request, streams, chunkSize };
}

function named({ streams, chunkSize }: InformerState, name: "streaming" | "watching"): InformerState {
  return { name, streams, chunkSize };
}
