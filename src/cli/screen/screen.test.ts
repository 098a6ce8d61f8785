import { expect, test } from "vitest";
import { Columns } from "./columns.ts";
import { colourPaint } from "./paint.ts";
import { printable, printableLine } from "./printable.ts";
import { cutTo, padTo, textWidth } from "./text-width.ts";

test.each([
  ["", 0],
  ["web-1", 5],
  ["漢字", 4],
  ["ｱ", 1],
  ["Ａ", 2],
  ["한국", 4],
  ["🚀", 2],
  ["é", 1],
  ["e\u0301", 1],
  ["a\u200bb", 2],
  ["…", 1],
])("textWidth() of %j is %i", (text, width) => {
  expect(textWidth(text)).toBe(width);
});

test.each([
  ["short", 5, "short"],
  ["longer", 5, "long…"],
  ["漢字漢字", 5, "漢字…"],
  ["漢字漢字", 4, "漢…"],
  ["ab", 1, "…"],
])("cutTo() truncates %j to %i columns as %j", (text, width, cut) => {
  expect(cutTo(text, width)).toBe(cut);
  expect(textWidth(cut)).toBeLessThanOrEqual(width);
});

test("padTo() pads texts of any characters to the same width", () => {
  expect([padTo("web", 6), padTo("漢字", 6), padTo("too long", 6)]).toEqual(["web   ", "漢字  ", "too long"]);
});

test.each([
  ["plain", "plain"],
  ["two\nlines\tand a tab", "two\nlines\tand a tab"],
  ["\u001b[31mred\u001b[0m", "\\x1b[31mred\\x1b[0m"],
  ["a\rb\u0007\u009b", "a\\x0db\\x07\\x9b"],
  ["\u202egpj.exe", "\\u202egpj.exe"],
])("printable() escapes %j as %j", (text, shown) => {
  expect(printable(text)).toBe(shown);
});

test.each([
  ["one\ntwo", "one..."],
  ["one\r\ntwo", "one..."],
  ["a\tb", "a b"],
  ["one", "one"],
])("printableLine() of %j is %j", (text, shown) => {
  expect(printableLine(text)).toBe(shown);
});

const untruncated = { isWhole: true };
const cuttable = { isWhole: false };

function table(columns: Columns, rows: readonly (readonly string[])[]): string[] {
  columns.widen(rows);
  return rows.map((row) => columns.line(row));
}

test("Columns aligns texts of any characters, without trailing blanks", () => {
  const columns = new Columns([untruncated, cuttable, cuttable], undefined);
  expect(
    table(columns, [
      ["NAME", "STATE", "NOTE"],
      ["漢字", "on", ""],
      ["b", "waiting", "x"],
    ]),
  ).toEqual(["NAME   STATE     NOTE", "漢字   on", "b      waiting   x"]);
});

test("Columns aligns later rows with the widest row so far", () => {
  const columns = new Columns([untruncated, cuttable], undefined);
  expect(table(columns, [["a", "1"]])).toEqual(["a   1"]);
  expect(table(columns, [["longer", "2"]])).toEqual(["longer   2"]);
  expect(table(columns, [["b", "3"]])).toEqual(["b        3"]);
});

test("on a narrow terminal, Columns truncates the widest columns, but never names", () => {
  const name = "a-name-that-is-long-and-has-to-be-copied";
  const columns = new Columns([untruncated, cuttable, cuttable], 80);
  const [line = ""] = table(columns, [[name, "x".repeat(60), "y".repeat(30)]]);
  expect(line).toBe(`${name}   ${"x".repeat(16)}…   ${"y".repeat(16)}…`);
  expect(textWidth(line)).toBe(80);
});

test("lines exceed the terminal if no column can be truncated further", () => {
  const columns = new Columns([untruncated, cuttable], 20);
  expect(table(columns, [["n".repeat(30), "v".repeat(40)]])).toEqual([`${"n".repeat(30)}   ${"v".repeat(15)}…`]);
});

test("colour codes do not affect the alignment", () => {
  const columns = new Columns([untruncated, cuttable], undefined);
  columns.widen([["name", "x"]]);
  expect(columns.line(["ab", "x"], (cell) => colourPaint("green", cell))).toBe(
    "\u001b[32mab\u001b[0m     \u001b[32mx\u001b[0m",
  );
});
