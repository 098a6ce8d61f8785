import { type FieldsOf, list, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const matchConditionFields = {
  name: required(text, 1, "Name of the condition, for logs and patches."),
  expression: required(
    text,
    2,
    "CEL expression with a boolean result. It can use object, oldObject, request and authorizer.",
  ),
};

export interface MatchCondition extends FieldsOf<typeof matchConditionFields> {}

export const matchCondition: StructSchema<MatchCondition> = struct(
  "admissionregistration/v1.MatchCondition",
  "Condition that a request must meet in addition to rules and selectors.",
  matchConditionFields,
);

/** List of conditions on requests, all of which must be true. */
export const matchConditions = list(matchCondition, { type: "map", keys: ["name"], merge: "name" });

export const matchConditionsDoc =
  "Further conditions for a match, at most 64. A request matches only if all of them are true.";
