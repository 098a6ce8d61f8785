import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { deferred } from "../src/base/deferred.ts";

const tools = import.meta.dirname;

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "orch-test-"));
  await mkdir(join(root, "tools"));
  await cp(join(tools, "test"), join(root, "tools/test"), { recursive: true });
  await cp(join(tools, "test.mjs"), join(root, "tools/test.mjs"));
  await writeFile(join(root, "tools/setup.mjs"), `console.error("setup " + process.argv.slice(2).join(" "));`);
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
  readonly stderr: string;
}

async function run(...args: string[]): Promise<Outcome> {
  return await runWith({}, ...args);
}

/** Runs the suite with some variables of the environment replaced. */
async function runWith(variables: Readonly<Record<string, string>>, ...args: string[]): Promise<Outcome> {
  // If the inner vitest inherited the variables of the vitest that runs this test, it would act as its worker. The store
  // of the outer run is that of other tests.
  const inherited = Object.entries(process.env).filter(([name]) => !/^VITEST|^ORCH_TEST_STORE$/.test(name));
  const env = { ...Object.fromEntries(inherited), ...variables };
  const outcome = deferred<Outcome>();
  execFile(process.execPath, [join(root, "tools/test.mjs"), ...args], { env }, (error, stdout, stderr) => {
    const code = typeof error?.code === "number" ? error.code : 0;
    outcome.resolve({ code, lines: stdout.trimEnd().split("\n"), stderr });
  });
  return await outcome.promise;
}

test("npm test prints the counts as its last line and writes the report of the whole run", async () => {
  await suite("good", `test("one", () => {}); describe("group", () => { test("[WATCH-04] two", () => {}); });`);
  const { code, lines } = await run();
  expect(lines.at(-1)).toBe("2 passed, 0 failed, 0 skipped");
  expect(code).toBe(0);
  const report = JSON.parse(await readFile(join(root, ".cache/test-report.json"), "utf8"));
  expect(report.testResults[0].assertionResults[1].fullName).toBe("group [WATCH-04] two");
});

test("npm test counts a failing test and exits with code 1", async () => {
  await suite("bad", `test("one", () => {}); test("two", () => { throw new Error("no"); });`);
  const { code, lines } = await run();
  expect(lines.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
  expect(code).toBe(1);
});

test("npm test lists skipped tests above its last line, and they fail the run only with --fail-on-skip", async () => {
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

test("npm test counts a file that cannot be loaded as a failed test", async () => {
  await suite("good", `test("one", () => {});`);
  await suite("broken", `import "./nowhere.ts"; test("two", () => {});`);
  const { code, lines } = await run();
  expect(lines.at(-2)).toMatch(/^failed: .*broken\.spec\.ts could not be run, see above$/);
  expect(lines.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
  expect(code).toBe(1);
});

test("npm test counts an error outside of all tests as a failed test", async () => {
  await suite("loose", `test("one", async () => { void Promise.reject(new Error("nobody waits for me")); });`);
  const { code, lines } = await run();
  expect(lines.at(-2)).toBe("failed: no test failed, but vitest exited with code 1, see above");
  expect(lines.at(-1)).toBe("1 passed, 1 failed, 0 skipped");
  expect(code).toBe(1);
});

test("npm test without any test fails", async () => {
  const { code, lines } = await run();
  expect(lines.at(-1)).toBe("0 passed, 1 failed, 0 skipped");
  expect(code).toBe(1);
});

test("npm test passes its arguments to vitest, and a run of selected tests keeps the report of the whole run", async () => {
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

test("npm test sets up everything for a whole run, and only the packages for selected tests", async () => {
  await suite("first", `test("one", () => {});`);
  expect((await run()).stderr).toMatch(/^setup \n/);
  expect((await run("first")).stderr).toMatch(/^setup --packages-only\n/);
});

test("npm test --store passes the store to the tests, and keeps the report of the run without it", async () => {
  await suite("first", `test("one", () => expect(process.env.ORCH_TEST_STORE).toBe("shared"));`);
  const { code, lines } = await run("--store=shared");
  expect(lines.at(-1)).toBe("1 passed, 0 failed, 0 skipped");
  expect(code).toBe(0);
  expect(existsSync(join(root, ".cache/test-report.json"))).toBe(false);
  expect(existsSync(join(root, ".cache/test-report.shared.json"))).toBe(true);
});

test("npm test --store=etcd fails without etcd, and an unknown store is rejected", async () => {
  await suite("first", `test("one", () => {});`);
  const withoutPrograms = { PATH: join(root, "nothing") };
  const missing = await runWith(withoutPrograms, "--store=etcd");
  expect(missing.stderr).toContain("etcd is not in the PATH");
  expect(missing.code).toBe(1);
  const unknown = await run("--store=disk");
  expect(unknown.stderr).toContain('the store of the tests is "disk", and must be one of memory, shared, etcd');
  expect(unknown.code).toBe(1);
});

test("npm test runs no tests when the setup fails", async () => {
  await writeFile(join(root, "tools/setup.mjs"), "process.exitCode = 3;");
  await suite("first", `test("one", () => {});`);
  expect(await run()).toEqual({ code: 3, lines: [""], stderr: "" });
});

test("npm test gives the tests a temporary folder and removes it after the run", async () => {
  const note = join(root, "note");
  await suite(
    "first",
    `import { mkdtempSync, statSync, writeFileSync } from "node:fs";
     import { tmpdir } from "node:os";
     test("one", () => writeFileSync(${JSON.stringify(note)}, mkdtempSync(tmpdir() + "/left-")));
     test("two", () => expect(statSync(tmpdir()).mode & 0o7777).toBe(0o1777));`,
  );
  expect((await run()).code).toBe(0);
  const folder = await readFile(note, "utf8");
  expect(folder).toMatch(/\/orch-test-[^/]+\/left-[^/]+$/);
  expect(existsSync(dirname(folder))).toBe(false);
});
