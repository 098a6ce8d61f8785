import { expect, test } from "vitest";
import { fieldErrorsMax } from "../../../meta/field-error.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { type SchemaProps, schemaKeys } from "./schema-extensions.ts";
import { allRequirements, schemaErrors } from "./schema-rules.ts";
import { StructuralConversion } from "./structural-conversion.ts";
import { structuralErrors } from "./structural-rules.ts";

const names = schemaKeys(vocabularies.kubernetes);
const options = { names, requirements: allRequirements, patternFault: () => undefined, ruleTextErrors: () => [] };

function nested(levels: number, inner: SchemaProps): SchemaProps {
  let schema = inner;
  for (let level = 0; level < levels; level++) schema = { properties: { a: schema } };
  return schema;
}

function manyProperties(count: number, property: SchemaProps): SchemaProps {
  const entries = Array.from({ length: count }, (_, index) => [`p${index}`, property] as const);
  return { type: "object", properties: Object.fromEntries(entries) };
}

test("each level of a schema with 490 levels gets its error", () => {
  const schema = nested(490, { $ref: "#" });
  expect(new StructuralConversion(names).fault(schema)).toBe("OpenAPIV3Schema '$ref' is not supported");
  expect(schemaErrors(schema, "schema", options).map(({ path }) => path.length)).toEqual([
    "schema".length + 490 * ".properties[a]".length + ".$ref".length,
  ]);
  expect(structuralErrors(nested(490, {}), "schema", options)).toHaveLength(491);
});

test("the errors of a schema end at a limit", () => {
  const schema = manyProperties(fieldErrorsMax * 2, { id: "a" });
  expect(schemaErrors(schema, "schema", options)).toHaveLength(fieldErrorsMax + 1);
  expect(structuralErrors(schema, "schema", options)).toHaveLength(fieldErrorsMax + 1);
});

test("the errors of a deep schema end when their paths have eight million characters", () => {
  const schema = nested(400, manyProperties(fieldErrorsMax, { id: "a" }));
  const errors = schemaErrors(schema, "schema", options);
  const characters = errors.reduce((sum, { path }) => sum + path.length, 0);
  expect(characters).toBeGreaterThan(8_000_000);
  expect(characters).toBeLessThan(8_010_000);
});
