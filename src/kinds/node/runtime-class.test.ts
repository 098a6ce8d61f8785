import { expect, test } from "vitest";
import { runtimeClass } from "../../api/index.ts";
import { KindWrites } from "../testing/kind-writes.ts";
import { rowOf } from "../testing/rows.ts";

const writes = new KindWrites(runtimeClass);

test("rows of RuntimeClasses show the handler", () => {
  const metadata = { name: "sandboxed", creationTimestamp: "2025-06-01T11:59:00Z" };
  expect(rowOf(runtimeClass, { metadata, handler: "sandbox" })).toEqual({
    Name: "sandboxed",
    Handler: "sandbox",
    Age: "60s",
  });
});

test("an update that changes the handler of a RuntimeClass is rejected", () => {
  const { errors } = writes.update(writes.stored({ handler: "a" }), (one) => {
    one.handler = "b";
  });
  expect(errors).toEqual(['handler: Invalid value: "b": field is immutable']);
});

test("an update of a RuntimeClass can change its overhead, and sets no generation", () => {
  const { object, errors } = writes.update(writes.stored({ handler: "a" }), (one) => {
    one.overhead = { podFixed: { memory: "1024Ki" } };
  });
  expect(errors).toEqual([]);
  expect(object.overhead).toEqual({ podFixed: { memory: "1Mi" } });
  expect(object.metadata.generation).toBeUndefined();
});
