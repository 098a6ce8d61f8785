import { expect, test } from "vitest";
import { keepUnchanged } from "./conversion.ts";

const old = { spec: { metrics: ["cpu", "memory"], max: 3, note: "kept nowhere" }, status: { seen: 1 } };
/** The list comes back in another order, the note not at all, and a zero is added. */
const before = { spec: { metrics: ["memory", "cpu"], max: 3, zero: 0 }, status: { seen: 1 } };

test.each<[string, object, object]>([
  ["a change of nothing leaves all as it is stored", before, old],
  [
    "a change beside what is lost loses nothing",
    { ...before, spec: { ...before.spec, max: 5 } },
    { spec: { metrics: ["cpu", "memory"], max: 5, note: "kept nowhere" }, status: { seen: 1 } },
  ],
  [
    "a list that changes is taken as it comes back",
    { ...before, spec: { ...before.spec, metrics: ["memory"] } },
    { spec: { metrics: ["memory"], max: 3, note: "kept nowhere" }, status: { seen: 1 } },
  ],
  [
    "what is taken away goes, and what is added comes",
    { spec: { metrics: ["memory", "cpu"], zero: 0, min: 1 } },
    { spec: { metrics: ["cpu", "memory"], note: "kept nowhere", min: 1 } },
  ],
])("%s", (_, after, expected) => {
  expect(keepUnchanged<object>(old, before, after)).toStrictEqual(expected);
});

test("a value of another type takes the place of the old one", () => {
  expect(keepUnchanged<unknown>({ a: 1 }, { a: 1 }, [1])).toEqual([1]);
  expect(keepUnchanged<unknown>({ a: { b: 1 } }, { a: { b: 1 } }, { a: null })).toEqual({ a: null });
});
