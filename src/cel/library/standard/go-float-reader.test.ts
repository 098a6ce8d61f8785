import { expect, test } from "vitest";
import { readGoFloat } from "./go-float-reader.ts";

/** Recorded from Go's `strconv.ParseFloat`. */
const readable: readonly (readonly [text: string, value: number])[] = [
  ["1.5", 1.5],
  ["-0", -0],
  ["+.5e1", 5],
  ["1.", 1],
  ["1_000.5", 1000.5],
  ["1e1_0", 1e10],
  ["infinity", Number.POSITIVE_INFINITY],
  ["-INF", Number.NEGATIVE_INFINITY],
  ["nan", Number.NaN],
  ["1e-400", 0],
  ["0x1p4", 16],
  ["0x_1P-1", 0.5],
  ["-0x.8p1", -1],
  ["0x1.fffffffffffff8p0", 2],
  ["0x1.00000000000008p0", 1],
  ["0x1.00000000000018p0", 1.0000000000000004],
  ["0x1p-1074", 5e-324],
  ["0x1p-1075", 0],
  ["0x1.8p-1075", 5e-324],
  ["0x1.fffffffffffff7p1023", Number.MAX_VALUE],
];

test.each(readable)("%s is %d", (text, value) => {
  expect(readGoFloat(text)).toBe(value);
});

test.each([
  "",
  ".",
  "1e",
  "e1",
  "1__0",
  "_1",
  "1_",
  "1_.5",
  "1e_1",
  "+nan",
  "in_f",
  "0x1",
  "0xp1",
  "0b1",
  "1e400",
  "0x1p1024",
  "1 ",
  "1,5",
])("%j is not a number", (text) => {
  expect(readGoFloat(text)).toBeUndefined();
});

test("texts with a million digits are read at once", () => {
  const startedMs = performance.now();
  readGoFloat("9".repeat(1_000_000));
  readGoFloat(`0x${"f".repeat(1_000_000)}p-4000000`);
  readGoFloat(`${"1_".repeat(500_000)}1`);
  expect(performance.now() - startedMs).toBeLessThan(5000);
});
