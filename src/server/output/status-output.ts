/** Writes Status objects. */
import { status as statusSchema } from "../../api/meta/v1/status.ts";
import { protobufMediaTypes } from "../../codec/index.ts";
import type { StatusResponse } from "../../meta/status.ts";
import type { Call } from "../requests/call.ts";
import { negotiateOutput, type OutputRules } from "./negotiate-output.ts";
import type { Output } from "./output.ts";
import { renderValue } from "./write-body.ts";

/** Clients never see this list of media types. If they accept none of them, the Status is sent as indented JSON. */
const statusRules: OutputRules = { transforms: [], stream: false, protobuf: () => protobufMediaTypes[0] };

/** Returns the form of an error: what the client accepts, otherwise indented JSON, as in the reference. */
export function errorOutput(call: Call): Output {
  try {
    return negotiateOutput(call, statusRules);
  } catch {
    // An error is sent whatever the client accepts.
    return { mediaType: "application/json", pretty: true, isFallback: true };
  }
}

/**
 * Responds with a Status.
 * @param code of the response, if it differs from the code of the Status
 */
export function writeStatus(call: Call, status: StatusResponse, output: Output, code = status.code ?? 200): void {
  const retryAfterSeconds = status.details?.retryAfterSeconds;
  // As in the reference, the events of a request whose Accept header fits nothing have no Status.
  if (output.isFallback !== true) call.audit?.noteStatus(status);
  call.respond(
    code,
    {
      "content-type": output.mediaType,
      ...(retryAfterSeconds ? { "retry-after": String(retryAfterSeconds) } : {}),
      // As in the reference, which sends these responses from other code than other errors.
      ...(call.isDenied ? { "x-content-type-options": "nosniff" } : {}),
    },
    renderValue(status, output, statusSchema),
  );
}
