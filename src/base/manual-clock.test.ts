import { describe, expect, test } from "vitest";
import { ManualClock } from "./manual-clock.ts";

describe("a manual clock", () => {
  test("ManualClock stays at its start, the beginning of 2025 by default", () => {
    expect(new Date(new ManualClock().nowMs()).toISOString()).toBe("2025-01-01T00:00:00.000Z");
    expect(new ManualClock(5000).nowMs()).toBe(5000);
    expect(new ManualClock(5000).monotonicMs()).toBe(0);
  });

  test("advance() moves both times equally", async () => {
    const clock = new ManualClock(1_000_000);
    await clock.advance(250);
    await clock.advance(0);
    expect(clock.nowMs()).toBe(1_000_250);
    expect(clock.monotonicMs()).toBe(250);
  });

  test("advance() runs callbacks at their times and in order, those of the same time in the order of creation", async () => {
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

  test("advance() runs a callback that another callback scheduled within the same period", async () => {
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

  test("advance() lets promises settle between callbacks", async () => {
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

  test("advance() does not run cancelled callbacks, even if an earlier callback cancelled them", async () => {
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

  test("setNowMs() can move the wall clock back without affecting timers", async () => {
    const clock = new ManualClock(5000);
    const ran: number[] = [];
    clock.after(100, () => ran.push(clock.nowMs()));
    await clock.advance(60);
    clock.setNowMs(1000);
    expect([clock.nowMs(), clock.monotonicMs()]).toEqual([1000, 60]);
    await clock.advance(40);
    expect(ran).toEqual([1040]);
  });

  test("after() treats a negative delay as zero", async () => {
    const clock = new ManualClock(0);
    const ran: number[] = [];
    clock.after(-5, () => ran.push(clock.nowMs()));
    await clock.advance(0);
    expect(ran).toEqual([0]);
  });

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY])("advance() rejects %d milliseconds", async (byMs) => {
    const clock = new ManualClock(1000);
    await expect(clock.advance(byMs)).rejects.toThrow("time moves forward only");
    expect(clock.nowMs()).toBe(1000);
  });
});
