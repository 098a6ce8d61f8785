import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Engine } from "../engine.ts";
import { Observation } from "../testing/observe.ts";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";
import { TransactionFlags } from "./binding.ts";
import { revisionCodec, textCodec } from "./codec.ts";
import { openLmdbEngine } from "./index.ts";
import { openRoot, type Store } from "./stores.ts";

interface RawStores {
  readonly log: Store<number, Buffer>;
  readonly heads: Store<string, Buffer>;
}

describe("unreadable entries", () => {
  let directory: TemporaryDirectory;
  let engine: Engine;

  beforeEach(async () => {
    directory = new TemporaryDirectory();
    engine = await open();
    await engine.put("/a/1", Buffer.from("one"), 0);
    await engine.put("/a/2", Buffer.from("two"), 0);
    await engine.put("/a/3", Buffer.from("three"), 0);
    await engine[Symbol.asyncDispose]();
  });

  afterEach(async () => {
    await engine[Symbol.asyncDispose]();
    directory[Symbol.dispose]();
  });

  const open = (): Promise<Engine> => openLmdbEngine({ path: directory.path, identity: {} });

  /** Changes the stored bytes without the engine's knowledge. */
  const damage = async (change: (stores: RawStores) => void): Promise<void> => {
    const root = openRoot(directory.path);
    const log = root.openDB({ name: "log", encoding: "binary", keyEncoder: revisionCodec } as never);
    const heads = root.openDB({ name: "heads", encoding: "binary", keyEncoder: textCodec } as never);
    const stores = { log, heads } as unknown as RawStores;
    root.transactionSync(() => change(stores), TransactionFlags.SYNCHRONOUS_COMMIT);
    await root.close();
    engine = await open();
  };
  const flipLastBit = ({ log }: RawStores, revision: number): void => {
    const bytes = Buffer.from(log.get(revision) ?? []);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    void log.put(revision, bytes);
  };
  const unreadable = (key: string | undefined, revision: number | undefined, reason: string): object =>
    expect.objectContaining({ code: "corrupt", key, revision, message: expect.stringContaining(reason) as string });

  /** Returns the keys of a range, with the reasons why values cannot be read. */
  const ranged = async (prefix: string, at?: number): Promise<readonly unknown[]> => {
    const { entries } = await engine.range(prefix, at === undefined ? {} : { at });
    return entries.map(({ key, damage }) => [key, damage]);
  };

  test("an entry with a flipped bit is reported by get, range and check, and other entries stay readable", async () => {
    await damage((stores) => flipLastBit(stores, 2));
    const error = unreadable("/a/2", 2, "its checksum is wrong");
    await expect(engine.get("/a/2")).rejects.toEqual(error);
    const expected = [
      ["/a/1", undefined],
      ["/a/2", error],
      ["/a/3", undefined],
    ];
    expect(await ranged("/a/")).toEqual(expected);
    expect(await ranged("/a/", 2)).toEqual(expected.slice(0, 2));
    expect([...engine.damagedKeys().keys()]).toEqual(["/a/2"]);
    expect(await engine.check()).toEqual([
      "revision 2: the entry of /a/2 at revision 2 cannot be read: its checksum is wrong",
      "/a/2 points to revision 2, its newest record is none",
    ]);
    expect((await engine.get("/a/1"))?.value).toEqual(Buffer.from("one"));
    expect((await engine.range("/a/3")).entries).toHaveLength(1);
  });

  test("an unreadable write ends only the watches that need it, with the error compacted", async () => {
    await damage((stores) => flipLastBit(stores, 2));
    const early = new Observation(engine, "/a/", 0);
    expect(await early.end()).toMatchObject({ code: "compacted", revision: 2 });
    await using late = new Observation(engine, "/a/", 2);
    await engine.put("/a/4", Buffer.from("four"), 0);
    await late.untilRevision(4);
    expect(late.changes.map(({ revision }) => revision)).toEqual([3, 4]);
  });

  test("removeDamaged() deletes an unreadable entry, so that its key can be created again", async () => {
    await damage((stores) => flipLastBit(stores, 2));
    await expect(engine.removeDamaged("/a/1")).rejects.toMatchObject({ code: "revision-conflict" });
    await expect(engine.removeDamaged("/a/9")).rejects.toMatchObject({ code: "key-not-found" });
    expect(await engine.removeDamaged("/a/2")).toBe(4);
    expect(engine.damagedKeys().size).toBe(0);
    expect(await engine.get("/a/2")).toBeUndefined();
    expect(await engine.put("/a/2", Buffer.from("new"), 0)).toBe(5);
    await engine.compact(5);
    await engine[Symbol.asyncDispose]();
    engine = await open();
    expect(engine.damagedKeys().size).toBe(0);
    expect(await engine.check()).toEqual([]);
  });

  test("the key of an unreadable entry cannot be created", async () => {
    await damage((stores) => flipLastBit(stores, 2));
    await expect(engine.put("/a/2", Buffer.from("new"), 0)).rejects.toMatchObject({ code: "key-exists", revision: 2 });
  });

  test("a write that would replace an unreadable entry fails and takes no revision", async () => {
    await damage((stores) => flipLastBit(stores, 2));
    await expect(engine.put("/a/2", Buffer.from("new"), 2)).rejects.toEqual(unreadable("/a/2", 2, "checksum"));
    expect(await engine.put("/a/4", Buffer.from("four"), 0)).toBe(4);
  });

  test("a compaction keeps an unreadable entry and continues", async () => {
    await damage((stores) => flipLastBit(stores, 2));
    await engine.compact(3);
    await expect(engine.get("/a/2")).rejects.toEqual(unreadable("/a/2", 2, "checksum"));
    expect(await engine.put("/a/4", Buffer.from("four"), 0)).toBe(4);
    expect((await engine.get("/a/1"))?.revision).toBe(1);
  });

  test("a truncated entry is reported", async () => {
    await damage(({ log }) => void log.put(2, Buffer.from([1, 2, 3])));
    await expect(engine.get("/a/2")).rejects.toEqual(unreadable("/a/2", 2, "it has 3 bytes only"));
  });

  test("an entry without its record is reported", async () => {
    await damage(({ log }) => void log.remove(2));
    expect(await ranged("/a/2")).toEqual([["/a/2", unreadable("/a/2", 2, "it is missing")]]);
    expect(await engine.check()).toContain("revisions 2 to 2 have no records");
  });

  test("an entry with the record of another key is reported", async () => {
    await damage(({ log }) => void log.put(2, Buffer.from(log.get(3) ?? [])));
    await expect(engine.get("/a/2")).rejects.toEqual(unreadable("/a/2", 2, "it belongs to /a/3"));
  });

  test("an entry with a damaged head is reported by its key", async () => {
    await damage(({ heads }) => void heads.put("/a/2", Buffer.from([9, 0, 0, 0, 0, 0, 2])));
    const error = unreadable("/a/2", undefined, "its form is unknown");
    await expect(engine.get("/a/2")).rejects.toEqual(error);
    expect(await ranged("/a/2")).toEqual([["/a/2", error]]);
    await expect(engine.put("/a/2", Buffer.from("new"), 2)).rejects.toEqual(error);
  });
});
