import { describe, expect, test } from "vitest";
import { vocabularies } from "../../meta/vocabulary.ts";
import { readStructuralSchema } from "../../structural/index.ts";
import { check, clusterEnvironments } from "../index.ts";
import { objectSchema } from "../testing/evaluate-with-schema.ts";
import { costFault } from "./cost-limit.ts";
import { declareType } from "./declared-type.ts";
import { type Cardinality, childCardinality, estimateRule, type RuleEstimate } from "./rule-cost.ts";
import { schemaEnvironment } from "./schema-environment.ts";

const vocabulary = vocabularies.orch;
const { forNewExpressions } = clusterEnvironments({ vocabulary });
const read = (json: Readonly<Record<string, unknown>>): ReturnType<typeof readStructuralSchema> =>
  readStructuralSchema(json, vocabulary);

function estimate(
  rule: string,
  json: Readonly<Record<string, unknown>>,
  cardinality = { max: 1n as Cardinality },
): RuleEstimate {
  const self = declareType(read(json), "selfType");
  if (!self) throw new Error("the schema has no type");
  const environment = schemaEnvironment(forNewExpressions, { self });
  const { checked } = check(rule, environment);
  if (!checked) throw new Error(`the rule ${rule} has faults`);
  return estimateRule({ checked, environment, self, cardinality });
}

describe("sizes", () => {
  const sizeOf = (json: Readonly<Record<string, unknown>>): number | undefined => declareType(read(json), "t")?.sizeMax;

  test.each([
    ["a text", { type: "string" }, 3_145_726],
    ["a text with a limit in characters of four bytes", { type: "string", maxLength: 10 }, 40],
    ["a text with listed values", { type: "string", enum: ["a", "é€"] }, 5],
    ["bytes with a limit", { type: "string", format: "byte", maxLength: 10 }, 10],
    ["a date", { type: "string", format: "date" }, 12],
    ["a time", { type: "string", format: "date-time" }, 32],
    ["a duration", { type: "string", format: "duration", maxLength: 3 }, 32],
    ["an int-or-string", { "x-orch-int-or-string": true }, 3_145_726],
    ["a list of integers", { type: "array", items: { type: "integer" } }, 1_572_863],
    ["a list with a limit", { type: "array", items: { type: "integer" }, maxItems: 7 }, 7],
    ["a map of booleans", { type: "object", additionalProperties: { type: "boolean" } }, 314_572],
    ["a map with a limit", { type: "object", additionalProperties: { type: "boolean" }, maxProperties: 7 }, 7],
    ["a text with a negative limit", { type: "string", maxLength: -1 }, 0],
    ["bytes with a negative limit", { type: "string", format: "byte", maxLength: -1 }, 0],
    ["a list with a negative limit", { type: "array", items: { type: "integer" }, maxItems: -1 }, 0],
    [
      "a map with a negative limit",
      { type: "object", additionalProperties: { type: "boolean" }, maxProperties: -1 },
      0,
    ],
    [
      "a list of objects, whose required properties without a default count",
      {
        type: "array",
        items: objectSchema({ a: { type: "string" }, b: { type: "integer", default: 1 } }, { required: ["a", "b"] }),
      },
      314_572,
    ],
  ])("of %s", (_title, schema, size) => {
    expect(sizeOf(schema)).toBe(size);
  });
});

describe("cardinality", () => {
  const list = read({ type: "array", maxItems: 4, items: { type: "string" } });
  const map = read({ type: "object", maxProperties: 5, additionalProperties: { type: "string" } });

  test("is the product of the limits around a schema", () => {
    expect(childCardinality(childCardinality(1n, list), map)).toBe(20n);
    expect(childCardinality(3n, read(objectSchema({})))).toBe(3n);
  });

  test("is unlimited below a list without a limit", () => {
    const unlimited = childCardinality(1n, read({ type: "array", items: { type: "string" } }));
    expect(childCardinality(unlimited, map)).toBeUndefined();
  });

  test("that is unlimited follows from the size of a request", () => {
    expect(estimate("self > 1", { type: "integer" }, { max: undefined })).toMatchObject({ count: 1_572_864n });
  });
});

describe("the estimate of a rule", () => {
  const items = { type: "array", items: objectSchema({ name: { type: "string" } }) };

  test("names the limits that would lower it", () => {
    const { excess } = estimate(
      "self.items.all(i, i.name.matches('a')) && self.note == 'x'",
      objectSchema({ items, note: { type: "string" } }),
    );
    expect(excess?.message).toMatch(/^estimated rule cost exceeds budget by factor of more than 100x \(try /);
    expect(excess?.missingLimits()).toEqual([
      { path: "self.items[*].name", keyword: "maxLength" },
      { path: "self.items", keyword: "maxItems" },
    ]);
  });

  test("has no excess within the limit", () => {
    expect(estimate("self.items.size() > 1", objectSchema({ items }))).toMatchObject({ total: 4n, excess: undefined });
  });
});

describe("costFault()", () => {
  test.each([
    [10_000_001n, "1.000000x"],
    [10_078_125n, "1.007812x"],
    [15_000_000n, "1.5x"],
    [22_500_000n, "2.2x"],
    [27_500_000n, "2.8x"],
    [1_000_000_000n, "100.0x"],
    [1_000_000_001n, "more than 100x"],
  ])("shows the factor of the cost %d", (cost, factor) => {
    expect(costFault("cost", cost, 10_000_000n)).toContain(`cost exceeds budget by factor of ${factor} (`);
  });
});
