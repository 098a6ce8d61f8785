import { namedText, type TextSchema } from "../../../schema/index.ts";

/** Whether a condition holds: True, False or Unknown. */
export const conditionStatus: TextSchema = namedText("v1.ConditionStatus");
