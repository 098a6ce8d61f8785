import { expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { testCall } from "../testing/test-call.ts";
import { writeDeadline } from "./write-deadline.ts";

const path = "/api/v1/namespaces/default/configmaps";
const neverResolves = (): Promise<void> => new Promise(() => undefined);

test.each([
  ["POST", path],
  ["PUT", `${path}/a`],
  ["PATCH", `${path}/a`],
  ["DELETE", `${path}/a`],
  ["DELETE", path],
])("writeDeadline() throws the reference's 504 after 34 seconds of %s %s", async (method, target) => {
  const clock = new ManualClock();
  const { call } = testCall(target, { method });
  const rejection = expect(writeDeadline(clock)(call, neverResolves)).rejects.toMatchObject({
    code: 504,
    message: "Timeout: request did not complete within requested timeout - context deadline exceeded",
  });
  await clock.advance(33_999);
  expect(call.signal.aborted).toBe(false);
  await clock.advance(1);
  await rejection;
  expect(call.signal.aborted).toBe(true);
});

test.each([
  ["GET", path],
  ["POST", "/api/v1/namespaces/default/pods/a/exec"],
  ["POST", "/apis"],
])("writeDeadline() does not limit %s %s", async (method, target) => {
  const clock = new ManualClock();
  void writeDeadline(clock)(testCall(target, { method }).call, neverResolves);
  expect(clock.pendingCount).toBe(0);
});
