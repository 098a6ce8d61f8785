import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, SourceMap } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeEach, expect, test } from "vitest";
import { bundle, partsFileOf } from "./bundle.ts";

const root = join(import.meta.dirname, "..");
const { loadProgram } = createRequire(import.meta.url)(join(root, "bin/load-program.cjs")) as {
  loadProgram(file: string): { readonly exports: Program };
};

/** Exports of the program in `sources`. */
interface Program {
  /** Counts calls in a module that the program and its parts share. Returns their number. */
  count(): number;
  readonly importFirst: () => Promise<Part>;
  readonly importSecond: () => Promise<Part>;
}

interface Part {
  count(): number;
  /** Counts calls in a module that only the parts share. Returns their number. */
  countInParts(): number;
  readonly url: string;
  readonly verifies: unknown;
  /** Returns the line of the stack trace that names the part. */
  failedAt(): string;
  readonly importSecond: () => Promise<Part>;
}

const sources = {
  "main.ts": `
    export { count } from "./shared.ts";
    export const importFirst = async () => await import("./parts/first.ts");
    export const importSecond = async () => await import("./parts/second.ts");`,
  "shared.ts": `
    let calls = 0;
    export const count = () => ++calls;`,
  "parts/first.ts": `
    import { count } from "../shared.ts";
    import { countInParts } from "./shared-by-parts.ts";
    import { jwtVerify } from "jose";
    export { count, countInParts };
    export const url = import.meta.url;
    export const verifies = jwtVerify;
    export const importSecond = async () => await import("./second.ts");
    function fail() { throw new Error("on purpose"); }
    export function failedAt() {
      try { fail(); } catch (error) { return error.stack.split("\\n")[1]; }
    }`,
  "parts/second.ts": `
    export { count } from "../shared.ts";
    export { countInParts } from "./shared-by-parts.ts";`,
  "parts/shared-by-parts.ts": `
    let calls = 0;
    export const countInParts = () => ++calls;`,
};

mkdirSync(join(root, ".cache"), { recursive: true });
// In the checkout, so that the program finds its packages.
const folder = mkdtempSync(join(root, ".cache/bundle-parts-"));
const file = join(folder, "out/main.cjs");

beforeEach(() => {
  mkdirSync(join(folder, "parts"), { recursive: true });
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function makeProgram(startModules: readonly string[] = []): Promise<Program> {
  await bundle({ entry: join(folder, "main.ts"), file, startModules });
  return loadProgram(file).exports;
}

test("a program and its parts have one instance of each module that they share", async () => {
  const { count, importFirst, importSecond } = await makeProgram();
  count();
  const [first, second] = [await importFirst(), await importSecond()];
  expect([first.count(), second.count(), count()]).toEqual([2, 3, 4]);
  expect([first.countInParts(), second.countInParts()]).toEqual([1, 2]);
  expect(await first.importSecond()).toBe(second);
  expect(await importFirst()).toBe(first);
});

test("a part contains the packages that it imports, and its import.meta.url is that of the program", async () => {
  const { importFirst } = await makeProgram();
  const { url, verifies } = await importFirst();
  expect(url).toBe(pathToFileURL(file).href);
  expect(verifies).toBeTypeOf("function");
  expect(readFileSync(partsFileOf(file), "utf8")).toContain("function jwtVerify(");
});

test("the program contains its start modules, and the file of parts the others", async () => {
  await makeProgram(["parts/second.ts"]);
  const [program, parts] = [file, partsFileOf(file)].map((path) => readFileSync(path, "utf8"));
  expect(program).not.toContain("on purpose");
  expect(program).toContain("countInParts = ()");
  expect(parts).toContain("on purpose");
  expect(parts).not.toContain("countInParts = ()");
});

test("a start module is imported like a part", async () => {
  const { count, importFirst, importSecond } = await makeProgram(["parts/second.ts"]);
  const [first, second] = [await importFirst(), await importSecond()];
  expect([count(), first.count(), second.count()]).toEqual([1, 2, 3]);
  expect([first.countInParts(), second.countInParts()]).toEqual([1, 2]);
  expect(await first.importSecond()).toBe(second);
});

test("bundling fails if the program does not import a start module dynamically", async () => {
  await expect(makeProgram(["parts/third.ts"])).rejects.toThrow("does not import parts/third.ts dynamically");
});

test("bundling fails if a package for require() is imported dynamically, because its names would be missing", async () => {
  writeFileSync(join(folder, "parts/second.ts"), `export const load = async () => await import("undici");`);
  await expect(makeProgram()).rejects.toThrow(/the program would find no names in .*undici/);
});

test("a running program finds its parts after its files were replaced", async () => {
  const { count, importFirst } = await makeProgram();
  rmSync(join(folder, "out"), { recursive: true });
  mkdirSync(join(folder, "out"));
  writeFileSync(partsFileOf(file), "the parts of another build");
  count();
  expect((await importFirst()).count()).toBe(2);
});

test("a program does not run parts of another build", async () => {
  await bundle({ entry: join(folder, "main.ts"), file });
  const parts = readFileSync(partsFileOf(file), "latin1");
  writeFileSync(partsFileOf(file), parts.replace("on purpose", "by mistake"), "latin1");
  const { importFirst, importSecond } = loadProgram(file).exports;
  await expect(importFirst()).rejects.toThrow(/main\.parts\.js does not belong to the running program/);
  expect((await importSecond()).count()).toBe(1);
  writeFileSync(partsFileOf(file), "", "latin1");
  await expect(loadProgram(file).exports.importFirst()).rejects.toThrow("became shorter");
});

test("stack traces name the line in the file of parts", async () => {
  const { importFirst } = await makeProgram();
  const { failedAt } = await importFirst();
  const [, line] = /main\.parts\.js:(\d+):\d+/.exec(failedAt()) ?? [];
  expect(readFileSync(partsFileOf(file), "utf8").split("\n")[Number(line) - 1]).toContain("on purpose");
});

test("the source map of the parts names the lines of the sources", async () => {
  await makeProgram();
  const map = new SourceMap(JSON.parse(readFileSync(`${partsFileOf(file)}.map`, "utf8")));
  const lines = readFileSync(partsFileOf(file), "utf8").split("\n");
  const line = lines.findIndex((text) => text.includes("on purpose"));
  const entry = map.findEntry(line, lines[line]?.indexOf("throw") ?? 0);
  expect(entry).toMatchObject({
    originalSource: expect.stringMatching(/parts\/first\.ts$/),
    originalLine: sources["parts/first.ts"].split("\n").findIndex((text) => text.includes("on purpose")),
  });
});
