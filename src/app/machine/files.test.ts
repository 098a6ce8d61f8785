import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAtomically, readIfPresent, writeAtomically, writeDurably } from "./files.ts";
import { StartupError } from "./startup-error.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orch-files-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function modeOf(path: string): Promise<number> {
  return (await stat(path)).mode & 0o777;
}

test("writeAtomically() replaces a file with its mode and leaves no temporary file", async () => {
  const path = join(folder, "a.key");
  await writeFile(path, "a much longer text than the new one");
  await chmod(path, 0o644);
  await writeAtomically(path, "new", { mode: 0o600 });
  expect(await readFile(path, "utf8")).toBe("new");
  expect(await modeOf(path)).toBe(0o600);
  expect(await readdir(folder)).toEqual(["a.key"]);
});

test("exactly one of several concurrent createAtomically() calls creates the file", async () => {
  const path = join(folder, "cluster.json");
  const texts = ["a", "b", "c", "d"];
  const results = await Promise.all(texts.map((text) => createAtomically(path, text, { mode: 0o644 })));
  expect(results.filter(Boolean)).toHaveLength(1);
  expect(await readFile(path, "utf8")).toBe(texts[results.indexOf(true)]);
  expect(await readdir(folder)).toEqual(["cluster.json"]);
});

test("the mode of a file does not depend on the umask", async () => {
  const mask = process.umask(0o077);
  try {
    await writeAtomically(join(folder, "a.crt"), "", { mode: 0o644 });
  } finally {
    process.umask(mask);
  }
  expect(await modeOf(join(folder, "a.crt"))).toBe(0o644);
});

test("a failed write keeps the old file and leaves no temporary file", async () => {
  const path = join(folder, "taken");
  await mkdir(path);
  await expect(writeAtomically(path, "new", { mode: 0o600 })).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
  expect(await readdir(folder)).toEqual(["taken"]);
});

test("concurrent writes of one file leave one complete content", async () => {
  const path = join(folder, "a");
  const texts = Array.from({ length: 20 }, (_, index) => String(index).repeat(5_000));
  await Promise.all(texts.map((text) => writeAtomically(path, text, { mode: 0o600 })));
  expect(texts).toContain(await readFile(path, "utf8"));
  expect(await readdir(folder)).toEqual(["a"]);
});

test("createAtomically() never replaces an existing file", async () => {
  await writeFile(join(folder, "a"), "old");
  await expect(writeDurably(join(folder, "a"), "new", { mode: 0o600 })).rejects.toThrow("EEXIST");
  expect(await readFile(join(folder, "a"), "utf8")).toBe("old");
});

test("readIfPresent() returns the text of a file, or undefined if it does not exist", async () => {
  await writeFile(join(folder, "a"), "text");
  expect(readIfPresent(join(folder, "a"))).toBe("text");
  expect(readIfPresent(join(folder, "b"))).toBeUndefined();
  expect(readIfPresent(join(folder, "c", "d"))).toBeUndefined();
  expect(readIfPresent(join(folder, "a", "d"))).toBeUndefined();
});

test("readIfPresent() reports a file that is unreadable or too large", async () => {
  expect(() => readIfPresent(folder)).toThrow(StartupError);
  await writeFile(join(folder, "large"), "");
  await truncate(join(folder, "large"), 1_048_577);
  expect(() => readIfPresent(join(folder, "large"))).toThrow(
    `${join(folder, "large")} has 1048577 bytes, far more than such a file can have; put the right file there`,
  );
});
