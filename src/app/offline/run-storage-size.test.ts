import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "../../storage/index.ts";
import { inspectStore, openLmdbEngine } from "../../storage/lmdb/index.ts";
import { TemporaryDirectory } from "../../storage/testing/temporary-directory.ts";
import { runStorageSize } from "./run-storage-size.ts";

let directory: TemporaryDirectory;

beforeEach(() => {
  directory = new TemporaryDirectory();
  writeFileSync(join(directory.path, "cluster.json"), '{"format":1,"vocabulary":"orch","uid":"u","hasStore":true}');
});

afterEach(() => {
  directory[Symbol.dispose]();
});

const store = (): string => join(directory.path, "store");
const open = (): Promise<Engine> => openLmdbEngine({ path: store(), identity: { vocabulary: "orch" } });

async function run(action: "stats" | "compact"): Promise<string> {
  let printed = "";
  await runStorageSize({ action, dataDir: directory.path, keyPrefix: "/registry" }, (text) => {
    printed += text;
  });
  return printed;
}

async function fill(engine: Engine): Promise<void> {
  await engine.put("/registry/configmaps/default/a", Buffer.alloc(500, "x"), 0);
  await engine.put("/registry/example.com/widgets/default/w", Buffer.alloc(9000, "w"), 0);
  let revision = await engine.put("/registry/leases/default/l", Buffer.alloc(1000, "0"), 0);
  for (let round = 1; round <= 20; round++) {
    revision = await engine.put("/registry/leases/default/l", Buffer.alloc(1000, `${round % 10}`), revision);
  }
  await engine.delete(
    "/registry/configmaps/default/b",
    await engine.put("/registry/configmaps/default/b", Buffer.from("b"), 0),
  );
}

describe("orch storage stats", () => {
  test("prints the sizes and revisions of a store, beside a server that uses it", async () => {
    await using engine = await open();
    await fill(engine);
    const printed = await run("stats");
    expect(printed).toMatch(/^file: [\d.]+ KiB, of which [\d.]+ KiB are free \(\d+ of \d+ pages\)\n/);
    expect(printed).toContain("\nrevision: 25, 25 writes are kept\noldest revision: 0\nkeys: 3 with ");
    expect(printed).toMatch(/^RESOURCE {14}KEYS {3}SIZE {6}HISTORY$/m);
    expect(printed).toMatch(/^configmaps {12}1 {6}543 B {5}87 B$/m);
    expect(printed).toMatch(/^example\.com\/widgets {3}1 {6}8\.8 KiB {3}0 B$/m);
    expect(printed).toMatch(/^leases {16}1 {6}1\.0 KiB {3}20\.3 KiB$/m);
    await engine.compact(20);
    expect(await run("stats")).toContain("oldest revision: 20\n");
  });

  test("reports a missing store", async () => {
    await expect(run("stats")).rejects.toThrow("no store exists in");
  });
});

describe("orch storage compact", () => {
  test("removes the history and the free space, and keeps keys, values and revisions", async () => {
    let expected: Awaited<ReturnType<Engine["range"]>>;
    {
      await using engine = await open();
      await fill(engine);
      for (let round = 0; round < 20; round++) {
        const revision = await engine.put("/registry/large/x", Buffer.alloc(200_000, "x"), 0);
        await engine.delete("/registry/large/x", revision);
      }
      expected = await engine.range("/");
    }
    const before = statSync(join(store(), "data.mdb")).size;
    expect(await run("compact")).toContain("3 keys copied\nthe file had ");
    expect(statSync(join(store(), "data.mdb")).size).toBeLessThan(before / 10);
    expect(existsSync(`${store()}.compacting`)).toBe(false);
    expect(inspectStore(store())).toMatchObject({ fatal: undefined, damaged: [], values: 3 });
    await using engine = await open();
    expect(await engine.range("/")).toEqual(expected);
    expect([engine.compactedRevision, await engine.check()]).toEqual([expected.revision, []]);
    expect(await engine.put("/registry/new", Buffer.from("n"), 0)).toBe(expected.revision + 1);
  });

  test("rejects a store that a server uses, and leaves it unchanged", async () => {
    await using engine = await open();
    await fill(engine);
    await expect(run("compact")).rejects.toThrow("is in use by this process: stop it first");
    expect(await engine.check()).toEqual([]);
    mkdirSync(`${store()}.compacting`);
    expect((await engine.range("/")).entries).toHaveLength(3);
  });
});
