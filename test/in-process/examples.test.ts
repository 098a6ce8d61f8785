/** Runs the recipes in `examples/` against the built package, as their readers do. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, expect, test } from "vitest";
import { buildProgram } from "../support/orch-process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

beforeAll(buildProgram, 120_000);

const nodeTest = ["--test", "--test-reporter=tap"];
const vitest = ["node_modules/vitest/vitest.mjs", "run"];

async function run(args: readonly string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: root, env: { NO_COLOR: "1" } });
  return stdout;
}

test.each([
  ["node:test with a server that is set back", [...nodeTest, "examples/node-test/settings.test.mjs"], /^# pass 4$/m],
  ["node:test with forks", [...nodeTest, "examples/node-test/forks.test.mjs"], /^# pass 4$/m],
  ["Vitest with forks", [...vitest, "--root=examples/vitest", "settings"], /Tests +4 passed/],
  ["Vitest with a server that is set back", [...vitest, "--root=examples/vitest", "restore"], /Tests +4 passed/],
  ["Vitest with a table of permissions", [...vitest, "--root=examples/vitest", "permissions"], /Tests +3 passed/],
  ["Vitest with a policy controller", [...vitest, "--root=examples/vitest", "policy-controller"], /Tests +4 passed/],
  ["the typed client", [...vitest, "--root=examples/typed-client"], /Tests +5 passed/],
  ["a controller", [...vitest, "--root=examples/controller"], /Tests +3 passed/],
  ["two clients beside each other", [...vitest, "--root=examples/two-clients"], /Tests +4 passed/],
])("the recipe for %s passes", async (_name, args, passed) => {
  expect(await run(args)).toMatch(passed);
});

test.each(["typed-client", "controller", "two-clients"])(
  "the recipe %s compiles with the types of the package",
  async (recipe) => {
    expect(await run(["node_modules/typescript/bin/tsc", "-p", `examples/${recipe}/tsconfig.json`])).toBe("");
  },
);

test("the types of the package compile with the module resolution of bundlers", async () => {
  const compiler = [
    "node_modules/typescript/bin/tsc",
    "--ignoreConfig",
    "--noEmit",
    "--strict",
    "--target",
    "es2022",
    "--types",
    "node",
  ];
  const options = ["--lib", "es2023,esnext.disposable", "--module", "esnext", "--moduleResolution", "bundler"];
  const types = ["app/server", "app/client", "cel/index", "api/index"].map((name) => `dist/${name}.d.ts`);
  expect(await run([...compiler, ...options, ...types])).toBe("");
});
