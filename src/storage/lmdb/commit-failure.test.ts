import type { RootDatabase } from "lmdb";
import { describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";
import { type EncodedRecord, encodeRecord } from "./codec.ts";
import { commitFailure, rootCause } from "./commit-failure.ts";
import { LmdbLedger } from "./lmdb-ledger.ts";

const systemError = (code: number): Error => Object.assign(new Error("the binding's message"), { code });

/** Returns an error in the form in which the binding reports a failed commit. */
const rejectedCommit = (cause: Error): Error =>
  Object.assign(new Error("Commit failed (see commitError for details)"), { commitError: Promise.reject(cause) });

const record = encodeRecord({ revision: 1, key: "/a", value: Buffer.from("x"), previous: 0 });

describe("a failed commit", () => {
  test.each([
    { name: "no space left", code: 28 },
    { name: "over quota", code: 122 },
    { name: "file too large", code: 27 },
    { name: "map full", code: -30792 },
  ])("commitFailure() returns no-space for $name", ({ code }) => {
    using directory = new TemporaryDirectory();
    const cause = systemError(code);
    expect(commitFailure(cause, directory.path, 1)).toMatchObject({ code: "no-space", cause });
  });

  test("commitFailure() returns unavailable for an I/O error if there is space", () => {
    using directory = new TemporaryDirectory();
    const cause = systemError(5);
    expect(commitFailure(cause, directory.path, 1)).toMatchObject({ code: "unavailable", cause });
  });

  test("rootCause() returns the error behind the binding's error", async () => {
    const cause = systemError(28);
    expect(await rootCause(rejectedCommit(cause))).toBe(cause);
    expect(await rootCause(cause)).toBe(cause);
  });
});

describe("the ledger after a failed commit", () => {
  interface Faults {
    /** The error with which commits reject. */
    commit: Error | undefined;
    /** The error that an empty transaction throws, as if LMDB had stopped accepting transactions. */
    anything: Error | undefined;
    commits: number;
    /** Whether the next commit replaces the records before it, as if another program had opened the store. */
    losesRecords?: boolean;
  }

  const openFaulty = (faults: Faults): LmdbLedger => {
    const written = Promise.resolve(true);
    const root = {
      resetReadTxn: () => undefined,
      batch: (write: () => void) => {
        write();
        faults.commits += 1;
        return faults.commit ? Promise.reject(rejectedCommit(faults.commit)) : written;
      },
      transactionSync: (): void => {
        if (faults.anything) throw faults.anything;
      },
    } as unknown as RootDatabase;
    let revisions: number[] = [];
    const settled = (revision: number): Promise<boolean> => {
      if (faults.commit) return Promise.reject(faults.commit);
      if (faults.losesRecords) revisions = [];
      revisions.push(revision);
      return written;
    };
    const store = {
      get: () => undefined,
      put: (key: unknown, _value: unknown, options?: { append: boolean }) =>
        options ? settled(key as number) : written,
      remove: () => written,
      getRange: () => [],
      getKeys: () => [],
    };
    const log = {
      ...store,
      getKeys: (options: { start: number } | { reverse: true }) =>
        "start" in options ? revisions.filter((revision) => revision >= options.start) : revisions.slice(-1),
    };
    const users = { includesThisProcess: true };
    const parts = {
      root,
      log,
      heads: store,
      times: store,
      meta: store,
      directory: "/",
      users,
      close: async () => undefined,
    };
    return new LmdbLedger(parts);
  };

  test("LmdbLedger continues after a failed commit if LMDB does", async () => {
    const faults: Faults = { commit: systemError(5), anything: undefined, commits: 0 };
    const ledger = openFaulty(faults);
    await expect(ledger.append([record])).rejects.toMatchObject({ code: "unavailable" });
    expect(ledger.lastRevision).toBe(0);
    faults.commit = undefined;
    await ledger.append([record]);
    expect(ledger.lastRevision).toBe(1);
  });

  test("LmdbLedger leaves no unhandled rejection after a failed commit", async () => {
    const unheard: unknown[] = [];
    const onUnheard = (reason: unknown): void => void unheard.push(reason);
    process.on("unhandledRejection", onUnheard);
    const faults: Faults = { commit: systemError(5), anything: undefined, commits: 0 };
    const ledger = openFaulty(faults);
    await expect(ledger.append([record])).rejects.toMatchObject({ code: "unavailable" });
    await expect(ledger.compact({ through: 1, revisions: [], keys: [] })).rejects.toMatchObject({
      code: "unavailable",
    });
    // Node reports unhandled rejections after the turn of the event loop in which they occur.
    await new Promise(setImmediate);
    process.off("unhandledRejection", onUnheard);
    expect(unheard).toEqual([]);
  });

  test("LmdbLedger makes no further commits if LMDB rejects an empty transaction", async () => {
    const faults: Faults = { commit: systemError(5), anything: systemError(-30795), commits: 0 };
    const ledger = openFaulty(faults);
    await expect(ledger.append([record])).rejects.toMatchObject({ code: "unavailable" });
    faults.commit = undefined;
    const refusal = { code: "unavailable", message: expect.stringContaining("must be opened anew") as string };
    await expect(ledger.append([record])).rejects.toMatchObject(refusal);
    await expect(ledger.compact({ through: 1, revisions: [], keys: [] })).rejects.toMatchObject(refusal);
    expect(faults.commits).toBe(1);
  });

  test("LmdbLedger makes no further commits after one that has replaced those before it", async () => {
    const faults: Faults = { commit: undefined, anything: undefined, commits: 0 };
    const ledger = openFaulty(faults);
    const draft = (revision: number): EncodedRecord =>
      encodeRecord({ revision, key: "/a", value: Buffer.from("x"), previous: revision - 1 });
    await ledger.append([draft(1)]);
    await ledger.append([draft(2), draft(3)]);
    faults.losesRecords = true;
    const refusal = {
      code: "unavailable",
      message: "the store in / has lost commits before revision 4, because another program has opened it",
    };
    await expect(ledger.append([draft(4), draft(5)])).rejects.toMatchObject(refusal);
    faults.losesRecords = false;
    await expect(ledger.append([draft(6)])).rejects.toMatchObject(refusal);
    await expect(ledger.compact({ through: 1, revisions: [], keys: [] })).rejects.toMatchObject(refusal);
    expect(faults.commits).toBe(3);
  });
});
