import { namedText, type TextSchema } from "../../../schema/index.ts";

/** Status of a condition: True, False or Unknown. */
export const conditionStatus: TextSchema = namedText("v1.ConditionStatus");
