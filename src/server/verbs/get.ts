/** GET on one object. */
import { badRequest } from "../../meta/status-error.ts";
import { getObject, getPastObject, readPastRevision } from "../../registry/index.ts";
import { relayTo } from "../offload/relay.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import type { Output } from "../output/output.ts";
import { isSlowToWrite } from "../output/slow-objects.ts";
import { writeObject } from "../output/write-object.ts";
import type { Call } from "../requests/call.ts";
import { booleanParameter, textParameter } from "../requests/query-parameters.ts";
import type { EndpointRequest, StoredEndpoint, VerbHandler } from "../served/endpoint.ts";
import { outputRules } from "./endpoint-rules.ts";
import { writeHistory } from "./history.ts";
import type { VerbServices } from "./services.ts";
import { namespaceOf } from "./target.ts";

/** Checks that the request does not set the removed parameter `export`. @throws StatusError 400 */
export function rejectExport(call: Call): void {
  if (booleanParameter(call, "export") !== true) return;
  throw badRequest("the export parameter, deprecated since v1.14, is no longer supported");
}

/**
 * Returns the handler of GET on one stored object. If the response takes long to encode, the other thread handles the
 * request.
 */
export function get(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint, info } = request;
    if (textParameter(call, "history") !== "") return await writeHistory(request);
    const output = negotiateOutput(call, outputRules(endpoint));
    rejectExport(call);
    const at = textParameter(call, "at");
    if (at !== "") return await writePastObject(request, { at, output, nowMs: services.clock.nowMs() });
    const object = await getObject(endpoint.resource, {
      namespace: namespaceOf(request),
      name: info.name,
      served: endpoint.notFoundResource ?? endpoint.resourceKind,
      resourceVersion: textParameter(call, "resourceVersion"),
    });
    const { offload } = services;
    if (offload && isSlowToWrite({ documentType: endpoint.documentType, output }, object))
      return await relayTo(offload, call, endpoint);
    await writeObject(call, { documentType: endpoint.documentType, object, status: 200, output }, services);
  };
}

interface PastRequest {
  /** The value of the parameter `at`. */
  readonly at: string;
  readonly output: Output;
  readonly nowMs: number;
}

/** Responds with an earlier state of the object. @throws StatusError 400, 404, 410 */
async function writePastObject(
  request: EndpointRequest<StoredEndpoint>,
  { at, output, nowMs }: PastRequest,
): Promise<void> {
  const { call, endpoint, info } = request;
  if (textParameter(call, "resourceVersion") !== "")
    throw badRequest("at cannot be used together with resourceVersion");
  const { resource, documentType } = endpoint;
  const served = endpoint.notFoundResource ?? endpoint.resourceKind;
  const revision = await readPastRevision(resource, at, nowMs);
  const object = await getPastObject(resource, { namespace: namespaceOf(request), name: info.name, served }, revision);
  await writeObject(call, { documentType, object, status: 200, output });
}
