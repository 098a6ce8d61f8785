/** GET on one object. */
import { badRequest } from "../../meta/status-error.ts";
import { getObject } from "../../registry/index.ts";
import { relayTo } from "../filters/offload.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import { takesLong } from "../output/takes-long.ts";
import { writeObject } from "../output/write-object.ts";
import type { Call } from "../requests/call.ts";
import { booleanParameter, textParameter } from "../requests/query-parameters.ts";
import type { VerbHandler } from "../served/resource-table.ts";
import { answerRules } from "./endpoint-rules.ts";
import type { VerbServices } from "./services.ts";
import { namespaceOf } from "./target.ts";

/** @throws StatusError 400 */
export function refuseExport(call: Call): void {
  if (booleanParameter(call, "export") !== true) return;
  throw badRequest("the export parameter, deprecated since v1.14, is no longer supported");
}

export function get(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint, info } = request;
    const output = negotiateOutput(call, answerRules(endpoint));
    refuseExport(call);
    const object = await getObject(endpoint.resource, {
      namespace: namespaceOf(request),
      name: info.name,
      served: endpoint.missing ?? endpoint.served,
      resourceVersion: textParameter(call, "resourceVersion"),
    });
    const { offload } = services;
    if (offload && takesLong({ shape: endpoint.shape, output }, object)) return await relayTo(offload, call, endpoint);
    await writeObject(call, { shape: endpoint.shape, object, status: 200, output }, services.compressed);
  };
}
