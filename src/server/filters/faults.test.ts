import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import type { Call } from "../requests/call.ts";
import { testCall } from "../testing/test-call.ts";
import { FaultInjection } from "./faults.ts";

/** Returns whether the filter passed the call on, or the error that it threw. */
async function runFilter({ filter }: FaultInjection, call: Call): Promise<unknown> {
  let isPassedOn: unknown = false;
  try {
    await filter(call, async () => {
      isPassedOn = true;
    });
  } catch (error) {
    return error;
  }
  return isPassedOn;
}

const pod = (): Call => testCall("/api/v1/namespaces/default/pods/p").call;

test("faults affect a request in the order in which they were added, until one ends it", async () => {
  const clock = new ManualClock();
  const faults = new FaultInjection(clock);
  const delay = faults.add({ verb: "get", resource: "pods", delayMs: 100 });
  const first = faults.add({ verb: "get", resource: "pods", error: 503 });
  const second = faults.add({ verb: "get", resource: "pods", error: 500 });
  const outcome = runFilter(faults, pod());
  expect([delay.hits, first.hits]).toEqual([1, 0]);
  await clock.advance(100);
  expect(await outcome).toMatchObject({ code: 503 });
  expect([delay.hits, first.hits, second.hits]).toEqual([1, 1, 0]);
});

test("a fault that is removed during the delay of a request does not affect that request", async () => {
  const clock = new ManualClock();
  const faults = new FaultInjection(clock);
  faults.add({ verb: "get", resource: "pods", delayMs: 100 });
  const error = faults.add({ verb: "get", resource: "pods", error: 500 });
  const outcome = runFilter(faults, pod());
  error.remove();
  await clock.advance(100);
  expect(await outcome).toBe(true);
});

test("removing a delay releases all requests that it delays", async () => {
  const clock = new ManualClock();
  const faults = new FaultInjection(clock);
  const delay = faults.add({ verb: "get", resource: "pods", times: 2, delayMs: 100 });
  const delayed = [runFilter(faults, pod()), runFilter(faults, pod())];
  expect(await runFilter(faults, pod())).toBe(true);
  expect(clock.pendingCount).toBe(2);
  delay.remove();
  expect(await Promise.all(delayed)).toEqual([true, true]);
  expect(clock.pendingCount).toBe(0);
});

test("an aborted call ends its delay and does not continue", async () => {
  const clock = new ManualClock();
  const faults = new FaultInjection(clock);
  faults.add({ verb: "get", resource: "pods", delayMs: 100 });
  const call = pod();
  const outcome = runFilter(faults, call);
  call.abort(new Error("over"));
  expect(await outcome).toEqual(new Error("over"));
  expect(clock.pendingCount).toBe(0);
});

test("FaultInjection.add() copies its order, so that later changes have no effect", async () => {
  const faults = new FaultInjection(new ManualClock());
  const order: { verb: "get"; resource: string; error: 500 } = { verb: "get", resource: "pods", error: 500 };
  faults.add(order);
  order.resource = "secrets";
  expect(await runFilter(faults, pod())).toMatchObject({ code: 500 });
});

test("faults do not affect paths that are not resources", async () => {
  const faults = new FaultInjection(new ManualClock());
  faults.add({ verb: "*", resource: "*", error: 500 });
  expect(await runFilter(faults, testCall("/healthz").call)).toBe(true);
});
