import { expect, test } from "vitest";
import { Query } from "./query.ts";

test.each([
  ["a=1", ["1"]],
  ["a=1&a=2", ["1", "2"]],
  ["a", [""]],
  ["a=", [""]],
  ["a=&a=1", ["", "1"]],
  ["a=b=c", ["b=c"]],
  ["a=b%20c+d", ["b c d"]],
  ["%61=1", ["1"]],
  ["a=%C3%A9", ["é"]],
  ["a=%C3%A9%ff", ["é\u{FFFD}"]],
  ["a=é%2B", ["é+"]],
  ["a=%EF%BB%BFx", ["\u{FEFF}x"]],
  ["&&a=1&", ["1"]],
])("a query %j has the values %j of a", (text, values) => {
  expect(new Query(text).all("a")).toEqual(values);
});

test.each(["", "b=1", "?a=1", "a=1;b=2", "a;b", "a=%zz", "a=%", "a=%4", "a%zz=1", "A=1"])(
  "a query %j has no parameter a",
  (text) => {
    const query = new Query(text);
    expect([query.has("a"), query.first("a"), query.all("a")]).toEqual([false, undefined, []]);
  },
);

test("a malformed pair of a query is dropped without the other pairs", () => {
  const query = new Query("a=1;x&b=2&c=%zz&a=3");
  expect([query.all("a"), query.all("b"), query.all("c")]).toEqual([["3"], ["2"], []]);
});

test("a query accepts parameters named like properties of every object", () => {
  expect(new Query("__proto__=1&constructor=2").all("constructor")).toEqual(["2"]);
  expect(new Query("a=1").has("constructor")).toBe(false);
});
