import { expect, test } from "vitest";
import { withSeed } from "../../../test/support/with-seed.ts";
import { ChunkCollector, chunkBytes } from "./chunk-collector.ts";

test("ChunkCollector returns complete chunks of one size, and then the remaining bytes", () => {
  const chunks = new ChunkCollector();
  expect(chunks.hasCompleteChunk).toBe(false);
  chunks.addBytes(Buffer.alloc(chunkBytes - 1, "a"));
  chunks.addText("bc");
  expect(chunks.hasCompleteChunk).toBe(true);
  const complete = chunks.takeComplete();
  expect(complete.map(({ length }) => length)).toEqual([chunkBytes]);
  expect(complete[0]?.toString("latin1", chunkBytes - 2)).toBe("ab");
  expect(chunks.hasCompleteChunk).toBe(false);
  expect(chunks.takeAll().map(String)).toEqual(["c"]);
  expect(chunks.takeAll()).toEqual([]);
});

test("a chunk that is exactly full counts as remaining bytes until more are added", () => {
  const chunks = new ChunkCollector();
  chunks.addBytes(Buffer.alloc(chunkBytes, "a"));
  expect(chunks.hasCompleteChunk).toBe(false);
  expect(chunks.takeAll().map(({ length }) => length)).toEqual([chunkBytes]);
});

test("addBytes() adds the bytes from start up to end, even if they are longer than a chunk", () => {
  const chunks = new ChunkCollector();
  const long = Buffer.from(`head${"x".repeat(2 * chunkBytes)}tail`);
  chunks.addBytes(long, 4);
  chunks.addBytes(long, 2, 5);
  const all = Buffer.concat([...chunks.takeComplete(), ...chunks.takeAll()]);
  expect(all.equals(Buffer.concat([long.subarray(4), long.subarray(2, 5)]))).toBe(true);
});

test("ChunkCollector does not write to chunks that were taken", () => {
  const chunks = new ChunkCollector();
  chunks.addText("first");
  const [first] = chunks.takeAll();
  chunks.addText("second");
  expect(String(first)).toBe("first");
});

test("text and bytes of any length are returned unchanged", async () => {
  await withSeed(async (random) => {
    const chunks = new ChunkCollector();
    const expected: Buffer[] = [];
    const taken: Buffer[] = [];
    for (let part = 0; part < 200; part++) {
      const text = ["x", "é", "€", "\u{1f600}"][random.below(4)]?.repeat(random.below(8000)) ?? "";
      expected.push(Buffer.from(text));
      if (random.below(2) === 0) chunks.addText(text);
      else chunks.addBytes(Buffer.from(text));
      if (random.below(3) === 0) taken.push(...chunks.takeComplete());
    }
    taken.push(...chunks.takeAll());
    expect(Buffer.concat(taken).equals(Buffer.concat(expected))).toBe(true);
    expect(new Set(taken.slice(0, -1).map(({ length }) => length))).toEqual(new Set([chunkBytes]));
  });
});
