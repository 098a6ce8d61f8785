/**
 * The state machine of an informer, as a pure function: `(state, input) -> state, outputs, request`. The informer sends
 * the requests and stores the objects.
 *
 *     idle ──► streaming ──────────────────► watching    the list is the beginning of a watch
 *                  │ rejected, ended early      │  ▲
 *                  ▼                    expired │  │
 *     waiting ◄─► listing, chunk by chunk ──────┼──┘
 *        ▲  └───► streaming                     │
 *        └──────────────────────────────────────┘
 *
 * The outputs of a list (begin, listed, unlisted, complete) differ from those of a change (applied, deleted), so that
 * an
 * incomplete list can be kept separate from the current objects.
 */
import { assert } from "../../base/assert.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { FailureClass } from "./failure.ts";
import type { SourceChunk, SourceEvent } from "./object-source.ts";
import { isInitialEventsEnd } from "./resuming-watch.ts";

/**
 * A request of the informer to its source. Only one request is active at a time. It ends when an input leads to
 * another request.
 */
export type InformerRequest =
  | { readonly type: "stream" }
  | { readonly type: "list"; readonly limit?: number; readonly continue?: string }
  | { readonly type: "watch"; readonly resourceVersion: string }
  | { readonly type: "wait"; readonly atLeastMs: number };

type Listing = Extract<InformerRequest, { type: "stream" | "list" }>;

/** The state of an informer, as plain data. */
export type InformerState = (
  | { readonly name: "idle" | "streaming" | "watching" }
  | { readonly name: "listing"; readonly request: Listing }
  | { readonly name: "waiting"; readonly next: Listing }
) & {
  /** Whether the list is requested as the beginning of a watch. Set to false for good once the server rejects that. */
  readonly streams: boolean;
  /** Objects in a chunk of a list. */
  readonly chunkSize: number;
};

/** A result of the current request. */
export type InformerInput<T> =
  | { readonly type: "start" }
  | { readonly type: "chunk"; readonly chunk: SourceChunk<T> }
  | { readonly type: "event"; readonly event: SourceEvent<T> }
  /** The connection ended without an error before the initial events were complete. */
  | { readonly type: "closed" }
  | { readonly type: "failed"; readonly failure: FailureClass; readonly error: unknown; readonly atLeastMs: number }
  | { readonly type: "waited" };

/** An instruction for the object store. */
export type InformerOutput<T> =
  /** Discards the incomplete list, if any. The current objects stay until the new list is complete. */
  | { readonly type: "begin" }
  | { readonly type: "listed"; readonly objects: readonly T[] }
  | { readonly type: "unlisted"; readonly object: T }
  /** Replaces the current objects by those of the list, in one step. */
  | { readonly type: "complete" }
  | { readonly type: "applied"; readonly object: T }
  | { readonly type: "deleted"; readonly object: T }
  | { readonly type: "trouble"; readonly error: unknown };

/** The result of a transition. */
export interface InformerStep<T> {
  readonly state: InformerState;
  readonly outputs: readonly InformerOutput<T>[];
  /** Undefined if the current request continues. */
  readonly request?: InformerRequest;
}

/** Returns the next state, and what to do. @throws AssertionError for an input that the current request cannot cause */
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
      // A server without support for `sendInitialEvents` sends the objects, but not the bookmark that completes the
      // list.
      return relist(state, chunks(state));
    case "failed":
      return onFailure(state, input);
    case "waited":
      assert(state.name === "waiting", `nobody waits while ${state.name}`);
      return isRestart(state.next)
        ? relist(state, state.next)
        : { state: withListing(state, state.next), outputs: [], request: state.next };
  }
}

function onChunk<T>(state: InformerState, chunk: SourceChunk<T>): InformerStep<T> {
  assert(state.name === "listing", `no list comes while ${state.name}`);
  const listed = { type: "listed", objects: chunk.items } as const;
  if (chunk.continue !== undefined) {
    const request = { type: "list", limit: state.chunkSize, continue: chunk.continue } as const;
    return { state: withListing(state, request), outputs: [listed], request };
  }
  return {
    state: withName(state, "watching"),
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
    return { state: withName(state, "watching"), outputs: [{ type: "complete" }] };
  }
  assert(state.name === "watching", `no event comes while ${state.name}`);
  if (type === "BOOKMARK") return { state, outputs: [] };
  return { state, outputs: [{ type: type === "DELETED" ? "deleted" : "applied", object }] };
}

type Failed = Extract<InformerInput<never>, { type: "failed" }>;

function onFailure<T>(state: InformerState, { failure, error, atLeastMs }: Failed): InformerStep<T> {
  const outputs = [{ type: "trouble", error }] as const;
  if (state.name === "streaming" && failure === "permanent") {
    const step = relist<T>({ ...state, streams: false }, chunks(state));
    return { ...step, outputs: [...outputs, ...step.outputs] };
  }
  const next = listingAfter(state, failure);
  if (state.name === "listing" && isContinued(state.request) && failure === "expired") {
    const step = relist<T>(state, next);
    return { ...step, outputs: [...outputs, ...step.outputs] };
  }
  // Wait, because the server may return this error repeatedly.
  const { streams, chunkSize } = state;
  return { state: { name: "waiting", next, streams, chunkSize }, outputs, request: { type: "wait", atLeastMs } };
}

function listingAfter(state: InformerState, failure: FailureClass): Listing {
  // The cause of the interruption may cut off every stream. Chunks make progress despite interruptions.
  if (state.name === "streaming") return chunks(state);
  if (state.name !== "listing") return firstListing(state);
  if (failure === "transient") return state.request;
  // Reading all chunks may take longer than the server keeps the listed version. One response without chunks cannot
  // expire.
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
  return { state: withListing(state, request), outputs: [{ type: "begin" }], request };
}

function withListing(state: InformerState, request: Listing): InformerState {
  const { streams, chunkSize } = state;
  return request.type === "stream" ? withName(state, "streaming") : { name: "listing", request, streams, chunkSize };
}

function withName({ streams, chunkSize }: InformerState, name: "streaming" | "watching"): InformerState {
  return { name, streams, chunkSize };
}
