import { stringifyJson } from "../../codec/index.ts";
import type { Call } from "../requests/call.ts";

/**
 * Responds with indented JSON, even if the client does not accept it. As in the reference, the format of these paths is
 * not negotiated.
 */
export function writeRawJson(call: Call, value: unknown): void {
  const body = Buffer.from(stringifyJson(value, { pretty: true }));
  call.respond(200, { "content-type": "application/json" }, body);
}
