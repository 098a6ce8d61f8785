import { afterEach, beforeEach, expect, test } from "vitest";
import type { LogFields, Logger } from "../../base/logger.ts";
import { silentLogger } from "../../base/logger.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { closed, unavailable } from "../../storage/failures.ts";
import { StoreSize } from "./store-size.ts";

let clock: ManualClock;
let reads: number;
let answer: () => Promise<number>;
let warnings: (LogFields | undefined)[];
let size: StoreSize;

beforeEach(() => {
  clock = new ManualClock();
  reads = 0;
  answer = async () => 4096;
  warnings = [];
  const logger: Logger = { ...silentLogger, warning: (_message, fields) => warnings.push(fields) };
  const readBytes = async (): Promise<number> => {
    reads++;
    return await answer();
  };
  size = new StoreSize({ readBytes, intervalMs: 30_000, clock, logger });
});

afterEach(async () => {
  await size[Symbol.asyncDispose]();
});

test("the size is read at once, and then once in each interval", async () => {
  await clock.advance(0);
  expect([size.bytes, reads]).toEqual([4096, 1]);
  answer = async () => 8192;
  await clock.advance(29_999);
  expect([size.bytes, reads]).toEqual([4096, 1]);
  await clock.advance(1);
  expect([size.bytes, reads]).toEqual([8192, 2]);
});

test("after a failed read, the size is not known until a later one succeeds", async () => {
  await clock.advance(0);
  answer = async () => {
    throw unavailable("etcd cannot be used");
  };
  await clock.advance(30_000);
  expect(size.bytes).toBeUndefined();
  expect(warnings).toEqual([{ reason: "etcd cannot be used" }]);
  answer = async () => 8192;
  await clock.advance(30_000);
  expect(size.bytes).toBe(8192);
});

test("disposal does not wait for a store that does not answer, and no read follows", async () => {
  answer = async () => await new Promise(() => undefined);
  await clock.advance(30_000);
  expect(reads).toBe(2);
  await size[Symbol.asyncDispose]();
  await clock.advance(60_000);
  expect(reads).toBe(2);
  expect(clock.pendingCount).toBe(0);
});

test("a read that ends with the store is not logged", async () => {
  answer = async () => {
    throw closed();
  };
  await clock.advance(30_000);
  expect([reads, warnings]).toEqual([2, []]);
});
