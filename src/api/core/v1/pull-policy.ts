import { oneOf, type TextSchema } from "../../../schema/index.ts";

/** When an image is pulled. */
export const pullPolicy: TextSchema<"Always" | "IfNotPresent" | "Never"> = oneOf("v1.PullPolicy", [
  "Always",
  "IfNotPresent",
  "Never",
]);
