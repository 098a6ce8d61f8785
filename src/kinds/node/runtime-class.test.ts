import { expect, test } from "vitest";
import { runtimeClass } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const writes = new KindWrites(runtimeClass);

test("RuntimeClasses show their handler", () => {
  const metadata = { name: "sandboxed", creationTimestamp: "2025-06-01T11:59:00Z" };
  expect(rowOf(runtimeClass, { metadata, handler: "sandbox" })).toEqual({
    Name: "sandboxed",
    Handler: "sandbox",
    Age: "60s",
  });
});

test("a RuntimeClass keeps its handler", () => {
  const { errors } = writes.update(writes.stored({ handler: "a" }), (one) => {
    one.handler = "b";
  });
  expect(errors).toEqual(['handler: Invalid value: "b": field is immutable']);
});

test("a RuntimeClass may change its overhead, and has no generation", () => {
  const { object, errors } = writes.update(writes.stored({ handler: "a" }), (one) => {
    one.overhead = { podFixed: { memory: "1024Ki" } };
  });
  expect(errors).toEqual([]);
  expect(object.overhead).toEqual({ podFixed: { memory: "1Mi" } });
  expect(object.metadata.generation).toBeUndefined();
});
