import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Runs in a separate process, because a young generation never shrinks. */
const program = `
import { getHeapSpaceStatistics } from "node:v8";
import { holdYoungGeneration } from "./young-generation.ts";
const bytes = () => getHeapSpaceStatistics().find((space) => space.space_name === "new_space").space_size;
const kept = [];
const keepMuch = async () => {
  for (let index = 0; index < 500_000; index++) kept.push({ index, name: "object " + index });
};
const sizes = [bytes()];
await holdYoungGeneration(() => Promise.all([holdYoungGeneration(async () => undefined), keepMuch()]));
sizes.push(bytes());
await holdYoungGeneration(() => Promise.reject(new Error("no store"))).catch((error) => sizes.push(error.message));
await keepMuch();
console.log(JSON.stringify([...sizes, bytes()]));
`;

test("the young generation does not grow during holdYoungGeneration()", async () => {
  const flags = ["--import=tsx", "--input-type=module", "--eval", program];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: import.meta.dirname });
  const [before, held, failure, after] = JSON.parse(stdout) as [number, number, string, number];
  expect(held).toBe(before);
  expect(failure).toBe("no store");
  expect(after).toBeGreaterThan(before);
});
