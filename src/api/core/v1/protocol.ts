import { oneOf, type TextSchema } from "../../../schema/index.ts";

/** Transport protocols. */
export const protocol: TextSchema<"SCTP" | "TCP" | "UDP"> = oneOf("v1.Protocol", ["SCTP", "TCP", "UDP"]);
