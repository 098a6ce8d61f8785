import { expect, test } from "vitest";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { type SchemaJson, specSchema, versionJson, widgetDefinition } from "../testing/definitions.ts";
import { ruleCosts } from "./rule-costs.ts";

const rules = (...texts: readonly string[]): SchemaJson => ({ "x-orch-validations": texts.map((rule) => ({ rule })) });
const textsOf = (versions: readonly SchemaJson[]): readonly string[] =>
  ruleCosts(widgetDefinition(versions), vocabularies.orch).map(({ text }) => text);
const schema = "spec.versions[0].schema.openAPIV3Schema";

test("ruleCosts() returns the cost of each rule and of all rules, with the places of rules", () => {
  const size = { type: "integer", ...rules("self > 1") };
  const names = { type: "array", maxItems: 10, items: { type: "string", maxLength: 9, ...rules("self != 'x'") } };
  const versions = [versionJson(specSchema({ size, names }, rules("has(self.size)")))];
  expect(ruleCosts(widgetDefinition(versions), vocabularies.orch)).toEqual([
    {
      field: `${schema}.properties[spec].x-orch-validations[0]`,
      text: "v1 spec: 1 of at most 10000000: has(self.size)",
    },
    {
      field: `${schema}.properties[spec].properties[size].x-orch-validations[0]`,
      text: "v1 spec.size: 2 of at most 10000000: self > 1",
    },
    {
      field: `${schema}.properties[spec].properties[names].items.x-orch-validations[0]`,
      text: "v1 spec.names[*]: 20 of at most 10000000, 2 for each of 10 values: self != 'x'",
    },
    { field: schema, text: "v1: 23 of at most 100000000 for all rules" },
  ]);
});

test("ruleCosts() advises limits for a rule that costs too much", () => {
  const names = { type: "array", items: { type: "string" } };
  const [rule] = textsOf([versionJson(specSchema({ names }, rules("self.names.all(n, n.contains('x'))")))]);
  expect(rule).toMatch(
    /^v1 spec: \d+ of at most 10000000; set maxLength of self\.names\[\*\]; set maxItems of self\.names: self\.names\.all/,
  );
});

test("ruleCosts() names rules with errors, and versions without rules", () => {
  expect(textsOf([versionJson(specSchema({ a: { type: "string", ...rules("self.b\n > 1") } }))])).toEqual([
    "v1 spec.a: unknown, because the expression has errors: self.b > 1",
    "v1: 0 of at most 100000000 for all rules",
  ]);
  expect(textsOf([versionJson({ type: "object" }), versionJson({}, { name: "v2" })])).toEqual([
    "v1: no rules",
    "v2: no rules",
  ]);
});

test("ruleCosts() counts the text of an error once", () => {
  const item = {
    type: "string",
    maxLength: 9,
    "x-orch-validations": [{ rule: "self != 'x'", messageExpression: "self" }],
  };
  const names = { type: "array", maxItems: 10, items: item };
  expect(textsOf([versionJson(specSchema({ names }))])).toEqual([
    "v1 spec.names[*]: 20 of at most 10000000, 2 for each of 10 values: self != 'x'",
    "v1 spec.names[*] message: 1 of at most 10000000: self",
    "v1: 21 of at most 100000000 for all rules",
  ]);
});
