import { describe, expect, test } from "vitest";
import type { FlowRequest } from "./flow-request.ts";
import { TestLevel } from "./testing/queue-set-parts.ts";

const states = (requests: readonly FlowRequest[]): string[] => requests.map(({ state }) => state);

test("requests execute while there are seats, and further ones wait", () => {
  const level = new TestLevel({}, 2);
  const requests = [level.start([0]), level.start([0]), level.start([0])];
  expect(states(requests)).toEqual(["executing", "executing", "waiting"]);
  let isStarted = false;
  const [first, , third] = requests;
  if (third) third.onStart = () => (isStarted = true);
  if (first) level.set.finish(first);
  expect(states(requests)).toEqual(["finished", "executing", "executing"]);
  expect(isStarted).toBe(true);
});

test("a full queue rejects requests only if all seats are taken", () => {
  const level = new TestLevel({ queueLengthLimit: 2 }, 1);
  const requests = Array.from({ length: 4 }, () => level.start([0]));
  expect(states(requests)).toEqual(["executing", "waiting", "waiting", "rejected"]);
  expect(level.set.rejectedCount).toBe(1);
  expect(level.registry.render()).toContain(
    'rejected_requests_total{flow_schema="schema",priority_level="level",reason="queue-full"} 1\n',
  );
});

test("a level without queues rejects requests over its limit", () => {
  const level = new TestLevel({ queues: 0 }, 1);
  expect(states([level.start([]), level.start([])])).toEqual(["executing", "rejected"]);
});

test("an exempt level rejects nothing", () => {
  const level = new TestLevel({ queues: -1 }, 0);
  expect(states([level.start([]), level.start([])])).toEqual(["executing", "executing"]);
});

test("requests of a flow with many waiting requests do not delay those of another", async () => {
  const level = new TestLevel({ queues: 2, queueLengthLimit: 100 }, 1);
  const first = level.start([0]);
  const greedy = Array.from({ length: 50 }, () => level.start([0]));
  const modest = level.start([1]);
  await level.clock.advance(3);
  level.set.finish(first);
  // The greedy flow has already had its share, so the modest flow is next although it came last.
  expect(modest.state).toBe("executing");
  expect(greedy.some(({ state }) => state === "executing")).toBe(false);
});

test("a flow uses the queue of its hand with the least work", () => {
  const level = new TestLevel({ queues: 4, handSize: 2 }, 1);
  level.start([0]);
  const requests = Array.from({ length: 4 }, () => level.start([1, 3]));
  expect(requests.map(({ queue }) => queue?.index).toSorted((one = 0, other = 0) => one - other)).toEqual([1, 1, 3, 3]);
});

test("a request of several seats waits until all of them are free", () => {
  const level = new TestLevel({}, 3);
  const [one, two] = [level.start([0]), level.start([0])];
  const wide = level.start([0], { initialSeats: 3 });
  const later = level.start([0]);
  level.set.finish(one);
  expect(states([wide, later])).toEqual(["waiting", "waiting"]);
  level.set.finish(two);
  expect(states([wide, later])).toEqual(["executing", "waiting"]);
  expect(level.set.seatsInUse).toBe(3);
});

test("a request that needs more seats than there are executes alone", () => {
  const level = new TestLevel({}, 2);
  const small = level.start([0]);
  const wide = level.start([0], { initialSeats: 5 });
  expect(wide.state).toBe("waiting");
  level.set.finish(small);
  expect(wide.state).toBe("executing");
});

test("a write keeps its seats until its event has been sent", async () => {
  const level = new TestLevel({}, 2);
  const write = level.start([0], { finalSeats: 2, additionalMs: 10 });
  const read = level.start([0]);
  level.set.finish(write);
  expect(read.state).toBe("waiting");
  expect(level.set.isIdle).toBe(false);
  await level.clock.advance(9);
  expect(read.state).toBe("waiting");
  await level.clock.advance(1);
  expect(read.state).toBe("executing");
});

test("a cancelled request leaves its queue, and is counted as rejected", () => {
  const level = new TestLevel({}, 1);
  const first = level.start([0]);
  const waiting = level.start([0]);
  level.set.cancel(waiting);
  level.set.cancel(waiting);
  level.set.cancel(first);
  expect(states([first, waiting])).toEqual(["executing", "cancelled"]);
  expect([level.set.waitingCount, level.set.rejectedCount, level.set.cancelledCount]).toEqual([0, 1, 1]);
  level.set.finish(first);
  expect(level.set.isIdle).toBe(true);
  expect(level.set.seatsInUse).toBe(0);
});

describe("configure()", () => {
  test("lets waiting requests execute if there are more seats", () => {
    const level = new TestLevel({}, 1);
    const requests = [level.start([0]), level.start([0])];
    level.set.configure(level.set.config, 2);
    expect(states(requests)).toEqual(["executing", "executing"]);
  });

  test("keeps requests in queues that no longer exist until they end", () => {
    const level = new TestLevel({ queues: 4 }, 1);
    const first = level.start([3]);
    const second = level.start([3]);
    level.set.configure({ queues: 2, handSize: 1, queueLengthLimit: 50 }, 1);
    expect(level.set.usedQueues.map(({ index }) => index)).toEqual([3]);
    level.set.finish(first);
    expect(second.state).toBe("executing");
    level.set.finish(second);
    expect(level.set.usedQueues).toEqual([]);
  });
});

test("virtual time advances with the work that each active queue gets", async () => {
  const level = new TestLevel({ queues: 2 }, 4);
  level.start([0], { initialSeats: 2 });
  await level.clock.advance(1000);
  level.start([1], { initialSeats: 2 });
  await level.clock.advance(1000);
  level.start([1]);
  // One queue with two seats for a second, then two queues with four seats for another.
  expect(level.set.currentR).toBe(2 * 1e8 + (4 / 2) * 1e8);
});

test("virtual time is set back before numbers lose their exactness, and the order remains", async () => {
  const level = new TestLevel({ queues: 2, queueLengthLimit: 10 }, 1000);
  const wide = level.start([0], { initialSeats: 1000 });
  const early = level.start([0]);
  await level.clock.advance(400_000_000);
  const late = level.start([1]);
  expect(level.set.currentR).toBeLessThan(2 ** 52);
  expect(level.registry.render()).toMatch(/epoch_advance_total\{priority_level="level",success="true"\} \d+\n/);
  level.set.configure(level.set.config, 1);
  level.set.finish(wide);
  expect([early.state, late.state].toSorted()).toEqual(["executing", "waiting"]);
});

test("metrics show the bounds of the virtual begins of waiting queues, also less the work of executing requests", async () => {
  const level = new TestLevel({ queues: 2 }, 2);
  const bounds = (metric: string): string[] =>
    ["min", "max"].map((bound) => {
      const series = `apiserver_flowcontrol_${metric}{bound="${bound}",priority_level="level"} `;
      return level.registry.render().split(series)[1]?.split("\n")[0] ?? "";
    });
  const first = level.start([0]);
  level.start([0]);
  // The first request is expected to take 3 ms.
  expect(bounds("next_s_bounds")).toEqual(["0.003", "0.003"]);
  expect(bounds("next_discounted_s_bounds")).toEqual(["0", "0"]);
  level.start([0]);
  level.start([1]);
  await level.clock.advance(1000);
  level.set.finish(first);
  // The first request took a second, and the second one is expected to take 3 ms. The other queue has had nothing.
  expect(bounds("next_s_bounds")).toEqual(["0", "1.003"]);
  expect(bounds("next_discounted_s_bounds")).toEqual(["0", "1"]);
});
