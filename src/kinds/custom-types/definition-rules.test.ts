import { describe, expect, test } from "vitest";
import { formatFieldError, invalidField } from "../../meta/field-error.ts";
import { vocabularies } from "../../meta/vocabulary.ts";
import {
  type ExpressionEstimate,
  type RuleOptions,
  ruleErrorSteps,
  ruleErrors,
  storedExpressions,
} from "./definition-rules.ts";
import { ruleTextErrors } from "./rule-text-errors.ts";
import { type CaseSchema, object, root, withRules } from "./testing/rule-case.ts";

const integer = { type: "integer" };
const list = { type: "array", maxItems: 2000, items: integer };
const write = { vocabulary: vocabularies.kubernetes, isEnabled: () => true };
const slow = "self.all(x, self.all(y, x + y >= 0))";
const newFunction = "[1, 2].all(i, x, i >= 0 && x > 0)";

function errors(schema: CaseSchema, options: Partial<RuleOptions> = {}): readonly string[] {
  return ruleErrors(schema, { path: "schema", write, ...options }).map(formatFieldError);
}

test("each rule is a step, so that a definition with very many rules does not delay other requests", () => {
  const rules = Array.from({ length: 1000 }, (_, index) => ({ rule: `self.v > ${index}` }));
  const steps = ruleErrorSteps(root(withRules(object({ v: integer }), ...rules)), { path: "schema", write });
  let count = 0;
  while (!steps.next().done) count++;
  expect(count).toBe(1000);
});

describe("definitions that replace others", () => {
  const schema = root(
    withRules(object({ v: integer }), { rule: newFunction, messageExpression: `${newFunction} ? 'a' : 'b'` }),
  );

  test("[CEL-46] a rule that the stored definition has may use everything that any release accepted", () => {
    expect(errors(schema)).toEqual([expect.stringContaining("undeclared reference to 'i'")]);
    const stored = storedExpressions([root(withRules(object({ w: integer }), newFunction))], write.vocabulary);
    expect(errors(schema, { stored })).toEqual([
      expect.stringMatching(/messageExpression: .*undeclared reference to 'i'/s),
    ]);
  });

  test("[CEL-46] the message of a rule that the stored definition has may, too", () => {
    expect(errors(schema, { stored: storedExpressions([schema], write.vocabulary) })).toEqual([]);
  });

  test("expressions of a stored definition below keywords such as allOf count", () => {
    const { rules } = storedExpressions([{ allOf: [{ not: withRules({}, "1 > 0") }] }], write.vocabulary);
    expect([...rules]).toEqual(["1 > 0"]);
  });

  test("[CEL-53] the cost of one rule does not matter if the schema did not change", () => {
    const expensive = root(object({ l: withRules(list, slow) }));
    expect(errors(expensive)).toEqual([expect.stringContaining("estimated rule cost exceeds budget")]);
    expect(errors(expensive, { isUnchanged: true })).toEqual([]);
  });

  test("[CEL-53] the total cost matters also if the schema did not change", () => {
    const expensive = root(object({ l: withRules({ ...list, maxItems: 100_000 }, slow) }));
    expect(errors(expensive, { isUnchanged: true })).toEqual([
      expect.stringContaining("rule: Forbidden: contributed to estimated rule cost total"),
      expect.stringContaining("schema: Forbidden: x-kubernetes-validations estimated rule cost total"),
    ]);
  });
});

test("rules around an error of the schema are not compiled", () => {
  const schema = root(
    withRules(object({ a: withRules(integer, "self"), aa: withRules(object({ b: integer }), "self.b") }), "self.c"),
  );
  const schemaErrors = [invalidField("schema.properties[spec].properties[a].maximum", 1, "")];
  expect(errors(schema, { schemaErrors })).toEqual([
    expect.stringMatching(/^schema.properties\[spec].properties\[aa]/),
  ]);
});

test("[CEL-53] each expression has an estimate, and advice if it costs too much", () => {
  const estimates: ExpressionEstimate[] = [];
  const rule = { rule: slow, messageExpression: "'a'" };
  errors(root(object({ l: withRules({ type: "array", items: integer }, rule) })), {
    onEstimate: (estimate) => estimates.push(estimate),
  });
  expect(estimates.map(({ path }) => path)).toEqual([
    "schema.properties[spec].properties[l].x-kubernetes-validations[0].rule",
    "schema.properties[spec].properties[l].x-kubernetes-validations[0].messageExpression",
  ]);
  expect(estimates.map(({ excess }) => excess?.missingLimits())).toEqual([
    [{ path: "self", keyword: "maxItems" }],
    undefined,
  ]);
});

test("errors have the extension's name in the vocabulary", () => {
  const schema = root(object({ a: { ...integer, "x-orch-validations": [{ rule: "self" }, { rule: "" }] } }));
  const orch = { ...write, vocabulary: vocabularies.orch };
  const path = "schema.properties[spec].properties[a]";
  expect(errors(schema, { write: orch })).toEqual([
    expect.stringContaining(`${path}.x-orch-validations[0].rule: Invalid value`),
  ]);
  const { a } = (schema["properties"] as { spec: { properties: { a: CaseSchema } } }).spec.properties;
  expect(ruleTextErrors(a, path, vocabularies.orch).map(formatFieldError)).toEqual([
    `${path}.x-orch-validations[1].rule: Required value: rule is not specified`,
  ]);
});

test("a cost above 64 bits counts as the largest cost", () => {
  const cubic = "self.all(x, self.all(y, self.all(z, x + y + z >= 0)))";
  const unlimited = withRules({ type: "array", items: integer }, cubic, cubic, cubic);
  expect(errors(root(object({ a: unlimited, b: unlimited }))).at(-1)).toContain("by factor of more than 100x");
});
