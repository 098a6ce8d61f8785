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
const gone = expired("gone");
const down = new Error("down");
const begin = { type: "begin" } as const;
const wait = { type: "wait", atLeastMs: 0 } as const;

const failed = (failure: "expired" | "refused" | "passing", error: Error): InformerInput<Thing> => ({
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
    "it begins with a streamed list",
    { name: "idle", ...both },
    { type: "start" },
    { state: { name: "streaming", ...both }, outputs: [begin], request: stream },
  ],
  [
    "it begins with chunks where it is not to stream",
    { name: "idle", ...chunksOnly },
    { type: "start" },
    { state: { name: "listing", request: firstChunk, ...chunksOnly }, outputs: [begin], request: firstChunk },
  ],
  [
    "an initial event is part of the list",
    { name: "streaming", ...both },
    event("ADDED"),
    { state: { name: "streaming", ...both }, outputs: [{ type: "listed", objects: [a] }] },
  ],
  [
    "a change before the end of the initial events is part of the list",
    { name: "streaming", ...both },
    event("MODIFIED"),
    { state: { name: "streaming", ...both }, outputs: [{ type: "listed", objects: [a] }] },
  ],
  [
    "a deletion before the end of the initial events takes an object out of the list",
    { name: "streaming", ...both },
    event("DELETED"),
    { state: { name: "streaming", ...both }, outputs: [{ type: "unlisted", object: a }] },
  ],
  [
    "a bookmark without the annotation does not end the list",
    { name: "streaming", ...both },
    { type: "event", event: bookmark(4) },
    { state: { name: "streaming", ...both }, outputs: [] },
  ],
  [
    "the annotated bookmark completes the list, and the same watch goes on",
    { name: "streaming", ...both },
    { type: "event", event: bookmark(4, initialEventsEnd) },
    { state: { name: "watching", ...both }, outputs: [{ type: "complete" }] },
  ],
  [
    "the bookmark is understood in the other vocabulary",
    { name: "streaming", ...both },
    { type: "event", event: bookmark(4, "orch.io/initial-events-end") },
    { state: { name: "watching", ...both }, outputs: [{ type: "complete" }] },
  ],
  [
    "a server that refuses to stream is asked for chunks at once, and never to stream again",
    { name: "streaming", ...both },
    failed("refused", down),
    {
      state: { name: "listing", request: firstChunk, ...chunksOnly },
      outputs: [trouble(down), begin],
      request: firstChunk,
    },
  ],
  [
    "a stream that ends early gives way to chunks",
    { name: "streaming", ...both },
    { type: "closed" },
    { state: { name: "listing", request: firstChunk, ...both }, outputs: [begin], request: firstChunk },
  ],
  [
    "a stream that fails gives way to chunks, after a while",
    { name: "streaming", ...both },
    failed("passing", down),
    { state: { name: "waiting", next: firstChunk, ...both }, outputs: [trouble(down)], request: wait },
  ],
  [
    "a chunk asks for the next one",
    { name: "listing", request: firstChunk, ...both },
    { type: "chunk", chunk: { items: [a], resourceVersion: "9", continue: "t1" } },
    {
      state: { name: "listing", request: secondChunk, ...both },
      outputs: [{ type: "listed", objects: [a] }],
      request: secondChunk,
    },
  ],
  [
    "the last chunk completes the list, and a watch goes on from its version",
    { name: "listing", request: secondChunk, ...both },
    { type: "chunk", chunk: { items: [a], resourceVersion: "9" } },
    {
      state: { name: "watching", ...both },
      outputs: [{ type: "listed", objects: [a] }, { type: "complete" }],
      request: { type: "watch", resourceVersion: "9" },
    },
  ],
  [
    "a chunk that fails is asked for again, after a while",
    { name: "listing", request: secondChunk, ...both },
    failed("passing", down),
    { state: { name: "waiting", next: secondChunk, ...both }, outputs: [trouble(down)], request: wait },
  ],
  [
    "what has been listed is kept while waiting for a chunk",
    { name: "waiting", next: secondChunk, ...both },
    { type: "waited" },
    { state: { name: "listing", request: secondChunk, ...both }, outputs: [], request: secondChunk },
  ],
  [
    "a token that has expired leads to one list without chunks",
    { name: "listing", request: secondChunk, ...both },
    failed("expired", gone),
    { state: { name: "listing", request: wholeList, ...both }, outputs: [trouble(gone), begin], request: wholeList },
  ],
  [
    "a first chunk that has expired is asked for again, after a while",
    { name: "listing", request: firstChunk, ...both },
    failed("expired", gone),
    { state: { name: "waiting", next: firstChunk, ...both }, outputs: [trouble(gone)], request: wait },
  ],
  [
    "a list that is refused is begun again, after a while",
    { name: "listing", request: secondChunk, ...both },
    failed("refused", down),
    { state: { name: "waiting", next: firstChunk, ...both }, outputs: [trouble(down)], request: wait },
  ],
  [
    "an addition is applied",
    { name: "watching", ...both },
    event("ADDED"),
    { state: { name: "watching", ...both }, outputs: [{ type: "applied", object: a }] },
  ],
  [
    "a change is applied",
    { name: "watching", ...both },
    event("MODIFIED"),
    { state: { name: "watching", ...both }, outputs: [{ type: "applied", object: a }] },
  ],
  [
    "a deletion is told",
    { name: "watching", ...both },
    event("DELETED"),
    { state: { name: "watching", ...both }, outputs: [{ type: "deleted", object: a }] },
  ],
  [
    "a bookmark changes nothing",
    { name: "watching", ...both },
    { type: "event", event: bookmark(12) },
    { state: { name: "watching", ...both }, outputs: [] },
  ],
  [
    "a version that is gone leads to another list, after a while",
    { name: "watching", ...both },
    failed("expired", gone),
    { state: { name: "waiting", next: stream, ...both }, outputs: [trouble(gone)], request: wait },
  ],
  [
    "after a refusal to stream, the other list comes in chunks",
    { name: "watching", ...chunksOnly },
    failed("expired", gone),
    { state: { name: "waiting", next: firstChunk, ...chunksOnly }, outputs: [trouble(gone)], request: wait },
  ],
  [
    "after the wait, the list begins anew",
    { name: "waiting", next: stream, ...both },
    { type: "waited" },
    { state: { name: "streaming", ...both }, outputs: [begin], request: stream },
  ],
];

test.each(table)("%s", (_, state, input, step) => {
  expect(transition(state, input)).toEqual(step);
});

test("inputs that nothing can have led to are mistakes of the program", () => {
  expect(() => transition({ name: "watching", ...both }, { type: "start" })).toThrow("an informer is started once");
  expect(() => transition({ name: "watching", ...both }, { type: "closed" })).toThrow("a watch does not end");
  expect(() => transition({ name: "streaming", ...both }, { type: "waited" })).toThrow("nobody waits while streaming");
});
