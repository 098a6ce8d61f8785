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
  ])("reads %s", (path, expected) => {
    expect(valueAt(object, path)).toEqual(expected);
  });
});

describe("setValueAt", () => {
  test("sets a value, making the objects on the way", () => {
    const object = {};
    setValueAt(object, "status.conditions.ready", true);
    expect(object).toEqual({ status: { conditions: { ready: true } } });
  });

  test("leaves what stands beside the path", () => {
    const object = { spec: { a: 1, b: 2 }, other: 3 };
    setValueAt(object, "spec.a", 10);
    expect(object).toEqual({ spec: { a: 10, b: 2 }, other: 3 });
  });

  test("puts objects in the place of values on the way that have no members", () => {
    const object = { spec: null, other: 5 };
    setValueAt(object, "spec.a", 1);
    setValueAt(object, "other.a", 1);
    expect(object).toEqual({ spec: { a: 1 }, other: { a: 1 } });
  });

  test("undefined removes the last step, and makes nothing on the way to it", () => {
    const object = { spec: { a: 1, b: 2 } };
    setValueAt(object, "spec.a", undefined);
    setValueAt(object, "status.phase", undefined);
    expect(object).toEqual({ spec: { b: 2 } });
    expect(Object.keys(object)).toEqual(["spec"]);
    expect(Object.keys(object.spec)).toEqual(["b"]);
  });

  test("null is a value", () => {
    const object = { spec: { a: 1 } };
    setValueAt(object, "spec.a", null);
    expect(object).toEqual({ spec: { a: null } });
  });
});
