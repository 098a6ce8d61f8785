import { expect, test } from "vitest";
import { seededRandom } from "../../base/random.ts";
import { plainPaint } from "../screen/paint.ts";
import { lineEdits } from "./line-edits.ts";
import { unifiedDiff } from "./unified-diff.ts";

const script = (before: string, after: string): string =>
  lineEdits(before.split(""), after.split(""))
    .map(({ type, text }) => ({ same: " ", gone: "-", new: "+" })[type] + text)
    .join("");

test.each([
  ["", "", ""],
  ["abc", "abc", " a b c"],
  ["", "ab", "+a+b"],
  ["ab", "", "-a-b"],
  ["abc", "axc", " a-b+x c"],
  ["abcabba", "cbabac", "-a-b c+b a b-b a+c"],
  ["abc", "xyz", "-a-b-c+x+y+z"],
])("lineEdits() from %j to %j are %j", (before, after, edits) => {
  expect(script(before, after)).toBe(edits);
});

test("lineEdits() leads from one text to the other with the minimum number of edits", () => {
  const random = seededRandom(42);
  const text = (length: number): string[] => Array.from({ length }, () => "abcd"[random.below(4)] ?? "");
  for (let round = 0; round < 300; round++) {
    const [before, after] = [text(random.below(30)), text(random.below(30))];
    const edits = lineEdits(before, after);
    expect(edits.filter(({ type }) => type !== "new").map((edit) => edit.text)).toEqual(before);
    expect(edits.filter(({ type }) => type !== "gone").map((edit) => edit.text)).toEqual(after);
    const changes = edits.filter(({ type }) => type !== "same").length;
    expect(changes).toBe(before.length + after.length - 2 * commonLength(before, after));
  }
});

/** Returns the length of the longest common subsequence, by dynamic programming. */
function commonLength(one: readonly string[], other: readonly string[]): number {
  let last = Array.from({ length: other.length + 1 }, () => 0);
  for (const line of one) {
    const next = [0];
    other.forEach((text, index) =>
      next.push(line === text ? (last[index] ?? 0) + 1 : Math.max(last[index + 1] ?? 0, next[index] ?? 0)),
    );
    last = next;
  }
  return last[other.length] ?? 0;
}

test("lineEdits() replaces long texts without common lines as a whole", () => {
  const before = Array.from({ length: 5000 }, (_, index) => `a${index}`);
  const after = Array.from({ length: 5000 }, (_, index) => `b${index}`);
  const edits = lineEdits(before, after);
  expect(edits.slice(0, 5000).every(({ type }) => type === "gone")).toBe(true);
  expect(edits.slice(5000).every(({ type }) => type === "new")).toBe(true);
});

const lines = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}`);

test("unifiedDiff() shows three lines of context and the line numbers of each hunk", () => {
  const before = lines(1, 30);
  const after = before.map((line) => (line === "line 5" || line === "line 25" ? `${line} changed` : line));
  expect(unifiedDiff({ title: "old", lines: before }, { title: "new", lines: after }, plainPaint).join("\n")).toBe(
    [
      "--- old",
      "+++ new",
      "@@ -2,7 +2,7 @@",
      " line 2\n line 3\n line 4\n-line 5\n+line 5 changed\n line 6\n line 7\n line 8",
      "@@ -22,7 +22,7 @@",
      " line 22\n line 23\n line 24\n-line 25\n+line 25 changed\n line 26\n line 27\n line 28",
    ].join("\n"),
  );
});

test.each([
  [[], lines(1, 2), "@@ -0,0 +1,2 @@"],
  [lines(1, 2), [], "@@ -1,2 +0,0 @@"],
  [lines(1, 1), lines(2, 2), "@@ -1 +1 @@"],
  [lines(1, 4), lines(1, 5), "@@ -2,3 +2,4 @@"],
])("unifiedDiff() from %j to %j has the hunk header %s", (before, after, place) => {
  const shown = unifiedDiff({ title: "a", lines: before }, { title: "b", lines: after }, plainPaint);
  expect(shown[2]).toBe(place);
});

test("unifiedDiff() of equal texts is empty", () => {
  expect(unifiedDiff({ title: "a", lines: lines(1, 3) }, { title: "b", lines: lines(1, 3) }, plainPaint)).toEqual([]);
});
