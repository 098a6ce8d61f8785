import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { until } from "../../../test/support/until.ts";
import { systemClock } from "../../base/clock.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import { FileLock } from "./file-lock.ts";
import { SessionFiles } from "./session-files.ts";

const { signal } = new AbortController();
let temporary: TemporaryDirectory;
let folder: string;

beforeEach(() => {
  temporary = new TemporaryDirectory();
  folder = join(temporary.path, "home/login");
});
afterEach(() => temporary[Symbol.dispose]());

const mode = (path: string): string => (statSync(path).mode & 0o777).toString(8);

test("a login is written with mode 0600 into a folder with mode 0700, and read again", async () => {
  const files = new SessionFiles(folder, systemClock);
  expect(await files.read("a")).toBeUndefined();
  await files.write("a", "first");
  await files.write("a", "second");
  expect(await files.read("a")).toBe("second");
  expect([mode(folder), mode(join(folder, "a.json"))]).toEqual(["700", "600"]);
  expect(readdirSync(folder)).toEqual(["a.json"]);
});

test("list() returns the stored logins, but no locks and no incomplete files; a removed login is not listed", async () => {
  const files = new SessionFiles(folder, systemClock);
  expect(await files.list()).toEqual([]);
  await files.write("a", "text");
  await files.write("b", "text");
  writeFileSync(join(folder, "c.json.lock"), "");
  writeFileSync(join(folder, ".tmp-1-d.json"), "");
  expect((await files.list()).toSorted()).toEqual(["a", "b"]);
  await files.remove("a");
  await files.remove("a");
  expect(await files.list()).toEqual(["b"]);
});

test("an existing folder that other users can read is closed to them", async () => {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  await new SessionFiles(folder, systemClock).write("a", "text");
  expect(mode(folder)).toBe("700");
});

test("a reader sees a complete file while others write it", async () => {
  const files = new SessionFiles(folder, systemClock);
  const texts = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(10_000));
  const writes = Promise.all(texts.map((text) => files.write("a", text)));
  const seen: string[] = [];
  for (let read = 0; read < 50; read++) seen.push((await files.read("a")) ?? "");
  await writes;
  for (const text of seen) expect(text === "" || texts.includes(text)).toBe(true);
});

test("exclusively() runs the work of one login one after the other, and releases the lock after an error", async () => {
  const files = new SessionFiles(folder, systemClock);
  let running = 0;
  const work = async (): Promise<number> => {
    running++;
    const most = running;
    await new Promise((resolve) => setImmediate(resolve));
    running--;
    return most;
  };
  const results = await Promise.all(Array.from({ length: 5 }, () => files.exclusively("a", work, signal)));
  expect(results).toEqual([1, 1, 1, 1, 1]);
  const failing = files.exclusively("a", () => Promise.reject(new Error("no")), signal);
  await expect(failing).rejects.toThrow("no");
  expect(readdirSync(folder)).toEqual([]);
});

test("the lock of a killed process is taken over after a minute", async () => {
  const path = join(temporary.path, "lock");
  writeFileSync(path, "");
  const clock = new ManualClock();
  utimesSync(path, clock.nowMs() / 1000, clock.nowMs() / 1000);
  const waiting = FileLock.acquire(path, { clock, signal });
  await clock.advance(59_000);
  const first = await Promise.race([waiting, new Promise((resolve) => setImmediate(resolve))]);
  expect(first).toBeUndefined();
  // The lock polls the file, and each poll waits for the file system.
  let lock: unknown;
  void waiting.then((acquired) => (lock = acquired));
  await until(() => {
    void clock.advance(100);
    return lock !== undefined;
  }, "the lock is taken over");
  await (await waiting)[Symbol.asyncDispose]();
  expect(() => readFileSync(path)).toThrow("ENOENT");
});

test("an abort ends the wait for a lock", async () => {
  const path = join(temporary.path, "lock");
  await using _ = await FileLock.acquire(path, { clock: systemClock, signal });
  const abort = new AbortController();
  const waiting = FileLock.acquire(path, { clock: systemClock, signal: abort.signal });
  abort.abort(new Error("stop"));
  await expect(waiting).rejects.toThrow("stop");
});
