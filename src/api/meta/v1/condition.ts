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
  type: required(text, 1, "Type of the condition, in CamelCase or with a domain."),
  status: required(namedText("v1.ConditionStatus"), 2, "Status of the condition: True, False or Unknown."),
  observedGeneration: optional(int64, 3, "The metadata.generation that the condition is based on."),
  lastTransitionTime: required(time, 4, "Time of the last change of the status."),
  reason: required(text, 5, "Reason of the last change, as one CamelCase word."),
  message: required(text, 6, "Message about the last change for users. It may be empty."),
};

export interface Condition extends FieldsOf<typeof conditionFields> {}

export const condition: StructSchema<Condition> = struct(
  "meta/v1.Condition",
  "Condition of an object.",
  conditionFields,
);
