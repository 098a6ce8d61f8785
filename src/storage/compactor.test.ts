import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createLogger, silentLogger } from "../base/logger.ts";
import { ManualClock } from "../base/manual-clock.ts";
import { HistoryCompactor } from "./compactor.ts";
import type { Engine } from "./engine.ts";
import { StorageError } from "./errors.ts";
import { openMemoryEngine } from "./memory/memory-engine.ts";

const minuteMs = 60_000;

describe("the compactor", () => {
  let clock: ManualClock;
  let engine: Engine;

  beforeEach(() => {
    clock = new ManualClock();
    engine = openMemoryEngine();
  });

  afterEach(async () => {
    expect(await engine.check()).toEqual([]);
    await engine[Symbol.asyncDispose]();
  });

  const write = (key: string): Promise<number> => engine.put(key, Buffer.from("x"), 0);

  test("HistoryCompactor keeps a replaced revision readable for five minutes, but not for six", async () => {
    await using compactor = new HistoryCompactor({ engine, clock, logger: silentLogger });
    expect(compactor).toBeDefined();
    const first = await write("/a");
    await clock.advance(10 * minuteMs);
    // "first" is old, but it was the newest revision until this write.
    await write("/b");
    await clock.advance(5 * minuteMs - 1);
    expect(engine.compactedRevision).toBeLessThanOrEqual(first);
    await clock.advance(minuteMs + 1);
    expect(engine.compactedRevision).toBeGreaterThan(first);
  });

  test("HistoryCompactor compacts a busy store to the start of the retention", async () => {
    await using compactor = new HistoryCompactor({ engine, clock, logger: silentLogger, retentionMs: 10 * minuteMs });
    expect(compactor).toBeDefined();
    for (let minute = 0; minute < 60; minute++) {
      await write(`/minute-${minute}`);
      await clock.advance(minuteMs);
      const keptMinutes = engine.revision - engine.compactedRevision;
      expect(keptMinutes).toBeGreaterThanOrEqual(Math.min(minute + 1, 10));
      expect(keptMinutes).toBeLessThanOrEqual(12);
    }
  });

  test("HistoryCompactor logs a failed compaction and continues", async () => {
    const lines: string[] = [];
    const logger = createLogger({ format: "json", clock, write: (line) => lines.push(line) });
    let failures = 0;
    const failing: Pick<Engine, "revision" | "compact"> = {
      get revision() {
        return engine.revision;
      },
      compact: (revision) => {
        if (failures++ === 0) return Promise.reject(new StorageError("no-space", "no space for a test"));
        return engine.compact(revision);
      },
    };
    await using compactor = new HistoryCompactor({ engine: failing, clock, logger, retentionMs: minuteMs });
    expect(compactor).toBeDefined();
    await write("/a");
    await write("/b");
    await clock.advance(3 * minuteMs);
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? "")).toMatchObject({
      level: "error",
      msg: "compaction failed",
      error: expect.stringContaining("no space for a test") as string,
    });
    expect(engine.compactedRevision).toBe(2);
  });

  test("HistoryCompactor of a shared store compacts only in its turn, to a revision of one retention ago", async () => {
    const compacted: number[] = [];
    const turns = [false, true];
    const shared: Pick<Engine, "revision" | "compact" | "takeCompactionTurn"> = {
      get revision() {
        return engine.revision;
      },
      takeCompactionTurn: async () => turns.shift() ?? false,
      compact: async (revision) => {
        compacted.push(revision);
      },
    };
    await using compactor = new HistoryCompactor({
      engine: shared,
      clock,
      logger: silentLogger,
      retentionMs: minuteMs,
    });
    expect(compactor).toBeDefined();
    for (let minute = 0; minute < 4; minute++) {
      await write(`/minute-${minute}`);
      await clock.advance(minuteMs);
    }
    // The first turn was taken by another process. The second one is two minutes after the start.
    expect(compacted).toEqual([1]);
  });

  test("HistoryCompactor removes its timer when it is disposed", async () => {
    const compactor = new HistoryCompactor({ engine, clock, logger: silentLogger });
    await write("/a");
    expect(clock.pendingCount).toBe(1);
    await compactor[Symbol.asyncDispose]();
    expect(clock.pendingCount).toBe(0);
    await clock.advance(20 * minuteMs);
    expect(engine.compactedRevision).toBe(0);
  });

  test("HistoryCompactor logs nothing if the engine was closed before it", async () => {
    const lines: string[] = [];
    const logger = createLogger({ format: "json", clock, write: (line) => lines.push(line) });
    await using compactor = new HistoryCompactor({ engine, clock, logger, retentionMs: minuteMs });
    expect(compactor).toBeDefined();
    await write("/a");
    await engine[Symbol.asyncDispose]();
    await clock.advance(5 * minuteMs);
    expect(lines).toEqual([]);
    engine = openMemoryEngine();
  });
});
