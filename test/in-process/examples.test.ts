/** The recipes in `examples/`, run as their readers run them: on the built package. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { buildProgram } from "../support/orch-process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

beforeAll(buildProgram, 120_000);

test.each([
  ["node:test", ["--test", "--test-reporter=tap", "examples/node-test/settings.test.mjs"], /^# pass 4$/m],
  ["Vitest", ["node_modules/vitest/vitest.mjs", "run", "--root=examples/vitest"], /Tests +4 passed/],
])("the recipe for %s passes", async (_name, args, passed) => {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { NO_COLOR: "1" } });
  expect(stdout).toMatch(passed);
});
