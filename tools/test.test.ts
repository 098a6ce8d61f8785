import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deferred } from "../src/base/deferred.ts";

const tools = import.meta.dirname;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "orch-test-"));
  await mkdir(join(root, "tools"));
  await cp(join(tools, "test"), join(root, "tools/test"), { recursive: true });
  await cp(join(tools, "test.mjs"), join(root, "tools/test.mjs"));
  await symlink(join(tools, "../node_modules"), join(root, "node_modules"));
  await writeFile(join(root, "package.json"), JSON.stringify({ name: "checkout", type: "module" }));
  await writeFile(
    join(root, "vitest.config.ts"),
    `export default { test: { include: ["*.spec.ts"], globals: true } };`,
  );
});

afterEach(async () => {
  await rm(root, { recursive: true, force: true });
});

async function suite(name: string, content: string): Promise<void> {
  await writeFile(join(root, `${name}.spec.ts`), content);
}

interface Outcome {
  readonly code: number;
  readonly lines: readonly string[];
}

async function run(...args: string[]): Promise<Outcome> {
  // Variables of the vitest that runs this test would make the inner one believe that it is a worker.
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("VITEST")));
  const outcome = deferred<Outcome>();
  execFile(process.execPath, [join(root, "tools/test.mjs"), ...args], { env }, (error, stdout) => {
    outcome.resolve({ code: typeof error?.code === "number" ? error.code : 0, lines: stdout.trimEnd().split("\n") });
  });
  return await outcome.promise;
}

test("the last line counts, and the full report is written for others to read", async () => {
  await suite("good", `test("one", () => {}); describe("group", () => { test("[WATCH-04] two", () => {}); });`);
  const { code, lines } = await run();
  expect(lines.at(-1)).toBe("2 passed, 0 failed, 0 skipped");
  expect(code).toBe(0);
  const report = JSON.parse(await readFile(join(root, ".cache/test-report.json"), "utf8"));
  expect(report.testResults[0].assertionResults[1].fullName).toBe("group [WATCH-04] two");
});

test("a failing test is counted and fails the run", async () => {
  await suite("bad", `test("one", () => {}); test("two", () => { throw new Error("no"); });`);
  const { code, lines } = await run();
  expect(lines.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
  expect(code).toBe(1);
});

test("skipped tests are listed with their titles above the last line, and fail the run only when asked", async () => {
  await suite(
    "skips",
    `test("one", () => {});
     test.skip("two needs kubectl", () => {});
     describe("group", () => { test("three needs openssl", (context) => context.skip()); });
     test.todo("four");`,
  );
  const lenient = await run();
  expect(lenient.lines.slice(-4)).toEqual([
    "skipped: two needs kubectl",
    "skipped: group three needs openssl",
    "skipped: four",
    "1 passed, 0 failed, 3 skipped",
  ]);
  expect(lenient.code).toBe(0);
  const strict = await run("--fail-on-skip");
  expect(strict.lines.at(-1)).toBe("1 passed, 0 failed, 3 skipped");
  expect(strict.code).toBe(1);
});

test("a test that needs a newer kubectl does not fail a run with --fail-on-skip", async () => {
  await suite(
    "outside",
    `test("one", () => {});
     test.skip("two (needs kubectl 1.27)", () => {});`,
  );
  const { code, lines } = await run("--fail-on-skip");
  expect(lines.slice(-2)).toEqual(["skipped: two (needs kubectl 1.27)", "1 passed, 0 failed, 1 skipped"]);
  expect(code).toBe(0);
});

test("a file that cannot be loaded is a failure", async () => {
  await suite("good", `test("one", () => {});`);
  await suite("broken", `import "./nowhere.ts"; test("two", () => {});`);
  const { code, lines } = await run();
  expect(lines.at(-2)).toMatch(/^failed: .*broken\.spec\.ts could not be run, see above$/);
  expect(lines.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
  expect(code).toBe(1);
});

test("an error outside any test is a failure", async () => {
  await suite("loose", `test("one", async () => { void Promise.reject(new Error("nobody waits for me")); });`);
  const { code, lines } = await run();
  expect(lines.at(-2)).toBe("failed: no test failed, but vitest ended with exit code 1, see above");
  expect(lines.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
  expect(code).toBe(1);
});

test("a run without any test is a failure", async () => {
  const { code, lines } = await run();
  expect(lines.at(-1)).toBe("0 passed, 1 failed, 0 skipped");
  expect(code).toBe(1);
});

test("arguments reach vitest, and a run of some tests leaves the full report alone", async () => {
  await suite("first", `test("one", () => {});`);
  await suite("second", `test("two", () => {}); test("three", () => {});`);
  await run();
  const { code, lines } = await run("second", "-t", "two");
  expect(lines.at(-1)).toBe("1 passed, 0 failed, 1 skipped");
  expect(lines).not.toContain("skipped: three");
  expect(code).toBe(0);
  const report = JSON.parse(await readFile(join(root, ".cache/test-report.json"), "utf8"));
  expect(report.numTotalTests).toBe(3);
});
