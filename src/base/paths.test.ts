import { describe, expect, test } from "vitest";
import { setValueAt, valueAt } from "./paths.ts";

describe("valueAt", () => {
  const object = { spec: { replicas: 3, empty: null, list: [1], template: { metadata: { labels: { app: "a" } } } } };

  test.each([
    ["spec.replicas", 3],
    ["spec.template.metadata.labels", { app: "a" }],
    ["spec.empty", null],
    ["spec.nothing", undefined],
    ["spec.nothing.below", undefined],
    ["spec.empty.below", undefined],
    ["spec.replicas.below", undefined],
    ["status", undefined],
  ])("valueAt() reads %s", (path, expected) => {
    expect(valueAt(object, path)).toEqual(expected);
  });
});

test("valueAt() ignores inherited members", () => {
  expect(valueAt({ spec: {} }, "spec.constructor.name")).toBeUndefined();
  expect(valueAt({ spec: {} }, "spec.__proto__")).toBeUndefined();
  expect(valueAt(JSON.parse('{"spec": {"__proto__": {"replicas": 3}}}') as object, "spec.__proto__.replicas")).toBe(3);
});

describe("setValueAt", () => {
  test("setValueAt() sets a value and creates missing objects", () => {
    const object = {};
    setValueAt(object, "status.conditions.ready", true);
    expect(object).toEqual({ status: { conditions: { ready: true } } });
  });

  test("setValueAt() keeps members that are not on the path", () => {
    const object = { spec: { a: 1, b: 2 }, other: 3 };
    setValueAt(object, "spec.a", 10);
    expect(object).toEqual({ spec: { a: 10, b: 2 }, other: 3 });
  });

  test("setValueAt() replaces scalars on the path with objects", () => {
    const object = { spec: null, other: 5 };
    setValueAt(object, "spec.a", 1);
    setValueAt(object, "other.a", 1);
    expect(object).toEqual({ spec: { a: 1 }, other: { a: 1 } });
  });

  test("setValueAt() with undefined removes the last member and creates no objects", () => {
    const object = { spec: { a: 1, b: 2 } };
    setValueAt(object, "spec.a", undefined);
    setValueAt(object, "status.phase", undefined);
    expect(object).toEqual({ spec: { b: 2 } });
    expect(Object.keys(object)).toEqual(["spec"]);
    expect(Object.keys(object.spec)).toEqual(["b"]);
  });

  test("setValueAt() treats null as a value", () => {
    const object = { spec: { a: 1 } };
    setValueAt(object, "spec.a", null);
    expect(object).toEqual({ spec: { a: null } });
  });

  test.each(["spec.__proto__.replicas", "spec.constructor.prototype.replicas", "spec.replicas.__proto__"])(
    "setValueAt() sets %s in the object itself, not in one that it inherits from",
    (path) => {
      const object = { spec: {} };
      setValueAt(object, path, 3);
      expect(valueAt(object, path)).toBe(3);
      expect(Object.keys(object.spec)).toHaveLength(1);
      expect("replicas" in {}).toBe(false);
    },
  );
});
