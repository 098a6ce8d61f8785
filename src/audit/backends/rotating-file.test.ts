import { execFileSync } from "node:child_process";
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { silentLogger } from "../../base/logger.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import { RotatingFile, type RotationOptions } from "./rotating-file.ts";

const startMs = Date.parse("2026-05-06T07:08:09.123Z");
const dayMs = 86_400_000;

async function openIn(folder: TemporaryDirectory, options: Partial<RotationOptions> = {}) {
  const clock = new ManualClock(startMs);
  const path = join(folder.path, "logs/audit.log");
  const defaults = {
    bytesMax: 10,
    ageMsMax: Number.POSITIVE_INFINITY,
    backupsMax: Number.POSITIVE_INFINITY,
    compresses: false,
  };
  const file = new RotatingFile({ path, clock, logger: silentLogger, ...defaults, ...options });
  await file.open();
  const append = async (text: string): Promise<void> => await file.append([Buffer.from(text)]);
  const files = (): readonly string[] => readdirSync(join(folder.path, "logs")).sort();
  const read = (name: string): string => readFileSync(join(folder.path, "logs", name), "utf8");
  return { file, clock, append, files, read, path };
}

test("the file is readable only for the server's user, and is continued after a restart", async () => {
  using folder = new TemporaryDirectory();
  const first = await openIn(folder);
  await first.append("one\n");
  await first.file[Symbol.asyncDispose]();
  const second = await openIn(folder);
  await second.append("two\n");
  await second.file[Symbol.asyncDispose]();
  expect([second.files(), second.read("audit.log")]).toEqual([["audit.log"], "one\ntwo\n"]);
  expect(statSync(second.path).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder.path, "logs")).mode & 0o777).toBe(0o700);
});

test("a pipe is never replaced", async () => {
  using folder = new TemporaryDirectory();
  mkdirSync(join(folder.path, "logs"));
  const path = join(folder.path, "logs/audit.log");
  execFileSync("mkfifo", [path]);
  // Opened for writing, too, because a pipe without a writer or a reader would block.
  const reader = openSync(path, "r+");
  const { file, append, files } = await openIn(folder);
  const lines = ["1234567\n", "abcdefg\n"];
  for (const line of lines) await append(line);
  await file[Symbol.asyncDispose]();
  const received = Buffer.alloc(100);
  expect(received.toString("utf8", 0, readSync(reader, received))).toBe(lines.join(""));
  closeSync(reader);
  expect(files()).toEqual(["audit.log"]);
  expect(statSync(path).isFIFO()).toBe(true);
});

test("a file that is full gets the time in its name, and no line is divided", async () => {
  using folder = new TemporaryDirectory();
  const { file, clock, append, files, read } = await openIn(folder);
  await append("1234567\n");
  await append("abc\n");
  await append("a line of more than ten bytes\n");
  await clock.advance(1000);
  await append("x\n");
  await file[Symbol.asyncDispose]();
  const backups = [
    "audit-2026-05-06T07-08-09.123.log",
    "audit-2026-05-06T07-08-09.124.log",
    "audit-2026-05-06T07-08-10.123.log",
  ];
  expect(files()).toEqual([...backups, "audit.log"]);
  expect([...backups, "audit.log"].map(read)).toEqual(["1234567\n", "abc\n", "a line of more than ten bytes\n", "x\n"]);
});

/** Fills a file on each of five days, and returns the names of the files at the end. */
async function namesAfterFiveDays(options: Partial<RotationOptions>): Promise<readonly string[]> {
  using folder = new TemporaryDirectory();
  const { file, clock, append, files } = await openIn(folder, options);
  writeFileSync(join(folder.path, "logs/audit-notes.log"), "");
  for (let day = 0; day < 5; day++) {
    await append(`day ${day} ....\n`);
    await clock.advance(dayMs);
  }
  await file[Symbol.asyncDispose]();
  return files();
}

test("old files are deleted if there are too many, and other files stay", async () => {
  expect(await namesAfterFiveDays({ backupsMax: 1 })).toEqual([
    "audit-2026-05-10T07-08-09.123.log",
    "audit-notes.log",
    "audit.log",
  ]);
});

test("old files are deleted if they are too old", async () => {
  // The last file is replaced on the tenth of May.
  expect(await namesAfterFiveDays({ ageMsMax: 2 * dayMs })).toEqual([
    "audit-2026-05-08T07-08-09.123.log",
    "audit-2026-05-09T07-08-09.123.log",
    "audit-2026-05-10T07-08-09.123.log",
    "audit-notes.log",
    "audit.log",
  ]);
});

test("old files are compressed, and keep their content", async () => {
  using folder = new TemporaryDirectory();
  const { file, append, files } = await openIn(folder, { compresses: true });
  await append("1234567890\n");
  await append("x\n");
  await file[Symbol.asyncDispose]();
  const [compressed = ""] = files();
  expect(files()).toEqual(["audit-2026-05-06T07-08-09.123.log.gz", "audit.log"]);
  expect(gunzipSync(readFileSync(join(folder.path, "logs", compressed))).toString()).toBe("1234567890\n");
  expect(statSync(join(folder.path, "logs", compressed)).mode & 0o777).toBe(0o600);
});

test("the log continues in a new file after its folder was deleted", async () => {
  using folder = new TemporaryDirectory();
  const { file, append, files, read } = await openIn(folder);
  await append("1234567890\n");
  rmSync(join(folder.path, "logs"), { recursive: true });
  await append("abc\n");
  await append("def\n");
  await file[Symbol.asyncDispose]();
  expect([files(), read("audit.log")]).toEqual([["audit.log"], "abc\ndef\n"]);
});

test("a compressed file that cannot be completed is deleted, and the old file is kept", async () => {
  using folder = new TemporaryDirectory();
  const old = "audit-2026-01-02T03-04-05.678.log";
  // A folder with the name of the compressed file prevents its completion.
  mkdirSync(join(folder.path, "logs", `${old}.gz`, "x"), { recursive: true });
  writeFileSync(join(folder.path, "logs", old), "1\n");
  const { file, files } = await openIn(folder, { compresses: true });
  await file[Symbol.asyncDispose]();
  expect(files()).toEqual([old, `${old}.gz`, "audit.log"]);
});
