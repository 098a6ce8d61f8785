import { expect, test } from "vitest";
import { Audience, type EventEncoder } from "./audience.ts";
import { CachedObject } from "./cached-object.ts";
import { InitialChunks, InitialState } from "./initial-chunks.ts";
import { plainFormat } from "./testing/cache-reader.ts";
import { everything, lineEncoder } from "./testing/fixture.ts";

const limits = { itemsMax: 2, bytesMax: 1e6 };

function newAudience(encoder: EventEncoder, members: number): Audience<never> {
  const audience = new Audience<never>(everything, encoder, plainFormat);
  audience.members = members;
  return audience;
}

function newObjects(count: number, bytes = 1): CachedObject[] {
  const content = { bytes: Buffer.alloc(bytes, "x"), needsExactJson: false };
  return Array.from({ length: count }, (_, index) => new CachedObject(`o${index}`, 1, content));
}

/** Returns the keys of all objects of an initial state, as a watch sends them. */
function sendAll(chunks: InitialChunks<never>, audience: Audience<never>, initial: InitialState): string[] {
  const texts: string[] = [];
  for (;;) {
    const { bytes, isComplete } = chunks.next(audience, initial, 1, limits);
    texts.push(bytes?.toString() ?? "");
    if (isComplete) return [...texts.join("").matchAll(/o\d+/g)].map(([key]) => key);
  }
}

test("watches of one audience that start at the same revision share the encoded chunks", () => {
  const encoder = lineEncoder();
  const chunks = new InitialChunks<never>();
  const audience = newAudience(encoder, 3);
  const objects = newObjects(5);
  const keys = objects.map(({ key }) => key);
  for (let watch = 0; watch < 3; watch++) expect(sendAll(chunks, audience, new InitialState(objects))).toEqual(keys);
  expect(encoder.encoded).toHaveLength(5);
});

test("a watch that starts at another revision does not get the chunks of the earlier one", () => {
  const chunks = new InitialChunks<never>();
  const audience = newAudience(lineEncoder(), 2);
  const first = chunks.next(audience, new InitialState(newObjects(1)), 1, limits);
  const second = chunks.next(audience, new InitialState(newObjects(2)), 2, limits);
  expect([first.objectCount, second.objectCount]).toEqual([1, 2]);
  expect(chunks.bytes).toBe(second.bytes?.length);
});

test("a state with more than 16 chunks is sent completely, and the later chunks are not kept", () => {
  const encoder = lineEncoder();
  const chunks = new InitialChunks<never>();
  const audience = newAudience(encoder, 2);
  const objects = newObjects(40);
  const keys = objects.map(({ key }) => key);
  for (let watch = 0; watch < 2; watch++) expect(sendAll(chunks, audience, new InitialState(objects))).toEqual(keys);
  expect(encoder.encoded).toHaveLength(40 + 8);
});

test("chunks of more than 4 MB in total are not kept", () => {
  const chunks = new InitialChunks<never>();
  const objects = newObjects(10, 1_000_000);
  sendAll(chunks, newAudience(lineEncoder(), 2), new InitialState(objects));
  expect(chunks.bytes).toBeGreaterThan(2_000_000);
  expect(chunks.bytes).toBeLessThan(4 * 1024 * 1024);
});

test("InitialChunks keeps nothing for a single watch, and nothing after release()", () => {
  const chunks = new InitialChunks<never>();
  sendAll(chunks, newAudience(lineEncoder(), 1), new InitialState(newObjects(3)));
  expect(chunks.bytes).toBe(0);
  const shared = newAudience(lineEncoder(), 2);
  sendAll(chunks, shared, new InitialState(newObjects(3)));
  expect(chunks.bytes).toBeGreaterThan(0);
  chunks.release(shared);
  expect(chunks.bytes).toBe(0);
});
