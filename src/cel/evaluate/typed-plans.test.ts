import { describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import {
  compile,
  EvaluationError,
  extend,
  fromJson,
  intType,
  listType,
  MapValue,
  objectType,
  stringType,
  type Type,
  type Value,
} from "../index.ts";
import { clusterEnvironments } from "../library/index.ts";

const fields = new Map<string, Type>([
  ["int", intType],
  ["other", intType],
  ["text", stringType],
  ["part", stringType],
  ["inner", objectType("data")],
  ["list", listType(intType)],
]);
const { forNewExpressions } = clusterEnvironments({ vocabulary: vocabularies.kubernetes });
const environment = extend(forNewExpressions, {
  variables: { self: objectType("data"), n: intType },
  types: {
    hasType: (name) => name === "data",
    field: (_, field) => {
      const type = fields.get(field);
      return type && { type };
    },
  },
});

interface Outcome {
  readonly value: Value;
  readonly cost: number;
}

/** Evaluates with data that can contradict the declared types. */
function evaluate(text: string, self: unknown, n: Value = 7n): Outcome {
  const { value, cost } = compile(text, environment).evaluate({ self: fromJson(self), n });
  return { value, cost };
}

function failure(message: string, cost: number): Outcome {
  return { value: new EvaluationError(message), cost };
}

describe("comparisons of fields that are ints", () => {
  test.each([
    ["self.int < self.other", 1, 2, true],
    ["self.int < self.other", 2, 2, false],
    ["self.int <= self.other", 2, 2, true],
    ["self.int <= self.other", 3, 2, false],
    ["self.int > self.other", 3, 2, true],
    ["self.int > self.other", 2, 2, false],
    ["self.int >= self.other", 2, 2, true],
    ["self.int >= self.other", 1, 2, false],
  ])("%s with %d and %d is %s and costs 5", (text, int, other, value) => {
    expect(evaluate(text, { int, other })).toEqual({ value, cost: 5 });
  });

  test("ints that a number cannot represent are compared exactly", () => {
    const self = { int: 9007199254740993n, other: 9007199254740992n };
    expect(evaluate("self.int > self.other", self).value).toBe(true);
    expect(evaluate("self.int > 9007199254740992", self).value).toBe(true);
    expect(evaluate("self.int < 9223372036854775807", { int: 1 }).value).toBe(true);
  });

  test("negative zero is the int 0", () => {
    expect(evaluate("self.int < 0 || self.int > 0", { int: -0 }).value).toBe(false);
    expect(evaluate("string(self.int)", { int: -0 }).value).toBe("0");
  });

  test("a double in place of an int is compared as a double", () => {
    expect(evaluate("self.int < self.other", { int: 1.5, other: 2 })).toEqual({ value: true, cost: 5 });
    expect(evaluate("self.int > 1", { int: 1.5 })).toEqual({ value: true, cost: 3 });
    expect(evaluate("self.int < self.other", { int: 2.5, other: 2.75 }).value).toBe(true);
  });

  test.each([
    ["text", "no such overload"],
    [true, "no such overload"],
    [null, "no such overload: _<_"],
    [[1], "no such overload: _<_"],
    [{}, "no such overload: _<_"],
  ])("%j in place of an int has no overload", (int, message) => {
    expect(evaluate("self.int < self.other", { int, other: 1 })).toEqual(failure(message, 5));
    expect(evaluate("self.other < self.int", { int, other: 1 })).toEqual(failure("no such overload", 5));
  });

  test("a missing field is an error, and the other operand is still counted", () => {
    expect(evaluate("self.int < self.other", { other: 1 })).toEqual(failure("no such key: int", 5));
    expect(evaluate("self.int < self.other", { int: 1 })).toEqual(failure("no such key: other", 5));
    expect(evaluate("self.inner.int < 1", { inner: {} })).toEqual(failure("no such key: int", 4));
    expect(evaluate("self.inner.int < 1", {})).toEqual(failure("no such key: inner", 3));
    expect(evaluate("self.inner.int < 1", { inner: 5 })).toEqual(failure("no such key: int", 4));
  });

  test("members that all JavaScript objects inherit are no fields", () => {
    const values = fromJson({}) as MapValue;
    for (const name of ["constructor", "toString", "__proto__"]) {
      expect([values.get(name), values.has(name), values.smallInt(name)]).toEqual([undefined, false, undefined]);
    }
    const inherited = fromJson(Object.create({ int: 1 })) as MapValue;
    expect([inherited.get("int"), inherited.has("int"), inherited.smallInt("int")]).toEqual([
      undefined,
      false,
      undefined,
    ]);
    const own = fromJson(JSON.parse('{"__proto__": 3}')) as MapValue;
    expect([own.get("__proto__"), own.has("__proto__"), own.smallInt("__proto__")]).toEqual([3n, true, 3]);
  });

  test("a variable in place of the object is an error of the selection", () => {
    const program = compile("self.int < 1", environment);
    expect(program.evaluate({ self: "text" })).toEqual(failure("no such key: int", 3));
    expect(program.evaluate({})).toEqual(failure("no such attribute(s): self", 2));
  });

  test("a variable without a value is an error, also if all JavaScript objects have a member of its name", () => {
    const { value } = compile(
      "constructor + toString",
      extend(environment, {
        variables: { constructor: intType, toString: intType },
      }),
    ).evaluate({ toString: 1n });
    expect(value).toEqual(new EvaluationError("no such attribute(s): constructor"));
  });

  test("a field is compared with a variable and with an element", () => {
    expect(evaluate("self.int < n", { int: 1 })).toEqual({ value: true, cost: 4 });
    expect(evaluate("self.list.all(x, x > self.int)", { int: 1, list: [2, 3] }).value).toBe(true);
  });
});

describe("the text of a field that is an int", () => {
  test.each([
    [5, "5"],
    [-12, "-12"],
    [9223372036854775807n, "9223372036854775807"],
  ])("string() of %s is %s and costs 3", (int, value) => {
    expect(evaluate("string(self.int)", { int })).toEqual({ value, cost: 3 });
  });

  test.each([
    [1.5, "double"],
    [true, "bool"],
    ["text", "string"],
    [[1], "list"],
  ])("string() of %s in place of an int has no overload, as the checker has chosen one", (int, type) => {
    const expected = failure(`no such overload: string(${type})`, 3);
    expect(evaluate("string(self.int)", { int })).toEqual(expected);
    expect(evaluate("string(n)", {}, fromJson(int))).toEqual({ ...expected, cost: 2 });
  });
});

describe("sums of texts", () => {
  test("a sum costs a tenth of each partial sum, rounded up", () => {
    // Each field costs 2. The partial sums have 8, 13 and 21 code points.
    const self = { text: "12345678", part: "" };
    expect(evaluate("self.text + self.part + 'abcde' + self.text", self)).toEqual({
      value: "12345678abcde12345678",
      cost: 6 + 1 + 2 + 3,
    });
  });

  test("code points are counted, also those whose halves come from two texts", () => {
    const self = { text: "123456789\ud83d", part: "\ude00" };
    // 10 code points, since both halves make one: 1. Then 11: 2.
    expect(evaluate("self.text + self.part + 'x'", self).cost).toBe(4 + 1 + 2);
    expect(evaluate("self.text + self.text", { text: "😀😀😀😀😀" }).cost).toBe(4 + 1);
  });

  test("the operands of a sum are evaluated after an error, and the error has the size 1", () => {
    expect(evaluate("self.text + self.part + 'abcdefghij'", { part: "x" })).toEqual(
      failure("no such key: text", 4 + 1 + 2),
    );
  });

  test.each([[5], [null], [[]]])("a sum of a text and %j has no overload", (part) => {
    expect(evaluate("self.text + self.part", { text: "a", part })).toEqual(failure("no such overload", 5));
  });

  test("values of another type in place of texts are added by their own type", () => {
    expect(evaluate("self.text + self.part", { text: 1, part: 2 })).toEqual({ value: 3n, cost: 5 });
  });
});

describe("has() of a field of a variable", () => {
  test.each([
    ["has(self.int)", { int: null }, true, 1],
    ["has(self.int)", {}, false, 1],
    ["has(self.inner.int)", { inner: { int: 1 } }, true, 2],
    ["has(self.inner.int)", { inner: {} }, false, 2],
    ["has(self.inner.int)", { inner: "text" }, false, 2],
  ])("%s in %j is %s and costs %d", (text, self, value, cost) => {
    expect(evaluate(text, self)).toEqual({ value, cost });
  });

  test("a missing field before the last one is an error", () => {
    expect(evaluate("has(self.inner.int)", {})).toEqual(failure("no such key: inner", 1));
    expect(evaluate("has(self.inner.inner.int)", { inner: {} })).toEqual(failure("no such key: inner", 2));
  });
});
