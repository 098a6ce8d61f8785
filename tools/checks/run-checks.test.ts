import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runChecks, type SourceCheck, sourceChecks } from "./run-checks.ts";

const checkout = join(import.meta.dirname, "../..");

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "orch-checks-"));
});
afterEach(() => rm(root, { recursive: true }));

/** Runs checks whose scripts are planted, and returns the lines that they print. */
async function check(
  checks: readonly SourceCheck[],
  scripts: Readonly<Record<string, string>>,
  parallelism = 2,
): Promise<{ readonly passed: boolean; readonly lines: string[] }> {
  await writeFile(join(root, "package.json"), JSON.stringify({ scripts }));
  const lines: string[] = [];
  const say = (text: string): void => void lines.push(...text.replace(/\(\d+\.\d s\)/, "(N s)").split("\n"));
  return { passed: await runChecks(checks, { root, parallelism, say }), lines };
}

const three: readonly SourceCheck[] = [
  { name: "lint", script: "lint" },
  { name: "types", script: "typecheck", args: "--strict" },
  { name: "format", script: "format:check", fix: "format" },
];

test("runChecks() reports every failed check with its output and the command that corrects or repeats it", async () => {
  const { passed, lines } = await check(
    three,
    {
      lint: "exit 0",
      typecheck: "f() { echo types of $1 >&2; exit 2; }; f",
      "format:check": "echo a.ts is not formatted; exit 1",
    },
    1,
  );
  expect(passed).toBe(false);
  expect(lines).toEqual([
    "checking lint, types, format ...",
    "ok     lint (N s)",
    "FAILED types (N s)",
    "FAILED format (N s)",
    "",
    "---- types ----",
    "types of --strict",
    "types: `npm run typecheck -- --strict` repeats this check",
    "",
    "",
    "---- format ----",
    "a.ts is not formatted",
    "format: `npm run format` corrects this, `npm run format:check` repeats it",
    "",
    "1 of 3 checks passed",
  ]);
});

test("runChecks() runs checks side by side", async () => {
  const waitForOther = "touch began-$$; while [ $(ls | grep -c began) -lt 2 ]; do sleep 0.01; done";
  const { passed, lines } = await check(three.slice(0, 2), { lint: waitForOther, typecheck: `${waitForOther} #` });
  expect(passed).toBe(true);
  expect(lines.at(-1)).toBe("2 of 2 checks passed");
});

test("runChecks() fails when a script is missing", async () => {
  const { passed, lines } = await check(three.slice(0, 1), {});
  expect(passed).toBe(false);
  expect(lines).toContain("package.json has no script lint");
});

test("runChecks() finds the programs of the packages", async () => {
  const { passed, lines } = await check(three.slice(0, 1), {
    lint: `case "$PATH" in "${root}/node_modules/.bin:"*) ;; *) exit 1;; esac`,
  });
  expect(lines.at(-1)).toBe("1 of 1 checks passed");
  expect(passed).toBe(true);
});

test("npm run check includes every check of package.json", async () => {
  const { scripts } = JSON.parse(await readFile(join(checkout, "package.json"), "utf8")) as {
    scripts: Readonly<Record<string, string>>;
  };
  const checking = Object.keys(scripts).filter((name) => name.endsWith(":check"));
  expect(sourceChecks.map(({ script }) => script)).toEqual(
    expect.arrayContaining([...checking, "typecheck", "lint", "layers", "prose"]),
  );
  for (const { script, fix = script } of sourceChecks)
    expect(scripts).toMatchObject({ [script]: expect.any(String), [fix]: expect.any(String) });
});
