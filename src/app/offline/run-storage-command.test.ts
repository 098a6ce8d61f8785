import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openLmdbEngine } from "../../storage/lmdb/index.ts";
import { PageFile } from "../../storage/lmdb/page-file.ts";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import { runStorageCommand, type StorageOptions } from "./run-storage-command.ts";

let directory: TemporaryDirectory;
let printed: string;

beforeEach(async () => {
  directory = new TemporaryDirectory();
  writeFileSync(join(directory.path, "cluster.json"), '{"format":1,"vocabulary":"orch","uid":"u","hasStore":true}');
  await using engine = await openLmdbEngine({ path: join(directory.path, "store"), identity: { vocabulary: "orch" } });
  for (const name of ["a", "b", "c"]) await engine.put(`/registry/x/${name}`, Buffer.from(`value of ${name}`), 0);
});

afterEach(() => {
  directory[Symbol.dispose]();
});

const run = async (options: { action: "check" } | { action: "remove-damaged"; key: string }): Promise<number> => {
  printed = "";
  const all: StorageOptions = { dataDir: directory.path, ...options };
  return await runStorageCommand(all, (text) => {
    printed += text;
  });
};

/** Changes a value in the file, but not its checksum. */
function damage(): void {
  const file = join(directory.path, "store", "data.mdb");
  const bytes = readFileSync(file);
  for (let at = bytes.indexOf("value of b"); at >= 0; at = bytes.indexOf("value of b", at + 1)) bytes.write("V", at);
  writeFileSync(file, bytes);
}

test("orch storage check finds a damaged object, and remove-damaged removes only this object", async () => {
  expect(await run({ action: "check" })).toBe(0);
  expect(printed).toBe("3 keys, 0 damaged\n");
  damage();
  expect(await run({ action: "check" })).toBe(1);
  expect(printed).toBe("/registry/x/b: its checksum is wrong\n3 keys, 1 damaged\n");
  await expect(run({ action: "remove-damaged", key: "/registry/x/a" })).rejects.toThrow("/registry/x/a is not damaged");
  await expect(run({ action: "remove-damaged", key: "/registry/x/z" })).rejects.toThrow(
    "no object has the key /registry/x/z",
  );
  expect(await run({ action: "remove-damaged", key: "/registry/x/b" })).toBe(0);
  expect(printed).toBe("removed /registry/x/b\n");
  expect(await run({ action: "check" })).toBe(0);
  expect(printed).toMatch(/^2 keys, 0 damaged\n$/m);
});

/** Makes the next reads of a meta page show an earlier transaction, as if the server committed after each of them. */
function commitDuringChecks(reads: number): Disposable {
  const { meta } = PageFile.prototype;
  let earlierReads = 0;
  const spy = vi.spyOn(PageFile.prototype, "meta").mockImplementation(function read(this: PageFile, ...args) {
    const page = meta.apply(this, args);
    const isEarlier = typeof page !== "string" && earlierReads++ < reads;
    return isEarlier ? { ...page, transaction: -earlierReads } : page;
  });
  return { [Symbol.dispose]: () => spy.mockRestore() };
}

test("orch storage check repeats a check during which a server has written, and gives up if it writes all the time", async () => {
  {
    using _server = commitDuringChecks(1);
    expect(await run({ action: "check" })).toBe(0);
    expect(printed).toBe("3 keys, 0 damaged\n");
  }
  using _server = commitDuringChecks(Number.POSITIVE_INFINITY);
  await expect(run({ action: "check" })).rejects.toThrow("is being written to; stop the server, or try again");
});
