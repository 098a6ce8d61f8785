import { expect, test } from "vitest";
import { DisposalStack } from "./disposal-stack.ts";

test("a stack disposes its objects once, the newest one first", async () => {
  const order: string[] = [];
  const stack = new DisposalStack();
  const object = { [Symbol.asyncDispose]: async () => void order.push("object") };
  expect(stack.use(object)).toBe(object);
  expect(stack.use(undefined)).toBeUndefined();
  stack.defer(() => order.push("deferred"));
  await stack[Symbol.asyncDispose]();
  await stack[Symbol.asyncDispose]();
  expect(order).toEqual(["deferred", "object"]);
});

test("a stack disposes the other objects if one fails, and throws the first error", async () => {
  const order: string[] = [];
  const stack = new DisposalStack();
  stack.defer(() => order.push("oldest"));
  stack.defer(() => Promise.reject(new Error("second failure")));
  stack.defer(() => Promise.reject(new Error("first failure")));
  await expect(stack[Symbol.asyncDispose]()).rejects.toThrow("first failure");
  expect(order).toEqual(["oldest"]);
});

test("a stack whose objects were moved disposes none of them", async () => {
  const order: string[] = [];
  const stack = new DisposalStack();
  stack.defer(() => order.push("moved"));
  const moved = stack.move();
  await stack[Symbol.asyncDispose]();
  expect(order).toEqual([]);
  await moved[Symbol.asyncDispose]();
  expect(order).toEqual(["moved"]);
});
