import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plantedFaults } from "./catalogue.ts";

const root = join(import.meta.dirname, "../../..");

test("each planted fault has a unique name and changes text that its file contains exactly once", () => {
  const names = plantedFaults.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  const misfits = plantedFaults.flatMap(({ name, changes }) =>
    changes
      .filter(({ file, find }) => readFileSync(join(root, file), "utf8").split(find).length !== 2)
      .map(({ file }) => `${name}: ${file}`),
  );
  expect(misfits).toEqual([]);
});

test("there are at least 20 planted faults", () => {
  expect(plantedFaults.length).toBeGreaterThanOrEqual(20);
});
