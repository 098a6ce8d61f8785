import { enumText, type TextSchema } from "../../../schema/index.ts";

/** Transport protocols. */
export const protocol: TextSchema<"SCTP" | "TCP" | "UDP"> = enumText("v1.Protocol", ["SCTP", "TCP", "UDP"]);
