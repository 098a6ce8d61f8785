import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from "vitest";
import type { Engine } from "../engine.ts";
import { isStorageError } from "../errors.ts";
import { Observation } from "../testing/observe.ts";
import { canMakeSmallDisk, SmallDisk } from "../testing/small-disk.ts";
import { openLmdbEngine } from "./index.ts";

const needs = canMakeSmallDisk() ? "" : " (skipped: needs the right to mount a tmpfs)";

describe.skipIf(needs !== "")(`a full disk${needs}`, () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (reason: unknown): void => void unhandled.push(reason);
  let disk: SmallDisk;
  let engine: Engine;
  let printed: MockInstance;

  beforeEach(async () => {
    // Hides the errors that the binding prints for failed commits.
    printed = vi.spyOn(console, "error").mockImplementation(() => undefined);
    process.on("unhandledRejection", onUnhandled);
    disk = new SmallDisk(16);
    engine = await open();
    disk.leave(8);
  });

  afterEach(async () => {
    const problems = await engine.check();
    await engine[Symbol.asyncDispose]();
    disk[Symbol.dispose]();
    await new Promise(setImmediate);
    process.off("unhandledRejection", onUnhandled);
    vi.restoreAllMocks();
    expect(problems).toEqual([]);
    expect(unhandled).toEqual([]);
  });

  const open = (): Promise<Engine> => openLmdbEngine({ path: join(disk.path, "store"), identity: {} });
  const value = Buffer.alloc(3000, 7);

  /** @returns the errors of the first group of writes that failed */
  const fill = async (): Promise<unknown[]> => {
    for (let written = 0; ; written += 20) {
      const group = Array.from({ length: 20 }, (_, index) => engine.put(`/fill/${written + index}`, value, 0));
      const failures = (await Promise.allSettled(group)).filter(({ status }) => status === "rejected");
      if (failures.length > 0) return failures.map((failure) => "reason" in failure && failure.reason);
    }
  };

  test("a full disk fails whole groups of writes with a helpful message and without taking revisions", async () => {
    const failures = await fill();
    expect(failures).toHaveLength(20);
    expect(failures.every((failure) => isStorageError(failure, "no-space"))).toBe(true);
    expect(String(failures[0])).toContain("free some and writes work again");
    const { revision } = engine;
    expect((await engine.range("/")).entries).toHaveLength(revision);
    const before = printed.mock.calls.length;
    for (let index = 0; index < 10; index++) {
      await expect(engine.put("/more", Buffer.alloc(2_000_000), 0)).rejects.toMatchObject({ code: "no-space" });
    }
    expect(printed.mock.calls.length).toBe(before);
    expect(engine.revision).toBe(revision);
  });

  test("no commit is attempted without space, because the binding damages its memory when it cannot write", async () => {
    await fill();
    // The binding prints each failed attempt.
    expect(printed.mock.calls).toEqual([]);
  });

  test("reads and watches work on a full disk, and writes work again once there is space", async () => {
    await fill();
    const before = engine.revision;
    await using observation = new Observation(engine, "/", 0);
    await observation.untilChanges(before);
    expect((await engine.get("/fill/0"))?.value).toHaveLength(3000);

    disk.free();
    expect(await engine.put("/room", value, 0)).toBe(before + 1);
    await observation.untilChanges(before + 1);
    for (let index = 0; index < 50; index++) await engine.put(`/room/${index}`, value, 0);
    expect(engine.revision).toBe(before + 51);
  });

  test("a disk that is filled and freed repeatedly does not damage the store, even across restarts", async () => {
    for (let round = 0; round < 5; round++) {
      await fill();
      disk.free();
      await deleteAll();
      await engine.compact(engine.revision);
      const { revision } = engine;
      await engine[Symbol.asyncDispose]();
      engine = await open();
      expect(engine.revision).toBe(revision);
      expect(await engine.check()).toEqual([]);
      disk.leave(round % 3);
    }
  });

  test("a new store is not created on a full disk", async () => {
    using fullDisk = new SmallDisk(4);
    fullDisk.leave(0);
    const begin = openLmdbEngine({ path: join(fullDisk.path, "store"), identity: {} });
    await expect(begin).rejects.toMatchObject({ code: "no-space" });
  });

  async function deleteAll(): Promise<void> {
    const { entries } = await engine.range("/");
    await Promise.all(entries.map(({ key, revision }) => engine.delete(key, revision)));
  }
});
