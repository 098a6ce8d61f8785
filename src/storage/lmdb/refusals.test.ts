import { existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "../engine.ts";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";
import { TransactionFlags } from "./binding.ts";
import { openLmdbEngine } from "./index.ts";
import type { StoreIdentity } from "./meta.ts";
import { type MetaStore, openMeta, openRoot } from "./stores.ts";

describe("opening a store", () => {
  let directory: TemporaryDirectory;

  beforeEach(async () => {
    directory = new TemporaryDirectory();
    await using engine = await open({ vocabulary: "orch" });
    await engine.put("/a", Buffer.from("x"), 0);
  });

  afterEach(() => {
    directory[Symbol.dispose]();
  });

  const open = (identity: StoreIdentity): Promise<Engine> => openLmdbEngine({ path: directory.path, identity });
  const changeMeta = async (change: (meta: MetaStore) => void): Promise<void> => {
    const root = openRoot(directory.path);
    const meta = openMeta(root);
    root.transactionSync(() => change(meta), TransactionFlags.SYNCHRONOUS_COMMIT);
    await root.close();
  };
  const expectUsable = async (): Promise<void> => {
    await using engine = await open({ vocabulary: "orch" });
    expect(engine.revision).toBe(1);
    expect(await engine.check()).toEqual([]);
  };

  test("opening a store with another identity fails, names the difference, and does not change the store", async () => {
    await expect(open({ vocabulary: "kubernetes" })).rejects.toMatchObject({
      code: "not-usable",
      message: `the store in ${directory.path} was made with "orch" as its vocabulary, asked for is "kubernetes"`,
    });
    await expect(open({})).rejects.toThrow('was made with "orch" as its vocabulary, asked for is no value');
    await expect(open({ vocabulary: "orch", prefix: "/x" })).rejects.toThrow(
      'was made with no value as its prefix, asked for is "/x"',
    );
    await expectUsable();
  });

  test("opening a store of a newer format fails, names both formats, and does not change the store", async () => {
    await changeMeta((meta) => void meta.put("format", 2));
    await expect(open({ vocabulary: "orch" })).rejects.toMatchObject({
      code: "not-usable",
      message: `the store in ${directory.path} has format 2, written by a newer program; this one knows formats up to 1`,
    });
    await changeMeta((meta) => void meta.put("format", 1));
    await expectUsable();
  });

  test("opening a store with records but without a format fails with the error corrupt", async () => {
    await changeMeta((meta) => void meta.remove("format"));
    await expect(open({ vocabulary: "orch" })).rejects.toMatchObject({ code: "corrupt", key: "format" });
  });

  test("opening a store with a damaged, truncated or foreign data file fails with the error corrupt instead of a crash", async () => {
    const file = join(directory.path, "data.mdb");
    truncateSync(file, 4096);
    await expect(open({})).rejects.toMatchObject({ code: "corrupt" });
    truncateSync(file, 100);
    await expect(open({})).rejects.toMatchObject({ code: "corrupt" });
    writeFileSync(file, Buffer.alloc(16_384, 7));
    await expect(open({})).rejects.toThrow(
      `the store file ${file} is damaged: its first pages are not those of a database. Restore the data directory from a backup.`,
    );
  });

  test("opening a store in another LMDB format fails and names the supported format", async () => {
    const file = join(directory.path, "data.mdb");
    const bytes = readFileSync(file);
    // Each of the two meta pages contains the format after its header of 24 bytes and its magic number of 4 bytes.
    const pageBytes = bytes.readUInt32LE(48);
    for (const page of [0, pageBytes]) bytes.writeUInt32LE(9, page + 28);
    writeFileSync(file, bytes);
    await expect(open({})).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringContaining("its LMDB format is not 2, the one that this program reads. Restore ") as string,
    });
  });

  test("opening a truncated store fails with a message that names both sizes, instead of a crash", async () => {
    const file = join(directory.path, "data.mdb");
    truncateSync(file, 3 * 4096);
    await expect(open({ vocabulary: "orch" })).rejects.toMatchObject({
      code: "corrupt",
      message: expect.stringMatching(
        /^the store file .+data\.mdb is damaged: it has 12288 bytes, but page \d+ needs \d+: its end is missing\. Restore /,
      ) as string,
    });
  });

  test("opening a missing or empty store with mustExist fails and creates nothing", async () => {
    const file = join(directory.path, "data.mdb");
    const existing = { path: directory.path, identity: { vocabulary: "orch" }, mustExist: true };
    truncateSync(file, 0);
    await expect(openLmdbEngine(existing)).rejects.toThrow(`the store file ${file} is empty, although the cluster has`);
    rmSync(file);
    await expect(openLmdbEngine(existing)).rejects.toThrow(
      `the store file ${file} is missing, although the cluster has`,
    );
    expect(existsSync(file)).toBe(false);
  });

  test("opening a store with a missing or empty data file fails if the record of its identity exists", async () => {
    const file = join(directory.path, "data.mdb");
    expect(readFileSync(join(directory.path, "identity.json"), "utf8")).toBe('{"vocabulary":"orch"}\n');
    truncateSync(file, 0);
    await expect(open({ vocabulary: "orch" })).rejects.toMatchObject({ code: "corrupt" });
    rmSync(file);
    await expect(open({ vocabulary: "orch" })).rejects.toThrow(
      `the store file ${file} is missing, although the cluster`,
    );
    expect(existsSync(file)).toBe(false);
  });

  test("opening a store of an earlier release adds the record of its identity", async () => {
    const record = join(directory.path, "identity.json");
    rmSync(record);
    await expectUsable();
    expect(existsSync(record)).toBe(true);
  });

  test("opening a store of another cluster fails, and a store without a cluster takes the given one", async () => {
    const identity = { vocabulary: "orch" };
    await using adopted = await openLmdbEngine({ path: directory.path, identity, cluster: "one" });
    await adopted[Symbol.asyncDispose]();
    await expect(openLmdbEngine({ path: directory.path, identity, cluster: "two" })).rejects.toMatchObject({
      code: "not-usable",
      message:
        `the store in ${directory.path} belongs to cluster "one", but cluster.json names cluster "two"; ` +
        "restore both from the same backup",
    });
    await expectUsable();
  });

  test("opening a store in a path that is not a directory fails", async () => {
    const path = join(directory.path, "data.mdb", "store");
    await expect(openLmdbEngine({ path, identity: {} })).rejects.toMatchObject({ code: "not-usable" });
  });
});
