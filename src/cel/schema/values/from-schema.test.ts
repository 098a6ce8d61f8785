import { describe, expect, test } from "vitest";
import { evaluateWithSchema, objectSchema } from "../../testing/evaluate-with-schema.ts";

const text = { type: "string" };

function value(schema: Readonly<Record<string, unknown>>, json: unknown, expression = "self.v"): unknown {
  return evaluateWithSchema(expression, objectSchema({ v: schema }), { self: { v: json } });
}

describe("values of schemas", () => {
  test("[CEL-08] fields of objects are selected", () => {
    expect(value(objectSchema({ a: text }), { a: "x" }, "self.v.a")).toEqual({ string: "x" });
  });

  test("[CEL-09] maps are indexed and iterated over", () => {
    const map = { type: "object", additionalProperties: text };
    expect(value(map, { k: "x" }, "self.v['k'] == 'x' && self.v.all(k, k == 'k')")).toBe(true);
  });

  test("[CEL-12] an int-or-string is an int or a string", () => {
    const either = { "x-orch-int-or-string": true };
    const rule = "type(self.v) == int ? self.v + 1 == 6 : self.v.endsWith('%')";
    expect([value(either, 5, rule), value(either, "5%", rule)]).toEqual([true, true]);
    expect(value(either, 1.5)).toEqual({
      error: "invalid data, expected XIntOrString value to be either a string or integer",
    });
  });

  test("[CEL-13] lists are indexed and have a size", () => {
    expect(value({ type: "array", items: text }, ["a", "b"], "self.v[0] + string(size(self.v))")).toEqual({
      string: "a2",
    });
  });

  test("[CEL-16] booleans are compared", () => {
    expect(value({ type: "boolean" }, true, "self.v == true")).toBe(true);
  });

  test("[CEL-17] a whole number of a number schema is a double", () => {
    expect(value({ type: "number" }, 2)).toEqual({ double: 2 });
    expect(value({ type: "number" }, 2, "self.v > 1.5 && self.v > 1")).toBe(true);
  });

  test("[CEL-18] integers are ints", () => {
    expect(value({ type: "integer" }, 1, "self.v == 1")).toBe(true);
    expect(value({ type: "integer" }, 2n ** 63n)).toEqual({ error: "invalid data, expected int, got float64" });
  });

  test("[CEL-19] a null is null if the schema allows it, and a property that is null is unset", () => {
    const nullable = objectSchema({ a: text }, { nullable: true });
    expect(value({ type: "array", items: nullable }, [null], "self.v[0] == null")).toBe(true);
    expect(value(nullable, null, "has(self.v)")).toBe(false);
    expect(value({ type: "array", items: text }, [null], "self.v[0]")).toEqual({
      error: "invalid data, got null for schema with nullable=false",
    });
  });

  test("a null argument of a function is an error", () => {
    const list = { type: "array", items: { ...text, nullable: true } };
    expect(value(list, [null], "self.v[0].matches('x')")).toEqual({ error: "no such overload" });
  });

  test.each(["sum()", "max()", "min()"])("the error of an element is the result of %s", (call) => {
    const list = { type: "array", items: { type: "string", format: "duration" } };
    const error = "Invalid duration 1 fortnight: unable to parse 1 fortnight as duration";
    expect(value(list, ["1h", "1 fortnight"], `self.v.${call}`)).toEqual({ error });
  });

  test("[CEL-20] strings have the functions of strings", () => {
    expect(value(text, "abc", "self.v.startsWith('a')")).toBe(true);
    expect(value(text, true)).toEqual({ error: "invalid data, expected string, got bool" });
  });

  test("has() is false for an unset property", () => {
    expect(evaluateWithSchema("has(self.v)", objectSchema({ v: text }), { self: {} })).toBe(false);
  });

  test("members named __proto__ are data", () => {
    const map = { type: "object", additionalProperties: text };
    expect(value(map, JSON.parse('{"__proto__": "x"}'), "self.v['__proto__'] == 'x' && !('toString' in self.v)")).toBe(
      true,
    );
  });

  test("a list type that does not exist is an error", () => {
    expect(value({ type: "array", items: text, "x-orch-list-type": "bag" }, [])).toEqual({
      error: "invalid x-orch-list-type, expected 'map', 'set' or 'atomic' but got bag",
    });
  });

  test("objects with equal preserved data are equal", () => {
    const schema = objectSchema({ v: { "x-orch-preserve-unknown-fields": true } });
    const objects = { self: { v: { a: [1] } }, oldSelf: { v: { a: [1] } } };
    expect(evaluateWithSchema("self == oldSelf", schema, objects)).toBe(true);
    expect(evaluateWithSchema("self == oldSelf", schema, { ...objects, oldSelf: { v: { a: [2] } } })).toBe(false);
  });
});

describe("values of formats", () => {
  const format = (name: string): Readonly<Record<string, unknown>> => ({ type: "string", format: name });

  test("[CEL-21] the size of bytes is that of the decoded bytes", () => {
    expect(value(format("byte"), "YWJj", "size(self.v) == 3 && self.v == b'abc'")).toBe(true);
  });

  test.each([
    ["YQ=", 3],
    ["Y", 0],
    ["=", 0],
    ["YQ==x", 4],
    ["Y+/j", 1],
    ["Y\nQ=x", 3],
  ])("[CEL-21] %j is not base64 for URLs", (json, position) => {
    expect(value(format("byte"), json)).toEqual({
      error: `Invalid byte formatted string ${json}: illegal base64 data at input byte ${position}`,
    });
  });

  test("[CEL-22] times are timestamps with their zones", () => {
    const rule =
      "self.v < timestamp('2020-01-02T00:00:00Z') && self.v.getFullYear() == 2020 && string(self.v).endsWith('+02:00')";
    expect(value(format("date-time"), "2020-01-02T01:00:00.5+02:00", rule)).toBe(true);
    expect(value(format("date-time"), "2020-01-02T01:00:00")).toEqual({ timestamp: "2020-01-02T01:00:00Z" });
    expect(value(format("date-time"), "")).toEqual({ timestamp: "1970-01-01T00:00:00Z" });
    expect(value(format("date"), "2020-01-02")).toEqual({ timestamp: "2020-01-02T00:00:00Z" });
  });

  test("[CEL-22] a text that is no date is an error in the reference's words", () => {
    expect(value(format("date"), "2020-02-30")).toEqual({
      error: 'Invalid date formatted string 2020-02-30: parsing time "2020-02-30": day out of range',
    });
  });

  test.each([
    ["1h30m", 5_400_000_000_000n],
    ["2 days", 172_800_000_000_000n],
    ["1 week, 3 hours", 615_600_000_000_000n],
    ["4 MICROS and 3 ns", 4003n],
  ])("[CEL-23] %j is a duration", (json, nanos) => {
    expect(value(format("duration"), json)).toEqual({ duration: String(nanos) });
  });

  test.each([
    ["1 fortnight", "unable to parse 1 fortnight as duration"],
    ["9223372036854775808 d", 'strconv.Atoi: parsing "9223372036854775808": value out of range'],
  ])("[CEL-23] %j is no duration", (json, fault) => {
    expect(value(format("duration"), json)).toEqual({ error: `Invalid duration ${json}: ${fault}` });
  });

  test("a long text of digits is read in linear time", () => {
    expect(value(format("duration"), "1".repeat(300_000))).toMatchObject({
      error: expect.stringMatching(/as duration$/),
    });
  });
});
