import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Script } from "node:vm";
import { afterAll, beforeAll, expect, test } from "vitest";

interface Loaded {
  readonly script: Script;
  readonly exports: { readonly answer: () => string };
  readonly sourceHash: Buffer;
}

const root = join(import.meta.dirname, "..");
const { compiledFile, loadProgram } = createRequire(import.meta.url)(join(root, "bin/load-program.cjs")) as {
  compiledFile(file: string): string;
  loadProgram(file: string): Loaded;
};

let folder = "";
let file = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "orch-compiled-"));
  file = join(folder, "program.cjs");
});
afterAll(() => rmSync(folder, { recursive: true }));

/**
 * A program that has run, and the code that was made of it.
 * @param mark makes the source another one in each test: V8 remembers those that it has seen
 */
function compiled(mark: string): string {
  const source = `exports.answer = () => "first"; // ${mark}`;
  writeFileSync(file, source);
  const { script, exports, sourceHash } = loadProgram(file);
  exports.answer();
  writeFileSync(compiledFile(file), Buffer.concat([sourceHash, script.createCachedData()]));
  return source;
}

/** Whether the code was refused, and what the program answers, in another process, which has not seen the source. */
function runAnew(): [stdout: string, stderr: string] {
  const load = `const { loadProgram } = require(${JSON.stringify(join(root, "bin/load-program.cjs"))});
    const { script, exports } = loadProgram(${JSON.stringify(file)});
    console.log(script.cachedDataRejected, exports.answer());`;
  const { stdout, stderr } = spawnSync(process.execPath, ["-e", load], { encoding: "utf8" });
  return [stdout, stderr];
}

test("code that was made ahead is used", () => {
  compiled("used");
  expect(runAnew()).toEqual(["false first\n", ""]);
});

test("a program that was changed since is compiled anew, even where its length is the same", () => {
  const source = compiled("changed");
  writeFileSync(file, source.replace("first", "other"));
  expect(loadProgram(file).exports.answer()).toBe("other");
});

test.each<[string, (code: Buffer) => Buffer]>([
  ["is cut short", (code) => code.subarray(0, code.length - 8)],
  // V8's version is in the second word of what it wrote.
  ["is of another V8", (code) => Buffer.concat([code.subarray(0, 36), Buffer.alloc(4, 7), code.subarray(40)])],
])("a program whose code %s is compiled anew", (what, change) => {
  compiled(what);
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
