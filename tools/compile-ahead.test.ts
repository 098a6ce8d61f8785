import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

const root = join(import.meta.dirname, "..");
const { compiledFile, loadProgram } = createRequire(import.meta.url)(join(root, "bin/load-program.cjs")) as {
  compiledFile(file: string): string;
  loadProgram(file: string): { readonly exports: { readonly answer: () => string } };
};

let folder = "";
let file = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orch-compiled-"));
  file = join(folder, "program.cjs");
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * Runs a script in a new process. V8 accepts compiled code only with the same flags, and other tests may have changed
 * those of this process.
 */
function inAnotherProcess(script: string): [stdout: string, stderr: string] {
  const load = `const { compiledFile, loadProgram } = require(${JSON.stringify(join(root, "bin/load-program.cjs"))});
    const file = ${JSON.stringify(file)};`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", `${load}\n${script}`], { encoding: "utf8" });
  return [stdout, stderr];
}

/** Writes a program, runs it once and stores its compiled code. Returns its source. */
function compiled(): string {
  const source = `exports.answer = () => "first";`;
  writeFileSync(file, source);
  const made = inAnotherProcess(`const { script, exports, sourceHash } = loadProgram(file);
    exports.answer();
    require("node:fs").writeFileSync(compiledFile(file), Buffer.concat([sourceHash, script.createCachedData()]));`);
  expect(made).toEqual(["", ""]);
  return source;
}

/** Runs the program with the stored code. Prints whether V8 rejected the code, and the answer of the program. */
function runAnew(): [stdout: string, stderr: string] {
  return inAnotherProcess(`const { script, exports } = loadProgram(file);
    console.log(script.cachedDataRejected, exports.answer());`);
}

test("code that was made ahead is used", () => {
  compiled();
  expect(runAnew()).toEqual(["false first\n", ""]);
});

test("a program that was changed since is compiled anew, even where its length is the same", () => {
  const source = compiled();
  writeFileSync(file, source.replace("first", "other"));
  expect(loadProgram(file).exports.answer()).toBe("other");
});

test.each<[string, (code: Buffer) => Buffer]>([
  ["is cut short", (code) => code.subarray(0, code.length - 8)],
  // V8's version is in the second word of the compiled code.
  ["is of another V8", (code) => Buffer.concat([code.subarray(0, 36), Buffer.alloc(4, 7), code.subarray(40)])],
])("a program whose code %s is compiled anew", (_, change) => {
  compiled();
  writeFileSync(compiledFile(file), change(readFileSync(compiledFile(file))));
  expect(runAnew()).toEqual(["true first\n", ""]);
});

test.each(["main.cjs", "client.cjs"])(
  "the build leaves code that fits %s, which is ASCII but for its comments",
  (name) => {
    const program = join(root, "dist/app", name);
    const hash = createHash("sha256").update(readFileSync(program)).digest();
    expect(readFileSync(compiledFile(program)).subarray(0, hash.length)).toEqual(hash);
    const code = readFileSync(program, "latin1").replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    expect([...code.matchAll(/[^\p{ASCII}]/gu)].map(({ index }) => code.slice(index - 40, index + 40))).toEqual([]);
  },
);
