import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import type { Random } from "../../base/random.ts";
import { seededRandom } from "../../base/random.ts";
import { WatchSchedule, type WatchScheduleOptions } from "./watch-schedule.ts";

/** Returns random numbers of which the schedule uses only `below()`, which always returns `value` or the maximum. */
function fixedRandom(value: number): Random {
  return { ...seededRandom(1), below: (limit) => Math.min(value, limit - 1) };
}

class Recorder {
  readonly calls: string[] = [];
  readonly clock = new ManualClock();
  readonly schedule: WatchSchedule;
  readonly #startMs = this.clock.monotonicMs();

  constructor(options: Partial<WatchScheduleOptions>) {
    const { clock } = this;
    const random = fixedRandom(0);
    const defaults = { requestedSeconds: 100, minDurationMs: 1_800_000, sendsBookmarks: true, clock, random };
    this.schedule = new WatchSchedule(this, { ...defaults, ...options });
  }

  #record(name: string): void {
    this.calls.push(`${name} ${(this.clock.monotonicMs() - this.#startMs) / 1000}`);
  }

  sendBookmark(): void {
    this.#record("bookmark");
  }

  finish(): void {
    this.#record("finish");
  }
}

test("a watch sends a bookmark every minute and two seconds before its end", async () => {
  const recorder = new Recorder({ requestedSeconds: 150 });
  await recorder.clock.advance(200_000);
  expect(recorder.calls).toEqual(["bookmark 60", "bookmark 120", "bookmark 148", "finish 150"]);
  expect(recorder.clock.pendingCount).toBe(0);
});

test("each interval between bookmarks is shortened by a random time", async () => {
  const recorder = new Recorder({ requestedSeconds: 100, random: fixedRandom(14) });
  await recorder.clock.advance(99_000);
  expect(recorder.calls).toEqual(["bookmark 46", "bookmark 92", "bookmark 98"]);
});

test("a watch without bookmarks only ends", async () => {
  const recorder = new Recorder({ sendsBookmarks: false });
  await recorder.clock.advance(200_000);
  expect(recorder.calls).toEqual(["finish 100"]);
});

test("a watch of two seconds or less sends no last bookmark", async () => {
  const recorder = new Recorder({ requestedSeconds: 2 });
  await recorder.clock.advance(5000);
  expect(recorder.calls).toEqual(["finish 2"]);
});

test("a watch without a requested duration lasts the minimum and a random time", async () => {
  const recorder = new Recorder({
    requestedSeconds: undefined,
    minDurationMs: 10_000,
    sendsBookmarks: false,
    random: fixedRandom(3),
  });
  await recorder.clock.advance(20_000);
  expect(recorder.calls).toEqual(["finish 13"]);
});

test("a schedule needs one timer, and none after cancel()", () => {
  const { clock, schedule } = new Recorder({});
  expect(clock.pendingCount).toBe(1);
  schedule.cancel();
  expect(clock.pendingCount).toBe(0);
});
