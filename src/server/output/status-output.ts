/** Writing Status objects. */
import { status as statusSchema } from "../../api/meta/v1/status.ts";
import { protobufMediaTypes } from "../../codec/index.ts";
import type { Status } from "../../meta/status.ts";
import type { Call } from "../call.ts";
import { negotiateOutput, type OutputRules } from "./negotiate-output.ts";
import type { Output } from "./output.ts";
import { renderValue } from "./write-body.ts";

/** Nobody reads which forms there are: what fits none of them gets JSON. */
const statusRules: OutputRules = { transforms: [], stream: false, protobuf: () => protobufMediaTypes[0] };

/** The form of an error: what the client asked for, JSON when that is nothing we have. */
export function errorOutput(call: Call): Output {
  try {
    return negotiateOutput(call, statusRules);
  } catch {
    // An error must be answered whatever the client accepts.
    return { mediaType: "application/json", pretty: false };
  }
}

export function writeStatus(call: Call, status: Status, output: Output, code = status.code ?? 200): void {
  const retryAfterSeconds = status.details?.retryAfterSeconds;
  call.respond(
    code,
    {
      "content-type": output.mediaType,
      ...(retryAfterSeconds ? { "retry-after": String(retryAfterSeconds) } : {}),
      ...(code === 401 || code === 403 ? { "x-content-type-options": "nosniff" } : {}),
    },
    renderValue(status, output, statusSchema),
  );
}
