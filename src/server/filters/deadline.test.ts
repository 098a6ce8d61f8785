import { expect, test } from "vitest";
import { deferred } from "../../base/deferred.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { recordingLogger } from "../testing/log-lines.ts";
import { runFilter, testCall } from "../testing/test-call.ts";
import { deadline } from "./deadline.ts";

const path = "/api/v1/namespaces/default/configmaps";
const neverResolves = (): Promise<void> => new Promise(() => undefined);
const timeoutStatus = {
  code: 504,
  reason: "Timeout",
  message: "Timeout: request did not complete within the allotted timeout",
  details: {},
};

test("deadline() cancels its timer when a request ends in time", async () => {
  const clock = new ManualClock();
  await deadline(clock, 1000)(testCall(path).call, async () => undefined);
  expect(clock.pendingCount).toBe(0);
});

test("deadline() throws the handler's error and cancels its timer", async () => {
  const clock = new ManualClock();
  const failure = new Error("broken");
  await expect(deadline(clock, 1000)(testCall(path).call, () => Promise.reject(failure))).rejects.toBe(failure);
  expect(clock.pendingCount).toBe(0);
});

test("deadline() throws a 504 and aborts the signal when the time is over", async () => {
  const clock = new ManualClock();
  const { call } = testCall(path);
  const handled = deadline(clock, 1000)(call, neverResolves);
  const rejection = expect(handled).rejects.toMatchObject(timeoutStatus);
  const { signal } = call;
  await clock.advance(999);
  expect(signal.aborted).toBe(false);
  await clock.advance(1);
  await rejection;
  expect(signal.aborted).toBe(true);
});

test.each([
  ["timeout=10s", 10_000],
  ["timeout=500ms", 500],
  ["timeout=1h", 60_000],
  ["timeout=0s", 60_000],
  ["timeout=-5s", 60_000],
  ["timeout=", 60_000],
  ["other=1s", 60_000],
])("deadline() for the query %s is %d ms", async (query, limitMs) => {
  const clock = new ManualClock();
  const rejection = expect(
    deadline(clock, 60_000)(testCall(`${path}?${query}`).call, neverResolves),
  ).rejects.toMatchObject(timeoutStatus);
  await clock.advance(limitMs - 1);
  expect(clock.pendingCount).toBe(1);
  await clock.advance(1);
  expect(clock.pendingCount).toBe(0);
  await rejection;
});

test("deadline() rejects a malformed timeout before the handler runs", async () => {
  let reached = false;
  const handled = runFilter(deadline(new ManualClock(), 1000), testCall(`${path}?timeout=soon`).call, async () => {
    reached = true;
  });
  await expect(handled).rejects.toMatchObject({
    code: 400,
    message: 'invalid timeout specified in the request URL - time: invalid duration "soon"',
  });
  expect(reached).toBe(false);
});

test("deadline() does not limit watches", async () => {
  const clock = new ManualClock();
  const gate = deferred();
  const handled = deadline(clock, 1000)(testCall(path, { isWatch: true }).call, () => gate.promise);
  expect(clock.pendingCount).toBe(0);
  gate.resolve();
  await handled;
});

test("deadline() logs an error that the handler throws after the time is over", async () => {
  const clock = new ManualClock();
  const { logger, lines } = recordingLogger();
  const { promise, reject } = deferred();
  const rejection = expect(deadline(clock, 1000)(testCall(path, { logger }).call, () => promise)).rejects.toMatchObject(
    timeoutStatus,
  );
  await clock.advance(1000);
  await rejection;
  reject(new Error("too late"));
  await clock.advance(0);
  expect(lines).toEqual([
    {
      level: "info",
      message: "a request failed after its time was over",
      fields: { id: "the-id", reason: "too late" },
    },
  ]);
});
