import { describe, expect, test } from "vitest";
import { evaluateWithSchema, objectSchema } from "../../testing/evaluate-with-schema.ts";

const text = { type: "string" };
const set = { type: "array", "x-orch-list-type": "set", items: text };
const mapList = {
  type: "array",
  "x-orch-list-type": "map",
  "x-orch-list-map-keys": ["k"],
  items: objectSchema({ k: text, v: { type: "integer" } }),
};

function compare(expression: string, list: unknown, self: unknown, oldSelf: unknown): unknown {
  return evaluateWithSchema(expression, objectSchema({ l: list }), { self: { l: self }, oldSelf: { l: oldSelf } });
}

const entries = (...pairs: readonly (readonly [string, number])[]): unknown => pairs.map(([k, v]) => ({ k, v }));

describe("equality of lists", () => {
  test("[CEL-15] [CEL-24] sets are equal in any order", () => {
    expect(compare("self.l == oldSelf.l", set, ["a", "b"], ["b", "a"])).toBe(true);
    expect(compare("self.l == oldSelf.l", set, ["a", "b"], ["b", "c"])).toBe(false);
  });

  test("[CEL-14] [CEL-24] lists with keys are equal in any order", () => {
    expect(compare("self.l == oldSelf.l", mapList, entries(["a", 1], ["b", 2]), entries(["b", 2], ["a", 1]))).toBe(
      true,
    );
    expect(compare("self.l == oldSelf.l", mapList, entries(["a", 1], ["b", 2]), entries(["b", 3], ["a", 1]))).toBe(
      false,
    );
  });

  test("other lists are equal only in the same order", () => {
    const list = { ...set, "x-orch-list-type": "atomic" };
    expect(compare("self.l == oldSelf.l", list, ["a", "b"], ["b", "a"])).toBe(false);
  });

  test("the order counts if a literal is compared with a set, but not the other way round", () => {
    expect(compare("self.l == ['b', 'a']", set, ["a", "b"], [])).toBe(true);
    expect(compare("['b', 'a'] == self.l", set, ["a", "b"], [])).toBe(false);
  });

  test("a set of objects cannot be compared, and no operator absorbs the error", () => {
    const objects = { ...set, items: objectSchema({ k: text }) };
    expect(compare("self.l == oldSelf.l || true", objects, entries(["a", 1]), entries(["a", 1]))).toEqual({
      error: "internal error: runtime error: hash of unhashable type map[string]interface {}",
    });
  });
});

describe("sums of lists", () => {
  test("[CEL-25] the sum of sets is their union in the order of the first one", () => {
    const sum = compare("self.l + oldSelf.l", set, ["a", "b"], ["c", "b", "d"]);
    expect(sum).toEqual({ list: ["a", "b", "c", "d"].map((string) => ({ string })) });
  });

  test("[CEL-26] the sum of lists with keys takes the values of the second one", () => {
    const [first, second] = [entries(["a", 1], ["b", 2]), entries(["c", 4], ["b", 3])];
    const sum = compare("(self.l + oldSelf.l).map(e, e.k + string(e.v))", mapList, first, second);
    expect(sum).toEqual({ list: ["a1", "b3", "c4"].map((string) => ({ string })) });
  });

  test("an element that an expression adds to a list of times does not match the schema", () => {
    const times = { type: "array", items: { type: "string", format: "date" } };
    expect(compare("(self.l + oldSelf.l)[1]", times, ["2020-01-01"], ["2020-01-02"])).toEqual({
      error: "invalid data, expected string, got time.Time",
    });
  });
});

describe("work on long lists", () => {
  const count = 3000;

  /** Returns entries that count how often their keys are read. */
  function countingEntries(counter: { reads: number }): object[] {
    return Array.from({ length: count }, (_, index) => {
      const key = {
        enumerable: true,
        get: () => {
          counter.reads++;
          return `k${index}`;
        },
      };
      return Object.defineProperties({}, { k: key });
    });
  }

  test("[CEL-24] the equality of lists with keys reads each element a few times", () => {
    const counter = { reads: 0 };
    const [self, oldSelf] = [countingEntries(counter), countingEntries(counter).toReversed()];
    expect(compare("self.l == oldSelf.l", mapList, self, oldSelf)).toBe(true);
    expect(counter.reads).toBeLessThan(10 * count);
  });

  test("[CEL-26] a chain of sums reads each operand a few times", () => {
    const counter = { reads: 0 };
    const self = countingEntries(counter);
    const operands = 20;
    const chain = Array.from({ length: operands }, () => "[self.l[0]]").join(" + ");
    expect(compare(`(self.l + ${chain}).size()`, mapList, self, [])).toEqual({ int: String(count) });
    expect(counter.reads).toBeLessThan(10 * (count + operands));
  });
});
