import { expect, test } from "vitest";
import { BodyCollector } from "./body-collector.ts";

function collect(bytesMax: number, pieces: readonly Buffer[]): BodyCollector {
  const body = new BodyCollector(bytesMax);
  for (const piece of pieces) expect(body.add(piece)).toBe(true);
  return body;
}

test("a body without pieces is empty", () => {
  expect(new BodyCollector(10).bytes).toEqual(Buffer.alloc(0));
});

test("one piece is not copied", () => {
  const piece = Buffer.from("whole");
  expect(collect(10, [piece]).bytes.buffer).toBe(piece.buffer);
});

test.each([
  ["of one byte", 1],
  ["of 7 bytes", 7],
  ["of 20,000 bytes", 20_000],
])("pieces %s come together in order", (_size, size) => {
  const whole = Buffer.from(Array.from({ length: 100_003 }, (_, index) => index % 251));
  const pieces: Buffer[] = [];
  for (let at = 0; at < whole.length; at += size) pieces.push(Buffer.from(whole.subarray(at, at + size)));
  expect(collect(whole.length, pieces).bytes.equals(whole)).toBe(true);
});

test("what a piece shares with its stream is left as it is", () => {
  const pool = Buffer.from("first-other");
  const body = collect(100, [pool.subarray(0, 5), Buffer.from("second")]);
  expect(String(body.bytes)).toBe("firstsecond");
  expect(String(pool)).toBe("first-other");
});

test("pieces that are empty change nothing", () => {
  expect(String(collect(3, [Buffer.alloc(0), Buffer.from("a"), Buffer.alloc(0), Buffer.from("bc")]).bytes)).toBe("abc");
});

test("a piece beyond the limit is not taken, one that just fits is", () => {
  const body = new BodyCollector(5);
  expect(body.add(Buffer.from("abc"))).toBe(true);
  expect(body.add(Buffer.from("def"))).toBe(false);
  expect(body.add(Buffer.from("de"))).toBe(true);
  expect(body.add(Buffer.from("f"))).toBe(false);
  expect(String(body.bytes)).toBe("abcde");
});

test("a body byte by byte takes no more memory than the limit", () => {
  const body = new BodyCollector(100_000);
  for (let count = 0; count < 100_000; count++) body.add(Buffer.from([count & 0xff]));
  expect(body.bytes.buffer.byteLength).toBeLessThanOrEqual(100_000);
  expect(body.bytes.length).toBe(100_000);
});
