import { namedText, optional, text, time } from "../../../schema/index.ts";

/** The fields of conditions but their type, which the kinds of this group have in common. */
export const conditionFields = {
  status: optional(namedText("v1.ConditionStatus"), 2, "Whether the condition holds: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "When the status last changed from one value to another."),
  reason: optional(text, 4, "Why the status last changed, as one CamelCase word for programs."),
  message: optional(text, 5, "Details about the last change, for people."),
};
