import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FigureResults, mergeResults, readFigureResults, writeFigureResults } from "./results.ts";

const results = (figure: string, measuredAt: string): FigureResults => ({
  figure,
  measuredAt,
  machine: { processor: "Abacus", cores: 2, memoryGiB: 8, node: "20.20.2", pinned: false },
  runs: 3,
  measurements: [],
});

test("mergeResults() replaces the earlier results of a figure, keeps the others, and sorts by figure", () => {
  const earlier = [results("list", "old"), results("get", "old"), results("no longer measured", "old")];
  const merged = mergeResults(earlier, [results("get", "new")], ["get", "create", "list"]);
  expect(merged).toEqual([results("get", "new"), results("list", "old")]);
});

test("readFigureResults() returns what writeFigureResults() wrote, and nothing without a file", () => {
  const directory = mkdtempSync(join(tmpdir(), "results-"));
  try {
    const path = join(directory, "results.json");
    expect(readFigureResults(path)).toEqual([]);
    writeFigureResults(path, [results("get", "new")]);
    expect(readFigureResults(path)).toEqual([results("get", "new")]);
  } finally {
    rmSync(directory, { recursive: true });
  }
});
