import { expect, test } from "vitest";
import { chain, type Filter } from "./chain.ts";
import { testCall } from "./testing/test-call.ts";

test("filters see the request go in, in their order, and the answer come out", async () => {
  const seen: string[] = [];
  const filter =
    (name: string): Filter =>
    async (_call, next) => {
      seen.push(`${name} in`);
      await next();
      seen.push(`${name} out`);
    };
  await chain([filter("a"), filter("b")], async () => void seen.push("handled"))(testCall("/x").call);
  expect(seen).toEqual(["a in", "b in", "handled", "b out", "a out"]);
});

test("a filter that does not go on ends the way in; what it throws passes those before", async () => {
  const seen: string[] = [];
  const watching: Filter = async (_call, next) => {
    await next().catch((error: unknown) => seen.push(String(error)));
  };
  const refusing: Filter = () => Promise.reject(new Error("no"));
  await chain([watching, refusing], async () => void seen.push("handled"))(testCall("/x").call);
  await chain([async () => void seen.push("answered")], async () => void seen.push("handled"))(testCall("/x").call);
  expect(seen).toEqual(["Error: no", "answered"]);
});

test("every filter and the handler get the same call", async () => {
  const { call } = testCall("/x");
  const calls: unknown[] = [];
  const filter: Filter = async (given, next) => {
    calls.push(given);
    await next();
  };
  await chain([filter, filter], async (given) => void calls.push(given))(call);
  expect(calls.every((given) => given === call)).toBe(true);
  expect(calls).toHaveLength(3);
});
