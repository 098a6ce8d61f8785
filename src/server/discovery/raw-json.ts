import { stringifyJson } from "../../codec/index.ts";
import type { Call } from "../requests/call.ts";

/** Answers in indented JSON whatever the client accepts: paths that are older than negotiation. */
export function writeRawJson(call: Call, value: unknown): void {
  const body = Buffer.from(stringifyJson(value, { pretty: true }));
  call.respond(200, { "content-type": "application/json" }, body);
}
