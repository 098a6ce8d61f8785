import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { LinkedAbort } from "./linked-abort.ts";

test("a LinkedAbort follows the outer signal with its reason, but does not abort it", () => {
  const outer = new AbortController();
  const one = new LinkedAbort(outer.signal);
  const other = new LinkedAbort(outer.signal);
  one.abort(new Error("of its own"));
  expect(outer.signal.aborted).toBe(false);
  outer.abort(new Error("of all"));
  expect(one.signal.reason).toEqual(new Error("of its own"));
  expect(other.signal.reason).toEqual(new Error("of all"));
  expect(new LinkedAbort(outer.signal).signal.reason).toEqual(new Error("of all"));
});

test("any number of LinkedAborts add one listener to the outer signal, and the last disposal removes it", () => {
  const outer = new AbortController();
  const followers = Array.from({ length: 50 }, () => new LinkedAbort(outer.signal));
  expect(getEventListeners(outer.signal, "abort")).toHaveLength(1);
  for (const follower of followers) follower[Symbol.dispose]();
  expect(getEventListeners(outer.signal, "abort")).toHaveLength(0);
  const late = new LinkedAbort(outer.signal);
  followers[0]?.[Symbol.dispose]();
  outer.abort(new Error("of all"));
  expect(late.signal.aborted).toBe(true);
  expect(followers[0]?.signal.aborted).toBe(false);
});
