import { stringifyJson } from "../../codec/index.ts";
import type { Call } from "../requests/call.ts";

/**
 * Responds with indented JSON, whatever the client accepts. The reference does not negotiate the form of these paths
 * either.
 */
export function writeRawJson(call: Call, value: unknown): void {
  const body = Buffer.from(stringifyJson(value, { pretty: true }));
  call.respond(200, { "content-type": "application/json" }, body);
}
