import type { RootDatabase } from "lmdb";
import { describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../testing/temporary-directory.ts";
import { encodeRecord } from "./codec.ts";
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
  ])("because of $name is a lack of space", ({ code }) => {
    using directory = new TemporaryDirectory();
    const cause = systemError(code);
    expect(commitFailure(cause, directory.path, 1)).toMatchObject({ code: "no-space", cause });
  });

  test("because of an I/O error is no lack of space where there is room", () => {
    using directory = new TemporaryDirectory();
    const cause = systemError(5);
    expect(commitFailure(cause, directory.path, 1)).toMatchObject({ code: "unavailable", cause });
  });

  test("is explained by the error behind the binding's own", async () => {
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
  }

  const openFaulty = (faults: Faults): LmdbLedger => {
    const written = Promise.resolve(true);
    const root = {
      batch: (write: () => void) => {
        write();
        faults.commits += 1;
        return faults.commit ? Promise.reject(rejectedCommit(faults.commit)) : written;
      },
      transactionSync: (): void => {
        if (faults.anything) throw faults.anything;
      },
    } as unknown as RootDatabase;
    const settled = (): Promise<boolean> => (faults.commit ? Promise.reject(faults.commit) : written);
    const store = {
      get: () => undefined,
      put: (_key: unknown, _value: unknown, options?: { append: boolean }) => (options ? settled() : written),
      remove: () => written,
      getRange: () => [],
      getKeys: () => [],
    };
    const parts = { root, log: store, heads: store, meta: store, directory: "/", onClosed: () => undefined };
    return new LmdbLedger(parts);
  };

  test("takes the next commit when LMDB does", async () => {
    const faults: Faults = { commit: systemError(5), anything: undefined, commits: 0 };
    const ledger = openFaulty(faults);
    await expect(ledger.append([record])).rejects.toMatchObject({ code: "unavailable" });
    expect(ledger.lastRevision).toBe(0);
    faults.commit = undefined;
    await ledger.append([record]);
    expect(ledger.lastRevision).toBe(1);
  });

  test("has heard every promise that LMDB rejects with it", async () => {
    const unheard: unknown[] = [];
    const onUnheard = (reason: unknown): void => void unheard.push(reason);
    process.on("unhandledRejection", onUnheard);
    const faults: Faults = { commit: systemError(5), anything: undefined, commits: 0 };
    const ledger = openFaulty(faults);
    await expect(ledger.append([record])).rejects.toMatchObject({ code: "unavailable" });
    await expect(ledger.forget({ through: 1, revisions: [], keys: [] })).rejects.toMatchObject({ code: "unavailable" });
    // Node reports unhandled rejections after the turn of the event loop in which they occur.
    await new Promise(setImmediate);
    process.off("unhandledRejection", onUnheard);
    expect(unheard).toEqual([]);
  });

  test("never asks LMDB again once LMDB has given up", async () => {
    const faults: Faults = { commit: systemError(5), anything: systemError(-30795), commits: 0 };
    const ledger = openFaulty(faults);
    await expect(ledger.append([record])).rejects.toMatchObject({ code: "unavailable" });
    faults.commit = undefined;
    const refusal = { code: "unavailable", message: expect.stringContaining("must be opened anew") as string };
    await expect(ledger.append([record])).rejects.toMatchObject(refusal);
    await expect(ledger.forget({ through: 1, revisions: [], keys: [] })).rejects.toMatchObject(refusal);
    expect(faults.commits).toBe(1);
  });
});
