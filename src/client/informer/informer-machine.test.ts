import { expect, test } from "vitest";
import { expired } from "../../meta/status-error.ts";
import { type InformerInput, type InformerState, type InformerStep, transition } from "./informer-machine.ts";
import { bookmark, initialEventsEnd, type Thing, thing } from "./testing/simulated-source.ts";

const a = thing("ns/a", 3);
const both = { streams: true, chunkSize: 500 };
const chunksOnly = { streams: false, chunkSize: 500 };
const firstChunk = { type: "list", limit: 500 } as const;
const secondChunk = { type: "list", limit: 500, continue: "t1" } as const;
const wholeList = { type: "list" } as const;
const stream = { type: "stream" } as const;
const expiredError = expired("gone");
const down = new Error("down");
const begin = { type: "begin" } as const;
const wait = { type: "wait", atLeastMs: 0 } as const;

const failed = (failure: "expired" | "permanent" | "transient", error: Error): InformerInput<Thing> => ({
  type: "failed",
  failure,
  error,
  atLeastMs: 0,
});
const event = (type: "ADDED" | "MODIFIED" | "DELETED"): InformerInput<Thing> => ({
  type: "event",
  event: { type, object: a },
});
const trouble = (error: Error): { type: "trouble"; error: Error } => ({ type: "trouble", error });

