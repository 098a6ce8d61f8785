import { describe, expect, test } from "vitest";
import { ManualClock } from "./manual-clock.ts";

describe("a manual clock", () => {
  test("stands still at its start, the beginning of 2025 unless told otherwise", () => {
    expect(new Date(new ManualClock().nowMs()).toISOString()).toBe("2025-01-01T00:00:00.000Z");
    expect(new ManualClock(5000).nowMs()).toBe(5000);
    expect(new ManualClock(5000).monotonicMs()).toBe(0);
  });

  test("moves both its times alike", async () => {
    const clock = new ManualClock(1_000_000);
    await clock.advance(250);
    await clock.advance(0);
    expect(clock.nowMs()).toBe(1_000_250);
    expect(clock.monotonicMs()).toBe(250);
  });

  test("runs callbacks in the order of their times, at their times, and those of one time as they were set", async () => {
    const clock = new ManualClock(0);
    const ran: string[] = [];
    const note = (name: string) => () => ran.push(`${name}@${clock.nowMs()}`);
    clock.after(30, note("c"));
    clock.after(10, note("a"));
    clock.after(10, note("b"));
    clock.after(31, note("late"));
    await clock.advance(30);
    expect(ran).toEqual(["a@10", "b@10", "c@30"]);
    expect(clock.pendingCount).toBe(1);
  });

  test("runs what a callback sets when that falls due in the same move", async () => {
    const clock = new ManualClock(0);
    const ran: number[] = [];
    const again = (): void => {
      ran.push(clock.nowMs());
      clock.after(10, again);
    };
    clock.after(10, again);
    await clock.advance(35);
    expect(ran).toEqual([10, 20, 30]);
    expect(clock.nowMs()).toBe(35);
  });

  test("lets promises settle between callbacks", async () => {
    const clock = new ManualClock();
    const seen: string[] = [];
    let wake: () => void = () => undefined;
    const woken = new Promise<void>((resolve) => {
      wake = resolve;
    });
    void woken.then(() => seen.push("awake"));
    clock.after(1, () => wake());
    clock.after(2, () => seen.push("second"));
    await clock.advance(2);
    expect(seen).toEqual(["awake", "second"]);
  });

  test("forgets what is cancelled, also by a callback before it", async () => {
    const clock = new ManualClock();
    const ran: string[] = [];
    const doomed = clock.after(20, () => ran.push("doomed"));
    clock.after(10, () => doomed.cancel());
    clock.after(15, () => ran.push("never"))[Symbol.dispose]();
    expect(clock.pendingCount).toBe(2);
    await clock.advance(100);
    expect(ran).toEqual([]);
    expect(clock.pendingCount).toBe(0);
  });

  test("can have its wall clock set back; timers fall due as they would have", async () => {
    const clock = new ManualClock(5000);
    const ran: number[] = [];
    clock.after(100, () => ran.push(clock.nowMs()));
    await clock.advance(60);
    clock.setNowMs(1000);
    expect([clock.nowMs(), clock.monotonicMs()]).toEqual([1000, 60]);
    await clock.advance(40);
    expect(ran).toEqual([1040]);
  });

  test("takes a delay below zero for none", async () => {
    const clock = new ManualClock(0);
    const ran: number[] = [];
    clock.after(-5, () => ran.push(clock.nowMs()));
    await clock.advance(0);
    expect(ran).toEqual([0]);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("cannot be moved by %d", async (byMs) => {
    const clock = new ManualClock(1000);
    await expect(clock.advance(byMs)).rejects.toThrow("time moves forward only");
    expect(clock.nowMs()).toBe(1000);
  });
});
