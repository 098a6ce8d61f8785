import type { RootDatabase } from "lmdb";
import { expect, test } from "vitest";
import type { Head, LogRecord } from "../local/ledger.ts";
import { encodeRecord } from "./codec.ts";
import { LmdbLedger } from "./lmdb-ledger.ts";
import { RecentHeads } from "./recent-heads.ts";

const value = Buffer.from("x");

/** Opens a ledger whose reads of heads return `reads`, one after another. */
function openLedger(reads: (Head | undefined)[]): { ledger: LmdbLedger; resets: () => number } {
  const written = Promise.resolve(true);
  let resets = 0;
  const root = {
    resetReadTxn: () => resets++,
    batch: (write: () => void) => {
      write();
      return written;
    },
    readerList: () => `${process.pid} 1 -`,
  } as unknown as RootDatabase;
  const store = {
    get: () => undefined,
    put: () => written,
    remove: () => written,
    getRange: () => [],
    getKeys: () => [],
  };
  const heads = { ...store, get: () => reads.shift() };
  const parts = { root, log: store, heads, meta: store, directory: "/store", onClosed: () => undefined };
  return { ledger: new LmdbLedger(parts), resets: () => resets };
}

const put = (revision: number): LogRecord => ({ revision, key: "/k", value, previous: 0 });

test("a head from before the last commit is read again, and check() reports it", async () => {
  const { ledger, resets } = openLedger([
    { revision: 1, deleted: true },
    { revision: 2, deleted: false },
  ]);
  await ledger.append([encodeRecord(put(2))]);
  const before = resets();
  expect(ledger.head("/k")).toEqual({ revision: 2, deleted: false });
  expect(resets()).toBe(before + 1);
  expect(ledger.check()).toEqual(["1 reads returned a state from before the last commit"]);
});

test("a store that has lost a commit accepts no further writes", async () => {
  const { ledger } = openLedger([undefined, undefined]);
  await ledger.append([encodeRecord(put(2))]);
  const lost = { code: "unavailable", message: "the store in /store has lost the last write of /k" };
  expect(() => ledger.head("/k")).toThrow(expect.objectContaining(lost));
  await expect(ledger.append([encodeRecord(put(3))])).rejects.toMatchObject(lost);
});

test("a deleted key may have no head, because a compaction removes it", () => {
  const recent = new RecentHeads();
  recent.add([{ revision: 5, key: "/k", value: undefined, previous: 4 }]);
  expect(recent.isStale("/k", undefined)).toBe(false);
  expect(recent.isStale("/k", { revision: 4, deleted: false })).toBe(true);
  expect(recent.isStale("/k", { revision: 5, deleted: true })).toBe(false);
  expect(recent.isStale("/other", undefined)).toBe(false);
});

test("only the last 4,096 keys are remembered", () => {
  const recent = new RecentHeads();
  for (let revision = 1; revision <= 5000; revision++)
    recent.add([{ revision, key: `/${revision}`, value, previous: 0 }]);
  expect(recent.isStale("/904", undefined)).toBe(false);
  expect(recent.isStale("/905", undefined)).toBe(true);
});
