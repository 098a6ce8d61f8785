/** GET and DELETE on a collection. */
import type { ApiObject } from "../../meta/object-meta.ts";
import { badRequest } from "../../meta/status-error.ts";
import { deleteCollection, type ListRequest, listForRequest, readPastRevision } from "../../registry/index.ts";
import { offloadedItem, type RequestOffload } from "../offload/request-offload.ts";
import type { RenderSlowItem } from "../output/list-form.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import type { Output } from "../output/output.ts";
import { writeList } from "../output/write-list.ts";
import { textParameter } from "../requests/query-parameters.ts";
import { type EndpointRequest, type StoredEndpoint, type VerbHandler } from "../served/endpoint.ts";
import { admissionRequest } from "./admission-request.ts";
import { outputRules } from "./endpoint-rules.ts";
import { toStoredSelector } from "./field-labels.ts";
import { largeDeletions } from "./large-deletions.ts";
import { respondInTime } from "./list-timeout.ts";
import { adviseOnPropagation, readDeleteOptions } from "./options/delete-options.ts";
import { type ListParameters, readListOptions } from "./options/list-options.ts";
import type { VerbServices } from "./services.ts";
import { documentOf, namespaceOf } from "./target.ts";

/** Returns the handler of GET on a collection. */
export function list(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint } = request;
    const { resource } = endpoint;
    const options = readListRequest(request, services);
    const output = negotiateOutput(call, outputRules(endpoint));
    const { clock } = services;
    await respondInTime(call, { clock, timeoutSeconds: options.timeoutSeconds }, async () => {
      const selected = await atPastRevision(request, options, clock.nowMs());
      const listed = await listForRequest(resource, { ...selected, timeStore: call.timeStore });
      const renderSlowItem = services.offload && otherThreadEncoder(services.offload, request, output);
      const { documentType } = endpoint;
      await writeList(call, { documentType, list: listed, output, contents: services.contents, renderSlowItem });
    });
  };
}

/** Returns the handler of DELETE on a collection. */
export function deleteMany(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint } = request;
    const output = negotiateOutput(call, outputRules(endpoint));
    const listRequest = { ...readListRequest(request, services), timeStore: call.timeStore };
    const options = await readDeleteOptions(call, services, "collection");
    adviseOnPropagation(request, options);
    const check = async (readObject: () => ApiObject): Promise<void> => {
      const attributes = admissionRequest(request, services, "DELETE", {
        oldObject: (target) => documentOf(target, readObject()),
        dryRun: options.dryRun,
        deleteOptions: options,
      });
      await services.admission.admit(attributes);
      await services.admission.validate(attributes);
    };
    const deleteInOtherThread = services.offload && largeDeletions(services.offload, request, options);
    const listed = await deleteCollection(endpoint.resource, listRequest, options, { check, deleteInOtherThread });
    const renderSlowItem = services.offload && otherThreadEncoder(services.offload, request, output);
    await writeList(call, { documentType: endpoint.documentType, list: listed, output, renderSlowItem });
  };
}

/** Adds the revision that the parameter `at` names. @throws StatusError 400, 410 */
async function atPastRevision<Options extends ListRequest>(
  { call, endpoint }: EndpointRequest<StoredEndpoint>,
  options: Options,
  nowMs: number,
): Promise<Options> {
  const at = textParameter(call, "at");
  if (at === "") return options;
  if (options.resourceVersion !== "") throw badRequest("at cannot be used together with resourceVersion");
  // The token of a continued list has the revision.
  if (options.continueToken !== "") return { ...options, pastRevision: 0 };
  return { ...options, pastRevision: await readPastRevision(endpoint.resource, at, nowMs) };
}

/** Returns a function that encodes objects of a list in the other thread. */
function otherThreadEncoder(
  thread: RequestOffload,
  { call, endpoint }: EndpointRequest<StoredEndpoint>,
  output: Output,
): RenderSlowItem {
  return (object, { table }, isFirst) => {
    const position = { in: "list", isFirst } as const;
    return thread.renderItem(offloadedItem(endpoint.resourceKind, object, { output, table, position }), call.signal);
  };
}

function readListRequest(
  request: EndpointRequest<StoredEndpoint>,
  services: VerbServices,
): ListRequest & ListParameters {
  const { call, endpoint } = request;
  const options = readListOptions(call, services);
  const fieldSelector = toStoredSelector(endpoint, options.fieldSelector);
  const { selectable } = endpoint.documentType;
  return { namespace: namespaceOf(request), signal: () => call.signal, ...options, fieldSelector, selectable };
}
