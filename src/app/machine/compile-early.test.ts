import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

/** Prints the number of calls after which V8 has optimized a function. Flags apply to a whole process. */
const program = (preparation: string): string => `
import { compileEarly } from "./compile-early.ts";
${preparation}
const optimized = 1 << 4;
const source = "let sum = 0; for (const value of values) sum += value; return sum; // " + Math.random();
const sum = new Function("values", source);
const isOptimized = new Function("checked", "return (%GetOptimizationStatus(checked) & " + optimized + ") !== 0");
const values = Array.from({ length: 100 }, (_, index) => index);
let calls = 0;
while (!isOptimized(sum) && calls < 100_000) {
  sum(values);
  calls++;
}
console.log(calls);
`;

async function callsUntilOptimized(preparation: string): Promise<number> {
  const v8Flags = ["--allow-natives-syntax", "--no-concurrent-recompilation"];
  const flags = [...v8Flags, "--import=tsx", "--input-type=module", "--eval", program(preparation)];
  const { stdout } = await promisify(execFile)(process.execPath, flags, { cwd: import.meta.dirname });
  return Number(stdout);
}

test("a function is optimized after far fewer calls once compileEarly() was called", async () => {
  const [byDefault, early] = await Promise.all([callsUntilOptimized(""), callsUntilOptimized("compileEarly();")]);
  expect(byDefault).toBeLessThan(100_000);
  expect(early).toBeGreaterThan(0);
  expect(early).toBeLessThan(byDefault / 2);
});
