/** GET on one object. */
import { badRequest } from "../../meta/status-error.ts";
import { getObject, getPastObject, readPastRevision } from "../../registry/index.ts";
import { relayTo } from "../offload/relay.ts";
import { offloadedItem, type RequestOffload } from "../offload/request-offload.ts";
import { binaryFormat } from "../output/binary-format.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import type { Output } from "../output/output.ts";
import { isSlowToWrite } from "../output/slow-objects.ts";
import { type ObjectResponse, writeObject } from "../output/write-object.ts";
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
      timeStore: call.timeStore,
    });
    const { offload } = services;
    const response = { documentType: endpoint.documentType, object, status: 200, output };
    if (offload && isSlowToWrite(response, object)) {
      if (!(await keepContent(offload, request, response, services))) return await relayTo(offload, call, endpoint);
      if (call.exchange.isClosed || call.exchange.hasResponse) return;
    }
    await writeObject(call, response, services);
  };
}

/**
 * Keeps the content of a large object in a binary format, which the other thread makes. Returns false if this thread
 * would need more than the content.
 */
async function keepContent(
  offload: RequestOffload,
  { call, endpoint }: EndpointRequest<StoredEndpoint>,
  response: ObjectResponse,
  { contents }: VerbServices,
): Promise<boolean> {
  const { object, output, documentType } = response;
  const format = binaryFormat(output);
  if (!format || call.audit || documentType.preparation) return false;
  if (contents.peek(format, response, object)) return true;
  const item = { output, table: undefined, position: { in: "list", isFirst: true } } as const;
  const content = await offload.renderItem(offloadedItem(endpoint.resourceKind, object, item), call.signal);
  contents.keep(format, response, object, content);
  return contents.peek(format, response, object) !== undefined;
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
