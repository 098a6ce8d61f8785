import { namedText, optional, text, time } from "../../../schema/index.ts";

/**
 * Fields that the conditions of FlowSchemas and of PriorityLevelConfigurations share. Each kind adds its own `type`.
 */
export const conditionFields = {
  status: optional(namedText("v1.ConditionStatus"), 2, "Status of the condition: True, False or Unknown."),
  lastTransitionTime: optional(time, 3, "Time of the last change of the status."),
  reason: optional(text, 4, "Reason of the last change, as one CamelCase word."),
  message: optional(text, 5, "Message about the last change for users."),
};
