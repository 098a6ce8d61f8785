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
function runInNewProcess(script: string): [stdout: string, stderr: string] {
  const load = `const { compiledFile, loadProgram } = require(${JSON.stringify(join(root, "bin/load-program.cjs"))});
    const file = ${JSON.stringify(file)};`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", `${load}\n${script}`], { encoding: "utf8" });
  return [stdout, stderr];
}

/** Writes a program, runs it once and stores its compiled code. Returns its source. */
function compileProgram(source = `exports.answer = () => "first";`): string {
  writeFileSync(file, source);
  const output = runInNewProcess(`const { script, exports, sourceHash } = loadProgram(file);
    exports.answer();
    require("node:fs").writeFileSync(compiledFile(file), Buffer.concat([sourceHash, script.createCachedData()]));`);
  expect(output).toEqual(["", ""]);
  return source;
}

/** Runs the program with the stored code. Prints whether V8 rejected the code, and the answer of the program. */
function runWithStoredCode(): [stdout: string, stderr: string] {
  return runInNewProcess(`const { script, exports } = loadProgram(file);
    console.log(script.cachedDataRejected, exports.answer());`);
}

test("V8 accepts the stored code of an unchanged program", () => {
  compileProgram();
  expect(runWithStoredCode()).toEqual(["false first\n", ""]);
});

test("a program with stored code imports packages through importModule()", () => {
  const source = `exports.answer = () => "first"; exports.load = () => module.importModule("jose");`;
  compileProgram(source);
  const output = runInNewProcess(`const { script, exports } = loadProgram(file);
    exports.load().then(({ jwtVerify }) => console.log(script.cachedDataRejected, typeof jwtVerify));`);
  expect(output).toEqual(["false function\n", ""]);
});

test("a program that changed after its code was stored is compiled again, even with the same length", () => {
  const source = compileProgram();
  writeFileSync(file, source.replace("first", "other"));
  expect(loadProgram(file).exports.answer()).toBe("other");
});

test.each<[string, (code: Buffer) => Buffer]>([
  ["was truncated", (code) => code.subarray(0, code.length - 8)],
  // V8's version is in the second word of the compiled code.
  ["was stored by another V8", (code) => Buffer.concat([code.subarray(0, 36), Buffer.alloc(4, 7), code.subarray(40)])],
])("a program whose stored code %s is compiled again", (_, change) => {
  compileProgram();
  writeFileSync(compiledFile(file), change(readFileSync(compiledFile(file))));
  expect(runWithStoredCode()).toEqual(["true first\n", ""]);
});

test.each(["main.cjs", "client.cjs"])(
  "the build stores compiled code for %s, which is ASCII except for its comments",
  (name) => {
    const program = join(root, "dist/app", name);
    const hash = createHash("sha256").update(readFileSync(program)).digest();
    expect(readFileSync(compiledFile(program)).subarray(0, hash.length)).toEqual(hash);
    const code = readFileSync(program, "latin1").replace(/\/\*[^]*?\*\/|\/\/.*/g, "");
    expect([...code.matchAll(/[^\p{ASCII}]/gu)].map(({ index }) => code.slice(index - 40, index + 40))).toEqual([]);
  },
);
