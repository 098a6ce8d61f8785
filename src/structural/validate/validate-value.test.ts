import { describe, expect, test } from "vitest";
import { fieldErrorsMax } from "../../meta/field-error.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import { readStructuralSchema } from "../read-schema.ts";
import { validateListTypes } from "./list-types.ts";
import { validateValue } from "./validate-value.ts";

describe("validateValue()", () => {
  test("reports at most the allowed number of errors", () => {
    const schema = readStructuralSchema({ type: "array", items: { type: "string" } }, vocabularies.kubernetes);
    const errors = validateValue(
      schema,
      Array.from({ length: 3 * fieldErrorsMax }, (_, index) => index),
    );
    expect(errors).toHaveLength(fieldErrorsMax);
  });

  test("stops when the texts of the errors become long", () => {
    const long = Array.from({ length: 1000 }, (_, index) => `value ${index}`);
    const schema = readStructuralSchema(
      { type: "array", items: { type: "string", enum: long } },
      vocabularies.kubernetes,
    );
    const errors = validateValue(
      schema,
      Array.from({ length: fieldErrorsMax }, () => "x"),
    );
    const size = errors.reduce((sum, { detail }) => sum + detail.length, 0);
    expect(errors.length).toBeGreaterThan(25);
    expect(size).toBeLessThan(800_000);
  });

  test("a negative limit rejects every value, even an empty one", () => {
    const schema = readStructuralSchema(
      {
        type: "object",
        properties: {
          text: { type: "string", maxLength: -1 },
          list: { type: "array", maxItems: -1 },
          map: { type: "object", maxProperties: -1 },
        },
      },
      vocabularies.kubernetes,
    );
    const errors = validateValue(schema, { text: "", list: [], map: {} });
    expect(errors.map(({ type, path, value, detail }) => ({ type, path, value, detail }))).toEqual([
      { type: "TooLong", path: "text", detail: "value is too long" },
      { type: "TooMany", path: "list", value: 0, detail: "has too many items" },
      { type: "TooMany", path: "map", value: 0, detail: "has too many items" },
    ]);
  });

  test("errors of schemas that need not apply do not end the validation", () => {
    const long = Array.from({ length: 1000 }, (_, index) => `value ${index}`);
    const item = { anyOf: [{ enum: long }, { type: "integer" }], type: "integer" };
    const schema = readStructuralSchema({ type: "array", items: item }, vocabularies.kubernetes);
    const numbers = Array.from({ length: 1000 }, (_, index) => index);
    expect(validateValue(schema, numbers)).toEqual([]);
    expect(validateValue(schema, [...numbers, "x"])).not.toEqual([]);
  });

  test("stops when the paths of the errors become long", () => {
    const depth = 300;
    const name = "n".repeat(200);
    let schema: object = { type: "object", required: ["a"] };
    let value: object = {};
    for (let level = 0; level < depth; level++) {
      schema = { type: "object", required: ["a"], properties: { [name]: schema } };
      value = { [name]: value };
    }
    const errors = validateValue(readStructuralSchema({ ...schema }, vocabularies.kubernetes), value);
    expect(errors.length).toBeGreaterThan(3);
    expect(errors.reduce((sum, { path }) => sum + path.length, 0)).toBeLessThan(1_000_000);
  });

  test("reports paths below the path of the value", () => {
    const schema = readStructuralSchema(
      { type: "object", properties: { a: { type: "string" } }, required: ["b"] },
      vocabularies.kubernetes,
    );
    const paths = validateValue(schema, { a: 1 }, { path: "status" }).map(({ path }) => path);
    expect(paths).toEqual(["status.a", "status.b"]);
  });

  test.each([
    ["hostname", `${"a-".repeat(2_000_000)}.`],
    ["email", `"${"\\a".repeat(1_000_000)}`],
    ["email", "(".repeat(1_000_000)],
    ["byte", "A".repeat(2_000_001)],
    ["uri", `http://${"[".repeat(1_000_000)}`],
    ["duration", "1 x ".repeat(300_000)],
    ["duration", "1".repeat(1_000_000)],
    ["rgbcolor", `rgb(${" ".repeat(1_000_000)}`],
    ["date-time", `2020-01-01T${"0".repeat(1_000_000)}`],
    ["creditcard", "4".repeat(1_000_000)],
    ["ipv6", ":".repeat(1_000_000)],
  ])("rejects a long text that is no %s in a short time", (format, text) => {
    const schema = readStructuralSchema({ type: "string", format }, vocabularies.kubernetes);
    const start = process.cpuUsage().user;
    expect(validateValue(schema, text)).toHaveLength(1);
    const usedMs = (process.cpuUsage().user - start) / 1000;
    expect(usedMs).toBeLessThan(1000);
  });
});

describe("validateListTypes()", () => {
  test("reports at most the allowed number of errors", () => {
    const schema = readStructuralSchema(
      { type: "array", items: { type: "array", "x-kubernetes-list-type": "set", items: { type: "integer" } } },
      vocabularies.kubernetes,
    );
    const errors = validateListTypes(
      schema,
      Array.from({ length: 2 * fieldErrorsMax }, () => [1, 1]),
    );
    expect(errors).toHaveLength(fieldErrorsMax);
  });
});
