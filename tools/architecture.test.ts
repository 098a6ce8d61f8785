import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const architecture = readFileSync(join(root, "ARCHITECTURE.md"), "utf8");

/**
 * Returns the files of the filters in the order in which the API server runs them: `filters/observe.ts`. Each line of the
 * array begins with the name of a filter, or with the option of a filter that may be absent. The file has the same name.
 */
function runningFilters(): readonly string[] {
  const source = readFileSync(join(root, "src/server/api-server.ts"), "utf8");
  const [, list = ""] = /= chain\(\s*\[\n(.*?)\n\s*\],\n/s.exec(source) ?? [];
  const names = list.split("\n").map((line) => {
    const optional = /\? \[(?!options\.)(\w+)/.exec(line)?.[1];
    const name = optional ?? /^\s*(?:\.\.\.\(options\.)?(\w+)/.exec(line)?.[1] ?? line;
    // The function chooses between this filter and `flow`.
    return name === "admit" ? "fairness" : name;
  });
  return names.map((name) => `filters/${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`);
}

test("ARCHITECTURE.md lists the filters in the order in which they run", () => {
  const listed = [...architecture.matchAll(/[├└]─ (filters\/[\w-]+\.ts)/g)].map(([, file]) => file);
  expect(listed.length).toBeGreaterThan(5);
  expect(listed).toEqual(runningFilters());
});

test("the API server runs every filter of src/server/filters", () => {
  const helpers = ["fault-order.ts", "flow.ts"];
  const files = readdirSync(join(root, "src/server/filters"));
  const filters = files.filter((file) => !file.endsWith(".test.ts") && !helpers.includes(file));
  expect(filters.map((file) => `filters/${file}`).sort()).toEqual([...runningFilters()].sort());
});
