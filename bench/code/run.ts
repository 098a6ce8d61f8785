/**
 * `npm run bench:code [-- WORDS]`: compares optimized code with its plain form, and prints the table of
 * "Micro-measurements" in docs/performance.md. With words, it prints only the rows whose name contains one of them.
 */
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { codecComparisons } from "./codecs.ts";
import { compareMemory, compareTimes, type Result } from "./comparison.ts";
import { jsonComparisons } from "./json.ts";
import { serverComparisons } from "./server.ts";
import { groupComparisons, storageComparisons, storageMemory } from "./storage.ts";
import { valueComparisons, valueMemory } from "./values.ts";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;
const words = process.argv.slice(2);

function isChosen({ name }: { readonly name: string }): boolean {
  return words.length === 0 || words.some((word) => name.includes(word));
}

function say(cells: readonly string[]): void {
  process.stdout.write(`| ${cells.join(" | ")} |\n`);
}

function print({ name, plainForm, unit, optimized, plain, ratio }: Result): void {
  say([name, plainForm, quantity(optimized, unit), quantity(plain, unit), `${digits(ratio)}x`]);
}

function quantity(value: number, unit: string): string {
  if (unit !== "ns" || value < 1000) return `${digits(value)} ${unit}`;
  return value < 1e6 ? `${digits(value / 1000)} us` : `${digits(value / 1e6)} ms`;
}

function digits(value: number): string {
  return Number(value.toPrecision(value < 10 ? 2 : 3)).toLocaleString("en");
}

say(["code", "plain form", "optimized", "plain", "ratio"]);
say(["---", "---", "---:", "---:", "---:"]);
for (const memory of [...valueMemory, ...storageMemory].filter(isChosen)) print(compareMemory(memory, collect));
const groups = await groupComparisons();
const all = [
  ...jsonComparisons,
  ...valueComparisons,
  ...codecComparisons,
  ...serverComparisons,
  ...storageComparisons,
  ...groups.comparisons,
];
for (const comparison of all.filter(isChosen)) print(await compareTimes(comparison));
await groups.close();
