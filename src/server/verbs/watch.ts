/** GET with `watch`: the present state where it is asked for, then every change, until the time is over. */
import type { Snapshot } from "../../cache/index.ts";
import { expired } from "../../meta/status-error.ts";
import { parseResourceVersion, type Resource, selectCollection, toStatusError } from "../../registry/index.ts";
import { eventEncoder } from "../output/event-encoder.ts";
import { negotiateOutput } from "../output/negotiate-output.ts";
import { readTableForm } from "../output/table.ts";
import type { VerbHandler } from "../resource-table.ts";
import { watchRules } from "./endpoint-rules.ts";
import { storedSelector } from "./field-labels.ts";
import { type ListOptions, readListOptions } from "./list-options.ts";
import type { VerbServices } from "./services.ts";
import { namespaceOf } from "./target.ts";
import { WatchSession } from "./watch-session.ts";

export function watch(services: VerbServices): VerbHandler {
  return async (request) => {
    const { call, endpoint, info } = request;
    const { resource } = endpoint;
    const options = readListOptions(call, "watch", services);
    const output = negotiateOutput(call, watchRules(endpoint));
    const selection = selectCollection(resource, {
      namespace: namespaceOf(request),
      ...options,
      fieldSelector: storedSelector(endpoint, options.fieldSelector),
      ...(info.name === "" ? {} : { name: info.name }),
    });
    const { as } = output;
    const table = as?.kind === "Table" ? readTableForm(call, as.apiVersion) : undefined;
    const { after, initial } = await findStart(resource, options);
    call.last();
    const session = new WatchSession(call, {
      resource,
      shape: endpoint.shape,
      output,
      services,
      options,
      showsColumns: table !== undefined,
    });
    session.start({
      selection,
      encoder: eventEncoder(endpoint.shape, output, table),
      after,
      ...(initial ? { initial: selection.candidates(initial.objects) } : {}),
    });
  };
}

/** Where a watch starts: after a revision, and, when the client wants it, with the state at that revision. */
interface Start {
  readonly after: number;
  readonly initial?: Snapshot;
}

/** @throws StatusError 410 for a version whose changes are no longer kept, 504 for a state that does not come */
async function findStart({ cache, kind }: Resource, options: ListOptions): Promise<Start> {
  const { resourceVersion, sendInitialEvents } = options;
  const asked = parseResourceVersion(resourceVersion);
  const wantsState = sendInitialEvents ?? asked === 0;
  try {
    if (resourceVersion === "") await cache.current();
    else await cache.ready();
    if (wantsState) await cache.reach(asked);
  } catch (error) {
    throw toStatusError(error, { target: kind, name: "", verb: "watch", askedRevision: asked });
  }
  if (wantsState) {
    const initial = cache.snapshot();
    return { after: initial.revision, initial };
  }
  if (asked === 0) return { after: cache.revision };
  if (!cache.remembers(asked)) throw expired(`too old resource version: ${asked} (${cache.oldestRevision})`);
  return { after: asked };
}
