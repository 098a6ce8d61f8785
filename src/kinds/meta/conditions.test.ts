import { expect, test } from "vitest";
import { holds, withCondition } from "./conditions.ts";

const ready = { type: "Ready", status: "True", lastTransitionTime: "2025-06-01T12:00:00Z" };
const scheduled = { type: "Scheduled", status: "True", lastTransitionTime: "2025-06-01T11:00:00Z" };
const later = "2025-06-01T13:00:00Z";

test("withCondition() adds a new condition at the end", () => {
  expect(withCondition(undefined, ready)).toEqual([ready]);
  expect(withCondition([scheduled], ready)).toEqual([scheduled, ready]);
});

test("withCondition() replaces a condition in its place, with a new time only if its status changes", () => {
  const before = [ready, scheduled];
  const changed = { ...ready, status: "False", lastTransitionTime: later };
  expect(withCondition(before, changed)).toEqual([changed, scheduled]);
  const explained = { ...ready, lastTransitionTime: later, reason: "Because" };
  expect(withCondition(before, explained)).toEqual([{ ...ready, reason: "Because" }, scheduled]);
  expect(before).toEqual([ready, scheduled]);
});

test("holds() returns true only for a condition with status True", () => {
  expect(holds([ready], "Ready")).toBe(true);
  expect(holds([{ ...ready, status: "Unknown" }], "Ready")).toBe(false);
  expect(holds(undefined, "Ready")).toBe(false);
});
