import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import type { Call } from "../requests/call.ts";
import { testCall } from "../testing/test-call.ts";
import { FaultInjection } from "./faults.ts";

/** Whether the call got past the filter; the error when it did not. */
async function pass({ filter }: FaultInjection, call: Call): Promise<unknown> {
  let passed: unknown = false;
  try {
    await filter(call, async () => {
      passed = true;
    });
  } catch (error) {
    return error;
  }
  return passed;
}

const pod = (): Call => testCall("/api/v1/namespaces/default/pods/p").call;

test("several faults meet a request in the order in which they were added, until one ends it", async () => {
  const clock = new ManualClock();
  const faults = new FaultInjection(clock);
  const delay = faults.add({ verb: "get", resource: "pods", delayMs: 100 });
  const first = faults.add({ verb: "get", resource: "pods", error: 503 });
  const second = faults.add({ verb: "get", resource: "pods", error: 500 });
  const passed = pass(faults, pod());
  expect([delay.hits, first.hits]).toEqual([1, 0]);
  await clock.advance(100);
  expect(await passed).toMatchObject({ code: 503 });
  expect([delay.hits, first.hits, second.hits]).toEqual([1, 1, 0]);
});

test("a fault that is removed while a request waits for another does not meet it any more", async () => {
  const clock = new ManualClock();
  const faults = new FaultInjection(clock);
  faults.add({ verb: "get", resource: "pods", delayMs: 100 });
  const error = faults.add({ verb: "get", resource: "pods", error: 500 });
  const passed = pass(faults, pod());
  error.remove();
  await clock.advance(100);
  expect(await passed).toBe(true);
});

test("removing a delay that was met as often as ordered lets all go on that still wait", async () => {
  const clock = new ManualClock();
  const faults = new FaultInjection(clock);
  const delay = faults.add({ verb: "get", resource: "pods", times: 2, delayMs: 100 });
  const held = [pass(faults, pod()), pass(faults, pod())];
  expect(await pass(faults, pod())).toBe(true);
  expect(clock.pendingCount).toBe(2);
  delay.remove();
  expect(await Promise.all(held)).toEqual([true, true]);
  expect(clock.pendingCount).toBe(0);
});

test("a call that is aborted waits no longer, and goes no further", async () => {
  const clock = new ManualClock();
  const faults = new FaultInjection(clock);
  faults.add({ verb: "get", resource: "pods", delayMs: 100 });
  const call = pod();
  const passed = pass(faults, call);
  call.abort(new Error("over"));
  expect(await passed).toEqual(new Error("over"));
  expect(clock.pendingCount).toBe(0);
});

test("an order that is changed afterwards is carried out as it was", async () => {
  const faults = new FaultInjection(new ManualClock());
  const order: { verb: "get"; resource: string; error: 500 } = { verb: "get", resource: "pods", error: 500 };
  faults.add(order);
  order.resource = "secrets";
  expect(await pass(faults, pod())).toMatchObject({ code: 500 });
});

test("what is no resource meets no fault", async () => {
  const faults = new FaultInjection(new ManualClock());
  faults.add({ verb: "*", resource: "*", error: 500 });
  expect(await pass(faults, testCall("/healthz").call)).toBe(true);
});
