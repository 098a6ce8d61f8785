import { expect, test } from "vitest";
import { readPage, withTables } from "./page.ts";
import { markdownTable, shortNumber } from "./tables.ts";

test("docs/scale.md has the tables that the simulation finds with the committed costs and the seed", {
  timeout: 120_000,
}, () => {
  const { present, updated } = readPage();
  // If this fails, run `npm run bench -- scale-simulation`.
  expect(present).toBe(updated);
});

const page = "text\n<!-- table: load -->\nold\n<!-- end of table -->\nmore\n";

test("withTables() replaces a table and keeps the text around it", () => {
  const updated = withTables(page, new Map([["load", "| new |"]]));
  expect(updated).toBe("text\n<!-- table: load -->\n\n| new |\n\n<!-- end of table -->\nmore\n");
  expect(withTables(updated, new Map([["load", "| new |"]]))).toBe(updated);
});

test("withTables() rejects a page with an unknown table, and one that misses a table", () => {
  expect(() => withTables(page, new Map())).toThrow("load, which does not exist");
  const tables = new Map([
    ["load", ""],
    ["costs", ""],
  ]);
  expect(() => withTables(page, tables)).toThrow("misses the tables costs");
});

test("tables align numbers to the right and show three digits", () => {
  expect(
    markdownTable([
      ["a", "b"],
      ["x", shortNumber(1234.5)],
    ]),
  ).toBe("| a | b |\n| --- | ---: |\n| x | 1,230 |");
  expect([0.012345, 12.345, 0, Number.NaN].map(shortNumber)).toEqual(["0.0123", "12.3", "0", "-"]);
});
