import { expect, test } from "vitest";
import { BodyCollector } from "./body-collector.ts";

function collect(bytesMax: number, pieces: readonly Buffer[]): BodyCollector {
  const body = new BodyCollector(bytesMax);
  for (const piece of pieces) expect(body.add(piece)).toBe(true);
  return body;
}

test("a BodyCollector without pieces contains no bytes", () => {
  expect(new BodyCollector(10).bytes).toEqual(Buffer.alloc(0));
});

test("a body of one piece is not copied", () => {
  const piece = Buffer.from("content");
  expect(collect(10, [piece]).bytes.buffer).toBe(piece.buffer);
});

test.each([
  ["one byte", 1],
  ["7 bytes", 7],
  ["20,000 bytes", 20_000],
])("a body in pieces of %s is collected in order", (_size, size) => {
  const content = Buffer.from(Array.from({ length: 100_003 }, (_, index) => index % 251));
  const pieces: Buffer[] = [];
  for (let at = 0; at < content.length; at += size) pieces.push(Buffer.from(content.subarray(at, at + size)));
  expect(collect(content.length, pieces).bytes.equals(content)).toBe(true);
});

test("BodyCollector.add() does not write into the memory behind the first piece", () => {
  const pool = Buffer.from("first-other");
  const body = collect(100, [pool.subarray(0, 5), Buffer.from("second")]);
  expect(String(body.bytes)).toBe("firstsecond");
  expect(String(pool)).toBe("first-other");
});

test("empty pieces add nothing to a body", () => {
  expect(String(collect(3, [Buffer.alloc(0), Buffer.from("a"), Buffer.alloc(0), Buffer.from("bc")]).bytes)).toBe("abc");
});

test("BodyCollector.add() drops a piece that exceeds the limit, and accepts one that just fits", () => {
  const body = new BodyCollector(5);
  expect(body.add(Buffer.from("abc"))).toBe(true);
  expect(body.add(Buffer.from("def"))).toBe(false);
  expect(body.add(Buffer.from("de"))).toBe(true);
  expect(body.add(Buffer.from("f"))).toBe(false);
  expect(String(body.bytes)).toBe("abcde");
});

test("a body in pieces of one byte uses no more memory than its limit", () => {
  const body = new BodyCollector(100_000);
  for (let count = 0; count < 100_000; count++) body.add(Buffer.from([count & 0xff]));
  expect(body.bytes.buffer.byteLength).toBeLessThanOrEqual(100_000);
  expect(body.bytes.length).toBe(100_000);
});
