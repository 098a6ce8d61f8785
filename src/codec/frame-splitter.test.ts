import { expect, test } from "vitest";
import { newSeed, seededRandom } from "../base/random.ts";
import { cborSequenceSplitter } from "./cbor/watch-event.ts";
import type { FrameSplitter } from "./frame-splitter.ts";
import { watchEventSplitter } from "./protobuf/watch-event.ts";

/** Documents of each form: integers, strings, containers, tags, indefinite lengths, and primitives. */
const documents = [
  "00",
  "1b0000000100000000",
  "40",
  "4568656c6c6f",
  "80",
  "a0",
  "d9d9f7a2416101416282f93e00f6",
  "9f01a14162d8209f0102ffff",
  "5f4161416240ff",
  "bf41618041629fffff",
  "d9d9f7d9d9f7c16161",
  "f4",
  "fb3ff199999999999a",
  "9a00000002a1406080",
];
const events = ["00000000", "000000010a", `00000100${"ab".repeat(256)}`];

function splitAtRandom(splitter: FrameSplitter, bytes: Buffer, seed: number): string[] {
  const random = seededRandom(seed);
  const frames: string[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = start + 1 + random.below(7);
    for (const frame of splitter.push(bytes.subarray(start, end))) frames.push(frame.toString("hex"));
    start = end;
  }
  expect(splitter.isInFrame).toBe(false);
  return frames;
}

test.each([
  ["CBOR documents", documents, cborSequenceSplitter],
  ["protobuf events", events, watchEventSplitter],
])("a sequence of %s is divided at their ends, whatever pieces it arrives in", (_, frames, splitter) => {
  const seed = newSeed();
  const bytes = Buffer.from(frames.join(""), "hex");
  for (let round = 0; round < 50; round++) {
    expect(splitAtRandom(splitter(1000), bytes, seed + round), `seed ${seed + round}`).toEqual(frames);
  }
  expect([...splitter(1000).push(bytes)].map((frame) => frame.toString("hex"))).toEqual(frames);
});

test.each([
  ["5900f0", cborSequenceSplitter],
  ["000000f0", watchEventSplitter],
])("a frame is rejected as soon as its announced length exceeds the limit: %s", (hex, splitter) => {
  const start = Buffer.from(hex, "hex");
  expect([...splitter(start.length + 0xf0).push(start)]).toEqual([]);
  expect(() => [...splitter(start.length + 0xef).push(start)]).toThrow("an event is longer than");
});

test.each(["ff", "81ff", "1c", "1f", "df", "a1ff"])("a malformed CBOR sequence is rejected: %s", (hex) => {
  expect(() => [...cborSequenceSplitter(1000).push(Buffer.from(hex, "hex"))]).toThrow("cbor: ");
});

test("a CBOR sequence with too many nested containers is rejected", () => {
  expect(() => [...cborSequenceSplitter(10_000).push(Buffer.alloc(2000, 0x81))]).toThrow("exceeded max nested level");
});
