import { beforeEach, expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { MetricRegistry } from "../../base/metrics.ts";
import { newSeed, seededRandom } from "../../base/random.ts";
import { RateLimiter } from "./rate-limiter.ts";
import { WorkQueue } from "./work-queue.ts";
import { WorkQueueMetrics } from "./work-queue-metrics.ts";

let clock: ManualClock;
let queue: WorkQueue;

beforeEach(() => {
  clock = new ManualClock();
  queue = new WorkQueue({ name: "test", clock });
});

test("get() returns keys in the order in which they were added", async () => {
  for (const key of ["b", "a", "c"]) queue.add(key);
  expect([await queue.get(), await queue.get(), await queue.get()]).toEqual(["b", "a", "c"]);
});

test("add() ignores a key that is already queued", async () => {
  queue.add("a");
  queue.add("a");
  expect(queue.size).toBe(1);
  expect(await queue.get()).toBe("a");
  queue.done("a");
  expect(queue.size).toBe(0);
});

test("a key that is added during its processing is queued again after done()", async () => {
  queue.add("a");
  await queue.get();
  queue.add("a");
  queue.add("a");
  expect(queue.size).toBe(0);
  queue.done("a");
  expect(queue.size).toBe(1);
  expect(await queue.get()).toBe("a");
});

test("waiting get() calls receive keys in the order of the calls", async () => {
  const [first, second] = [queue.get(), queue.get()];
  queue.add("a");
  queue.add("b");
  expect([await first, await second]).toEqual(["a", "b"]);
});

test("an aborted get() leaves the key to another caller", async () => {
  const stop = new AbortController();
  const [stopped, other] = [queue.get(stop.signal), queue.get()];
  queue.add("a");
  stop.abort();
  expect([await stopped, await other]).toEqual([undefined, "a"]);
});

test("addAfter() queues a key at the earliest of its requested times", async () => {
  queue.addAfter("a", 5000);
  queue.addAfter("b", 3000);
  queue.addAfter("a", 1000);
  queue.addAfter("a", 9000);
  await clock.advance(999);
  expect(queue.size).toBe(0);
  await clock.advance(1);
  expect(await queue.get()).toBe("a");
  queue.done("a");
  await clock.advance(20_000);
  expect(await queue.get()).toBe("b");
  expect(queue.size).toBe(0);
  expect(clock.pendingCount).toBe(0);
});

test("addAfter() with a delay of 0 queues the key immediately", () => {
  queue.addAfter("a", 0);
  expect(queue.size).toBe(1);
});

test("addRateLimited() doubles the delay of a key until forget() resets it", async () => {
  const delays: number[] = [];
  const failOnce = async (): Promise<void> => {
    const startMs = clock.monotonicMs();
    queue.addRateLimited("a");
    while (queue.size === 0) await clock.advance(1);
    delays.push(clock.monotonicMs() - startMs);
    await queue.get();
    queue.done("a");
  };
  for (let count = 0; count < 5; count++) await failOnce();
  expect(queue.retries("a")).toBe(5);
  queue.forget("a");
  await failOnce();
  expect(delays).toEqual([5, 10, 20, 40, 80, 5]);
});

test("the delay of a failing key is at most 1000 seconds", () => {
  const limiter = new RateLimiter<string>({ clock, burst: 1000 });
  for (let count = 0; count < 60; count++) limiter.delayMs("a");
  expect(limiter.delayMs("a")).toBe(1_000_000);
});

test("the limiter allows 10 retries per second for all keys together, after a burst of 100", async () => {
  const limiter = new RateLimiter<number>({ clock });
  const delays = Array.from({ length: 103 }, (_, key) => limiter.delayMs(key));
  expect(delays.slice(98)).toEqual([5, 5, 100, 200, 300]);
  await clock.advance(1300);
  expect([limiter.delayMs(200), limiter.delayMs(201)]).toEqual([5, 5]);
});

test("after shutdown(), queued keys are still returned, and no keys are added", async () => {
  queue.add("a");
  queue.addAfter("later", 10);
  let isDrained = false;
  const drained = queue.shutdown().finally(() => {
    isDrained = true;
  });
  queue.add("b");
  queue.addRateLimited("c");
  expect(await queue.get()).toBe("a");
  expect(await queue.get()).toBeUndefined();
  expect(isDrained).toBe(false);
  queue.done("a");
  await drained;
  expect(clock.pendingCount).toBe(0);
});

test("shutdown() ends waiting get() calls", async () => {
  const waiting = [queue.get(), queue.get()];
  await queue.shutdown();
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
});

test("a key that was added during its processing is still returned after shutdown()", async () => {
  queue.add("a");
  await queue.get();
  queue.add("a");
  const drained = queue.shutdown();
  queue.done("a");
  expect(await queue.get()).toBe("a");
  queue.done("a");
  await drained;
});

test("clear() drops the queued keys", async () => {
  queue.add("a");
  queue.add("b");
  queue.clear();
  expect(queue.size).toBe(0);
  queue.add("a");
  expect(await queue.get()).toBe("a");
});

test("done() throws for a key that get() has not returned", () => {
  expect(() => queue.done("a")).toThrow("only what was taken can be done");
});

test("the metrics of a queue have the reference's names", async () => {
  const registry = new MetricRegistry();
  const measured = new WorkQueue({ name: "things", clock, metrics: new WorkQueueMetrics(registry) });
  measured.add("a");
  measured.add("b");
  measured.add("a");
  await clock.advance(2000);
  await measured.get();
  await clock.advance(3000);
  const running = registry.render();
  expect(running).toContain('workqueue_depth{name="things"} 1\n');
  expect(running).toContain('workqueue_adds_total{name="things"} 2\n');
  expect(running).toContain('workqueue_queue_duration_seconds_sum{name="things"} 2\n');
  expect(running).toContain('workqueue_unfinished_work_seconds{name="things"} 3\n');
  expect(running).toContain('workqueue_longest_running_processor_seconds{name="things"} 3\n');
  measured.addRateLimited("a");
  measured.done("a");
  const finalMetrics = registry.render();
  expect(finalMetrics).toContain('workqueue_work_duration_seconds_sum{name="things"} 3\n');
  expect(finalMetrics).toContain('workqueue_retries_total{name="things"} 1\n');
  expect(finalMetrics).toContain('workqueue_unfinished_work_seconds{name="things"} 0\n');
});

test.each(Array.from({ length: 10 }, newSeed))(
  "no key is lost or processed twice at once under random additions (seed %i)",
  async (seed) => {
    const random = seededRandom(seed);
    /** Keys that were added and not processed since. */
    const dirty = new Set<number>();
    const busy = new Set<number>();
    const numbers = new WorkQueue<number>({ name: "test", clock });
    const work = async (): Promise<void> => {
      for (let key = await numbers.get(); key !== undefined; key = await numbers.get()) {
        expect(busy.has(key)).toBe(false);
        busy.add(key);
        dirty.delete(key);
        if (random.below(2) === 0)
          await new Promise((resolve) => clock.after(random.below(20), () => resolve(undefined)));
        if (random.below(4) === 0) {
          dirty.add(key);
          numbers.addRateLimited(key);
        } else numbers.forget(key);
        busy.delete(key);
        numbers.done(key);
      }
    };
    const workers = [work(), work(), work()];
    for (let step = 0; step < 300; step++) {
      const key = random.below(8);
      dirty.add(key);
      if (random.below(3) === 0) numbers.addAfter(key, random.below(100));
      else numbers.add(key);
      if (random.below(4) === 0) await clock.advance(random.below(30));
    }
    await clock.advance(3_000_000);
    expect([...dirty]).toEqual([]);
    const drained = numbers.shutdown();
    await Promise.all([drained, ...workers]);
  },
);
