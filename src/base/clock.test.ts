import { getEventListeners } from "node:events";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { keepProcessAlive, sleep, systemClock } from "./clock.ts";
import { ManualClock } from "./manual-clock.ts";

describe("systemClock", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  test("after() runs a callback once, after its delay", () => {
    const callback = vi.fn();
    systemClock.after(1000, callback);
    vi.advanceTimersByTime(999);
    expect(callback).not.toHaveBeenCalled();
    vi.advanceTimersByTime(10_000);
    expect(callback).toHaveBeenCalledTimes(1);
  });

  test("after() does not run a callback that was cancelled or disposed", () => {
    const callback = vi.fn();
    const timer = systemClock.after(1000, callback);
    timer.cancel();
    timer.cancel();
    systemClock.after(1000, callback)[Symbol.dispose]();
    vi.advanceTimersByTime(10_000);
    expect(callback).not.toHaveBeenCalled();
  });

  test("after() does not run a callback with a very long delay immediately", () => {
    const callback = vi.fn();
    systemClock.after(Number.POSITIVE_INFINITY, callback);
    vi.advanceTimersByTime(2 ** 31 - 2);
    expect(callback).not.toHaveBeenCalled();
  });
});

test("systemClock returns the time, and a time that never goes back", () => {
  expect(Math.abs(systemClock.nowMs() - new Date().getTime())).toBeLessThan(1000);
  const before = systemClock.monotonicMs();
  expect(systemClock.monotonicMs()).toBeGreaterThanOrEqual(before);
});

describe("sleep", () => {
  test("sleep() resolves after its delay, not before", async () => {
    const clock = new ManualClock();
    const ended: string[] = [];
    const sleeper = async (): Promise<void> => {
      await sleep(clock, 1000);
      ended.push("over");
    };
    const sleeping = sleeper();
    await clock.advance(999);
    expect(ended).toEqual([]);
    await clock.advance(1);
    await sleeping;
    expect(ended).toEqual(["over"]);
  });

  test("sleep() rejects with the signal's reason when it is aborted, and leaves no timer", async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const sleeping = sleep(clock, 1000, stop.signal);
    const reason = new Error("enough");
    stop.abort(reason);
    await expect(sleeping).rejects.toBe(reason);
    expect(clock.pendingCount).toBe(0);
  });

  test("sleep() rejects immediately if its signal is already aborted", async () => {
    const clock = new ManualClock();
    await expect(sleep(clock, 1000, AbortSignal.abort(new Error("too late")))).rejects.toThrow("too late");
    expect(clock.pendingCount).toBe(0);
  });

  test("sleep() rejects with an Error for any abort reason", async () => {
    const rejection = sleep(new ManualClock(), 1000, AbortSignal.abort("a text")).catch((error: unknown) => error);
    expect(await rejection).toMatchObject({ message: "aborted", cause: "a text" });
  });

  test("all calls of sleep() with one signal share one listener, which is removed after them", async () => {
    const clock = new ManualClock();
    const { signal } = new AbortController();
    const sleeping = Array.from({ length: 12 }, () => sleep(clock, 10, signal));
    expect(getEventListeners(signal, "abort")).toHaveLength(1);
    await clock.advance(10);
    await Promise.all(sleeping);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("sleep() ignores an abort after it has resolved", async () => {
    const clock = new ManualClock();
    const stop = new AbortController();
    const sleeping = sleep(clock, 10, stop.signal);
    await clock.advance(10);
    await expect(sleeping).resolves.toBeUndefined();
    stop.abort();
  });
});

test("keepProcessAlive() keeps the process alive until it is disposed", () => {
  const timers = (): number => process.getActiveResourcesInfo().filter((name) => name === "Timeout").length;
  const before = timers();
  const alive = keepProcessAlive();
  expect(timers()).toBe(before + 1);
  alive[Symbol.dispose]();
  expect(timers()).toBe(before);
});
