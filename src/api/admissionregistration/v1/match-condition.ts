import { type FieldsOf, list, required, type StructSchema, struct, text } from "../../../schema/index.ts";

const matchConditionFields = {
  name: required(text, 1, "Tells conditions apart, in logs and in patches."),
  expression: required(
    text,
    2,
    "A CEL expression that says true or false. It sees object, oldObject, request and authorizer.",
  ),
};

export interface MatchCondition extends FieldsOf<typeof matchConditionFields> {}

export const matchCondition: StructSchema<MatchCondition> = struct(
  "admissionregistration/v1.MatchCondition",
  "Must be true of a request that rules and selectors match already.",
  matchConditionFields,
);

/** A list of conditions on requests; all must be true. */
export const matchConditions = list(matchCondition, { type: "map", keys: ["name"], merge: "name" });

export const matchConditionsDoc =
  "Conditions on requests that match otherwise, at most 64. All must be true; one that is false takes the request out.";
