/** The limits of a schema that are in its `allOf`. */
import type { StructuralSchema, ValueConstraints } from "../../../structural/index.ts";

/**
 * Returns the schema with the limits of its `allOf` as its own limits, because both reject the same values. A part of `allOf` that has
 * other rules, or a limit that the schema also has, stays there.
 */
export function withOwnLimits(schema: StructuralSchema): StructuralSchema {
  const { allOf = [], ...constraints } = schema.constraints ?? {};
  let merged: StructuralSchema = { ...schema, constraints };
  const others: StructuralSchema[] = [];
  for (const part of allOf) {
    if (hasOnlyLimits(part) && !haveCommonLimit(merged, part)) merged = joined(merged, part);
    else others.push(part);
  }
  if (others.length === allOf.length) return schema;
  return others.length === 0 ? merged : { ...merged, constraints: { ...merged.constraints, allOf: others } };
}

const ownLimits = ["maxLength", "maxItems", "maxProperties"] as const;

/** Limits with the keywords on which their meaning depends. */
const limits = [
  ["maximum", "exclusiveMaximum"],
  ["minimum", "exclusiveMinimum"],
  ["multipleOf"],
  ["minLength"],
  ["pattern"],
  ["minItems"],
  ["minProperties"],
] as const;

const limitKeywords: ReadonlySet<string> = new Set(limits.flat());

function hasOnlyLimits({ constraints = {}, ...schema }: StructuralSchema): boolean {
  const { properties, values, items, required, hasAdditionalProperties, rules } = schema;
  const isForAnyType = schema.type === "" && schema.format === "" && !schema.isNullable && !schema.isIntOrString;
  const hasNoMembers = !properties && !values && !items && !hasAdditionalProperties && required.size === 0;
  const hasNoValues = schema.enum.length === 0 && schema.default === undefined && rules.length === 0;
  return isForAnyType && hasNoMembers && hasNoValues && Object.keys(constraints).every((key) => limitKeywords.has(key));
}

function haveCommonLimit(schema: StructuralSchema, part: StructuralSchema): boolean {
  const has = ({ constraints = {} }: StructuralSchema, keywords: readonly (keyof ValueConstraints)[]): boolean =>
    keywords.some((keyword) => constraints[keyword] !== undefined);
  return (
    ownLimits.some((limit) => schema[limit] !== undefined && part[limit] !== undefined) ||
    limits.some((keywords) => has(schema, keywords) && has(part, keywords))
  );
}

function joined(schema: StructuralSchema, part: StructuralSchema): StructuralSchema {
  return {
    ...schema,
    maxLength: schema.maxLength ?? part.maxLength,
    maxItems: schema.maxItems ?? part.maxItems,
    maxProperties: schema.maxProperties ?? part.maxProperties,
    constraints: { ...schema.constraints, ...part.constraints },
  };
}
