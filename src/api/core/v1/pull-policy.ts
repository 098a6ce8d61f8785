import { enumText, type TextSchema } from "../../../schema/index.ts";

/** Time at which an image is pulled. */
export const pullPolicy: TextSchema<"Always" | "IfNotPresent" | "Never"> = enumText("v1.PullPolicy", [
  "Always",
  "IfNotPresent",
  "Never",
]);
