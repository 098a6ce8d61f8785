import {
  type FieldsOf,
  int64,
  namedText,
  optional,
  required,
  type StructSchema,
  struct,
  text,
  time,
} from "../../../schema/index.ts";

const conditionFields = {
  type: required(text, 1, "What the condition is about, in CamelCase or as a prefixed name."),
  status: required(namedText("v1.ConditionStatus"), 2, "Whether the condition holds: True, False or Unknown."),
  observedGeneration: optional(int64, 3, "The metadata.generation that the condition was derived from."),
  lastTransitionTime: required(time, 4, "When the status last changed from one value to another."),
  reason: required(text, 5, "Why the status last changed, as one CamelCase word for programs."),
  message: required(text, 6, "Details about the last change for people; may be empty."),
};

export interface Condition extends FieldsOf<typeof conditionFields> {}

export const condition: StructSchema<Condition> = struct(
  "meta/v1.Condition",
  "One observed aspect of an object's current state.",
  conditionFields,
);
