import { expect, test } from "vitest";
import { chain, type Filter } from "./chain.ts";
import { testCall } from "./testing/test-call.ts";

test("chain() runs the filters in order before the handler, and in reverse order after it", async () => {
  const steps: string[] = [];
  const filter =
    (name: string): Filter =>
    async (call, next) => {
      steps.push(`${name} in`);
      await next(call);
      steps.push(`${name} out`);
    };
  await chain([filter("a"), filter("b")], async () => void steps.push("handled"))(testCall("/x").call);
  expect(steps).toEqual(["a in", "b in", "handled", "b out", "a out"]);
});

test("chain() stops at a filter that does not call next(), and passes its error to the filters before", async () => {
  const steps: string[] = [];
  const catchingFilter: Filter = async (call, next) => {
    await next(call).catch((error: unknown) => steps.push(String(error)));
  };
  const rejectingFilter: Filter = () => Promise.reject(new Error("no"));
  await chain([catchingFilter, rejectingFilter], async () => void steps.push("handled"))(testCall("/x").call);
  await chain([async () => void steps.push("responded")], async () => void steps.push("handled"))(testCall("/x").call);
  expect(steps).toEqual(["Error: no", "responded"]);
});

test("chain() passes the same call to every filter and the handler", async () => {
  const { call } = testCall("/x");
  const calls: unknown[] = [];
  const filter: Filter = async (received, next) => {
    calls.push(received);
    await next(received);
  };
  await chain([filter, filter], async (received) => void calls.push(received))(call);
  expect(calls.every((received) => received === call)).toBe(true);
  expect(calls).toHaveLength(3);
});