const table: readonly [title: string, InformerState, InformerInput<Thing>, InformerStep<Thing>][] = [
  [
    "the machine starts with a streamed list",
    { name: "idle", ...both },
    { type: "start" },
    { state: { name: "streaming", ...both }, outputs: [begin], request: stream },
  ],
  [
    "the machine starts with a chunked list if streaming is disabled",
    { name: "idle", ...chunksOnly },
    { type: "start" },
    { state: { name: "listing", request: firstChunk, ...chunksOnly }, outputs: [begin], request: firstChunk },
  ],
  [
    "an initial event adds its object to the list",
    { name: "streaming", ...both },
    event("ADDED"),
    { state: { name: "streaming", ...both }, outputs: [{ type: "listed", objects: [a] }] },
  ],
  [
    "a MODIFIED event before the end of the initial events adds its object to the list",
    { name: "streaming", ...both },
    event("MODIFIED"),
    { state: { name: "streaming", ...both }, outputs: [{ type: "listed", objects: [a] }] },
  ],
  [
    "a DELETED event before the end of the initial events removes its object from the list",
    { name: "streaming", ...both },
    event("DELETED"),
    { state: { name: "streaming", ...both }, outputs: [{ type: "unlisted", object: a }] },
  ],
  [
    "a bookmark without the initial-events-end annotation does not complete the list",
    { name: "streaming", ...both },
    { type: "event", event: bookmark(4) },
    { state: { name: "streaming", ...both }, outputs: [] },
  ],
  [
    "a bookmark with the annotation completes the list, and the same request continues as a watch",
    { name: "streaming", ...both },
    { type: "event", event: bookmark(4, initialEventsEnd) },
    { state: { name: "watching", ...both }, outputs: [{ type: "complete" }] },
  ],
  [
    "a bookmark with the annotation of the orch vocabulary completes the list",
    { name: "streaming", ...both },
    { type: "event", event: bookmark(4, "orch.io/initial-events-end") },
    { state: { name: "watching", ...both }, outputs: [{ type: "complete" }] },
  ],
  [
    "after a rejected stream, the machine lists in chunks immediately and never streams again",
    { name: "streaming", ...both },
    failed("permanent", down),
    {
      state: { name: "listing", request: firstChunk, ...chunksOnly },
      outputs: [trouble(down), begin],
      request: firstChunk,
    },
  ],
  [
    "after a stream that ends early, the machine lists in chunks",
    { name: "streaming", ...both },
    { type: "closed" },
    { state: { name: "listing", request: firstChunk, ...both }, outputs: [begin], request: firstChunk },
  ],
  [
    "after a failed stream, the machine waits and lists in chunks",
    { name: "streaming", ...both },
    failed("transient", down),
    { state: { name: "waiting", next: firstChunk, ...both }, outputs: [trouble(down)], request: wait },
  ],
  [
    "a chunk with a continue token leads to a request for the next chunk",
    { name: "listing", request: firstChunk, ...both },
    { type: "chunk", chunk: { items: [a], resourceVersion: "9", continue: "t1" } },
    {
      state: { name: "listing", request: secondChunk, ...both },
      outputs: [{ type: "listed", objects: [a] }],
      request: secondChunk,
    },
  ],
  [
    "the last chunk completes the list and starts a watch from its resourceVersion",
    { name: "listing", request: secondChunk, ...both },
    { type: "chunk", chunk: { items: [a], resourceVersion: "9" } },
    {
      state: { name: "watching", ...both },
      outputs: [{ type: "listed", objects: [a] }, { type: "complete" }],
      request: { type: "watch", resourceVersion: "9" },
    },
  ],
  [
    "a failed chunk is requested again after a wait",
    { name: "listing", request: secondChunk, ...both },
    failed("transient", down),
    { state: { name: "waiting", next: secondChunk, ...both }, outputs: [trouble(down)], request: wait },
  ],
  [
    "after the wait for a chunk, the objects of earlier chunks are kept",
    { name: "waiting", next: secondChunk, ...both },
    { type: "waited" },
    { state: { name: "listing", request: secondChunk, ...both }, outputs: [], request: secondChunk },
  ],
  [
    "an expired continue token leads to an immediate list without chunks",
    { name: "listing", request: secondChunk, ...both },
    failed("expired", expiredError),
    {
      state: { name: "listing", request: wholeList, ...both },
      outputs: [trouble(expiredError), begin],
      request: wholeList,
    },
  ],
  [
    "an expired first chunk is requested again after a wait",
    { name: "listing", request: firstChunk, ...both },
    failed("expired", expiredError),
    { state: { name: "waiting", next: firstChunk, ...both }, outputs: [trouble(expiredError)], request: wait },
  ],
  [
    "a rejected list starts again with the first chunk after a wait",
    { name: "listing", request: secondChunk, ...both },
    failed("permanent", down),
    { state: { name: "waiting", next: firstChunk, ...both }, outputs: [trouble(down)], request: wait },
  ],
  [
    "an ADDED event of a watch is applied",
    { name: "watching", ...both },
    event("ADDED"),
    { state: { name: "watching", ...both }, outputs: [{ type: "applied", object: a }] },
  ],
  [
    "a MODIFIED event of a watch is applied",
    { name: "watching", ...both },
    event("MODIFIED"),
    { state: { name: "watching", ...both }, outputs: [{ type: "applied", object: a }] },
  ],
  [
    "a DELETED event of a watch deletes the object",
    { name: "watching", ...both },
    event("DELETED"),
    { state: { name: "watching", ...both }, outputs: [{ type: "deleted", object: a }] },
  ],
  [
    "a bookmark of a watch has no effect",
    { name: "watching", ...both },
    { type: "event", event: bookmark(12) },
    { state: { name: "watching", ...both }, outputs: [] },
  ],
  [
    "an expired resourceVersion leads to a new list after a wait",
    { name: "watching", ...both },
    failed("expired", expiredError),
    { state: { name: "waiting", next: stream, ...both }, outputs: [trouble(expiredError)], request: wait },
  ],
  [
    "after a rejected stream, a new list is chunked",
    { name: "watching", ...chunksOnly },
    failed("expired", expiredError),
    { state: { name: "waiting", next: firstChunk, ...chunksOnly }, outputs: [trouble(expiredError)], request: wait },
  ],
  [
    "after the wait, the new list starts",
    { name: "waiting", next: stream, ...both },
    { type: "waited" },
    { state: { name: "streaming", ...both }, outputs: [begin], request: stream },
  ],
];

test.each(table)("%s", (_, state, input, step) => {
  expect(transition(state, input)).toEqual(step);
});

test("transition() throws on inputs that the current request cannot cause", () => {
  expect(() => transition({ name: "watching", ...both }, { type: "start" })).toThrow("an informer is started once");
  expect(() => transition({ name: "watching", ...both }, { type: "closed" })).toThrow("a watch does not end");
  expect(() => transition({ name: "streaming", ...both }, { type: "waited" })).toThrow("nobody waits while streaming");
});
