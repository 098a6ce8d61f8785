/** GET with `watch`: the present state where it is asked for, then every change, until the time is over. */
import type { RemoteEncoder, ResourceSnapshot } from "../../cache/index.ts";
import { expired, type StatusError, timeout } from "../../meta/status-error.ts";
import { parseResourceVersion, type Resource, selectCollection, toStatusError } from "../../registry/index.ts";
import { type OffloadedItem, offloadedItem } from "../filters/offload.ts";
import { eventEncoder } from "../output/event-encoder.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import { readTableForm } from "../output/table.ts";
import { acceptWebSocket } from "../requests/web-socket-handshake.ts";
import { type EndpointRequest, type StoredEndpoint, type VerbHandler } from "../served/endpoint.ts";
import { watchOutputRules } from "./endpoint-rules.ts";
import { toStoredSelector } from "./field-labels.ts";
import { type ListParameters, marksInitialEnd, readListOptions } from "./options/list-options.ts";
import type { VerbServices } from "./services.ts";
import { namespaceOf } from "./target.ts";
import { WatchSession } from "./watch-session.ts";

export function watch(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint, info } = request;
    const { resource } = endpoint;
    const options = readListOptions(call, services);
    negotiateObjects(request, options);
    const selection = selectCollection(resource, {
      namespace: namespaceOf(request),
      ...options,
      fieldSelector: toStoredSelector(endpoint, options.fieldSelector),
      ...(info.name === "" ? {} : { name: info.name }),
    });
    parseResourceVersion(options.resourceVersion);
    const output = negotiateOutput(call, watchOutputRules(endpoint));
    const { as } = output;
    const table = as?.kind === "Table" ? readTableForm(call, as.apiVersion) : undefined;
    const isOver = (options.timeoutSeconds ?? 0) < 0;
    const start = isOver ? { after: 0 } : await findStart(resource, options);
    const { exchange } = call;
    const accepted = exchange.beginWebSocket ? acceptWebSocket((name) => exchange.header(name)) : undefined;
    call.detach();
    const session = new WatchSession(call, {
      resource,
      documentType: endpoint.documentType,
      output,
      services,
      options,
      showsColumns: table !== undefined,
      accepted,
    });
    if (isOver) return session.finish();
    if (start.failure) return session.fail(start.failure);
    const { after, initial } = start;
    session.start({
      selection,
      encoder: eventEncoder(endpoint.documentType, output, table, slowEvents(services, request, { output, table })),
      after,
      ...(initial ? { initial: selection.candidates(initial.objects) } : {}),
    });
  };
}

/** The longest time that the other thread may take for an event. A thread that takes longer has hung. */
const eventTimeoutMs = 60_000;

/** Returns what writes, in the other thread, the events that take long. */
function slowEvents(
  { offload, clock }: VerbServices,
  { endpoint }: EndpointRequest<StoredEndpoint>,
  form: Pick<OffloadedItem, "output" | "table">,
): RemoteEncoder["encode"] | undefined {
  if (!offload) return undefined;
  return async ({ type, object }) => {
    // Several watches may wait for the event: it is not given up when one of them ends.
    const tooLate = new AbortController();
    using _timer = clock.after(eventTimeoutMs, () => tooLate.abort(timeout("the event took too long to write")));
    const item = offloadedItem(endpoint.resourceKind, object, { ...form, place: { in: "event", type } });
    return await offload.renderItem(item, tooLate.signal);
  };
}

/**
 * Negotiates the form of the objects, as if they were a list. As in the reference, this comes before the selectors are
 * resolved, and the form of the events is negotiated after that. Tables cannot be followed by a list's blueprint.
 * @throws StatusError 406
 */
function negotiateObjects({ call, endpoint }: EndpointRequest<StoredEndpoint>, options: ListParameters): void {
  const rules = watchOutputRules(endpoint);
  const transforms = marksInitialEnd(options) ? rules.transforms.filter((one) => one !== "Table") : rules.transforms;
  negotiateOutput(call, { ...rules, transforms, stream: false });
}

/** Where a watch starts: after a revision, and, when the client wants it, with the state at that revision. */
interface Start {
  readonly after: number;
  readonly initial?: ResourceSnapshot;
  /** Why the watch cannot start. As in the reference, the client learns it by an event. */
  readonly failure?: StatusError;
}

/** @throws StatusError 504 for a state that does not come */
async function findStart({ cache, kind }: Resource, options: ListParameters): Promise<Start> {
  const { resourceVersion, sendInitialEvents } = options;
  const asked = parseResourceVersion(resourceVersion);
  const wantsState = sendInitialEvents ?? asked === 0;
  try {
    if (resourceVersion === "") await cache.current();
    else await cache.ready();
    if (wantsState) await cache.reach(asked);
  } catch (error) {
    throw toStatusError(error, { target: kind, name: "", verb: "watch", requestedVersion: resourceVersion });
  }
  if (wantsState) {
    const initial = cache.snapshot();
    return { after: initial.revision, initial };
  }
  if (asked === 0) return { after: cache.revision };
  if (cache.canWatchAfter(asked)) return { after: asked };
  return { after: asked, failure: expired(`too old resource version: ${asked} (${cache.oldestRevision})`) };
}
