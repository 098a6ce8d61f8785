/**
 * GET with `watch`: sends the current state if the client requests it, and then every change until the time is over.
 */
import type { CachedObject, ObjectPreparation, RemoteEncoder, ResourceSnapshot } from "../../cache/index.ts";
import { badRequest, expired, StatusError, timeout } from "../../meta/status-error.ts";
import { parseResourceVersion, type Resource, selectCollection, toStatusError } from "../../registry/index.ts";
import { type OffloadedItem, offloadedItem } from "../offload/request-offload.ts";
import { eventEncoder } from "../output/event-encoder.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import type { Output } from "../output/output.ts";
import { readTableForm } from "../output/table.ts";
import { textParameter } from "../requests/query-parameters.ts";
import { acceptWebSocket } from "../requests/web-socket-handshake.ts";
import { type EndpointRequest, type StoredEndpoint, type VerbHandler } from "../served/endpoint.ts";
import { watchOutputRules } from "./endpoint-rules.ts";
import { toStoredSelector } from "./field-labels.ts";
import { type ListParameters, marksInitialEnd, readListOptions } from "./options/list-options.ts";
import type { VerbServices } from "./services.ts";
import { namespaceOf } from "./target.ts";
import { WatchSession } from "./watch-session.ts";

/** Returns the handler of watches. */
export function watch(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint, info } = request;
    const { resource } = endpoint;
    const options = readListOptions(call, services);
    if (textParameter(call, "at") !== "") throw badRequest("at cannot be used with watch");
    const objectFormat = negotiateObjectFormat(request, options);
    const selection = selectCollection(resource, {
      namespace: namespaceOf(request),
      ...options,
      fieldSelector: toStoredSelector(endpoint, options.fieldSelector),
      selectable: endpoint.documentType.selectable,
      ...(info.name === "" ? {} : { name: info.name }),
    });
    parseResourceVersion(options.resourceVersion);
    const { mediaType, pretty } = negotiateOutput(call, watchOutputRules(endpoint));
    const { as } = objectFormat;
    const output: Output = { mediaType, pretty, ...(as ? { as } : {}) };
    const table = as?.kind === "Table" ? readTableForm(call, as.apiVersion) : undefined;
    const hasTimedOut = (options.timeoutSeconds ?? 0) < 0;
    const start = hasTimedOut ? { after: 0 } : await findStart(resource, options);
    const { exchange } = call;
    const webSocketHeaders = exchange.beginWebSocket ? acceptWebSocket((name) => exchange.header(name)) : undefined;
    call.detach();
    const session = new WatchSession(call, {
      resource,
      documentType: endpoint.documentType,
      output,
      services,
      options,
      showsColumns: table !== undefined,
      webSocketHeaders,
    });
    if (hasTimedOut) return session.finish();
    if (start.failure) return session.fail(start.failure);
    const { after, initial } = start;
    const { preparation } = endpoint.documentType;
    if (preparation && initial) {
      const failure = await preparationFailure(preparation, [...selection.candidates(initial.objects)], call.signal);
      if (failure) return session.fail(failure);
    }
    session.start({
      selection,
      encoder: eventEncoder(
        endpoint.documentType,
        output,
        table,
        otherThreadEncoder(services, request, { output, table }),
        services.contents,
      ),
      after,
      ...(initial ? { initial: selection.candidates(initial.objects) } : {}),
    });
  };
}

/** Prepares the initial objects of a watch. Returns why one cannot be converted. */
async function preparationFailure(
  { prepare }: ObjectPreparation,
  objects: readonly CachedObject[],
  signal: AbortSignal,
): Promise<StatusError | undefined> {
  try {
    await prepare(objects, signal);
    return undefined;
  } catch (error) {
    if (error instanceof StatusError) return error;
    throw error;
  }
}

/** Maximum time in which the other thread must encode an event. A thread that takes longer is considered to hang. */
const eventTimeoutMs = 60_000;

/** Returns a function that encodes events in the other thread. Undefined if there is no other thread. */
function otherThreadEncoder(
  { offload, clock }: VerbServices,
  { endpoint }: EndpointRequest<StoredEndpoint>,
  form: Pick<OffloadedItem, "output" | "table">,
): RemoteEncoder["encode"] | undefined {
  if (!offload) return undefined;
  return async ({ type, object }) => {
    // Several watches may wait for the same event, so it is not canceled when one of them ends.
    const deadline = new AbortController();
    using _timer = clock.after(eventTimeoutMs, () => deadline.abort(timeout("the event took too long to write")));
    const item = offloadedItem(endpoint.resourceKind, object, { ...form, position: { in: "event", type } });
    return await offload.renderItem(item, deadline.signal);
  };
}

/**
 * Negotiates the format of the objects as for a list. As in the reference, this happens before the selectors are
 * resolved, and the media type of the events is negotiated afterwards. Tables are not offered if a bookmark marks the end of
 * the initial events, because that bookmark describes a list. A client may accept another format instead.
 * @throws StatusError 406
 */
function negotiateObjectFormat({ call, endpoint }: EndpointRequest<StoredEndpoint>, options: ListParameters): Output {
  const rules = watchOutputRules(endpoint);
  const transforms = marksInitialEnd(options)
    ? rules.transforms.filter((transform) => transform !== "Table")
    : rules.transforms;
  return negotiateOutput(call, { ...rules, transforms, stream: false });
}

/**
 * The revision after which a watch sends events. If the client requested it, the state at that revision is sent first.
 */
interface Start {
  readonly after: number;
  readonly initial?: ResourceSnapshot;
  /** Why the watch cannot start. As in the reference, the client gets it as an event. */
  readonly failure?: StatusError;
}

/** Returns where the watch starts. @throws StatusError 504 if the cache does not reach the requested version in time */
async function findStart({ cache, kind }: Resource, options: ListParameters): Promise<Start> {
  const { resourceVersion, sendInitialEvents } = options;
  const requestedRevision = parseResourceVersion(resourceVersion);
  const needsInitialState = sendInitialEvents ?? requestedRevision === 0;
  try {
    if (resourceVersion === "") await cache.current();
    else await cache.ready();
    if (needsInitialState) await cache.reach(requestedRevision);
  } catch (error) {
    throw toStatusError(error, { target: kind, name: "", verb: "watch", requestedVersion: resourceVersion });
  }
  if (needsInitialState) {
    const initial = cache.snapshot();
    return { after: initial.revision, initial };
  }
  if (requestedRevision === 0) return { after: cache.revision };
  if (cache.canWatchAfter(requestedRevision)) return { after: requestedRevision };
  return {
    after: requestedRevision,
    failure: expired(`too old resource version: ${requestedRevision} (${cache.oldestRevision})`),
  };
}
