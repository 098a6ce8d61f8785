/** Compares lists with the events that the watchers of the same scope received. */
import { setTimeout as pause } from "node:timers/promises";
import type { WireResponse } from "../support/wire-client.ts";
import { keyOf } from "./acknowledged-write.ts";
import type { EventHistory } from "./event-history.ts";

/** Maximum wait until watchers have received the events before a list. */
const receiveMaxMs = 60_000;
/** If every acknowledged write was received and nothing arrives for this long, no earlier events are outstanding. */
const quietMs = 2000;

/** Sends a GET request. Throws if the status is not 200. */
export type Get = (target: string) => Promise<WireResponse>;

interface ListDocument {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly {
    readonly metadata: { readonly namespace?: string; readonly name: string; readonly resourceVersion: string };
  }[];
}

/**
 * Lists a scope page by page and compares the result with its event history.
 * @param limit maximum number of objects per page
 * @param report receives the differences
 * @returns the list's version, after the event history has reached it
 */
export async function listScope(
  get: Get,
  history: EventHistory,
  limit: number,
  report: (fault: string) => void,
): Promise<number> {
  using _ = history.hold();
  const { path, query, name } = history.scope;
  const listed = new Map<string, number>();
  let version = 0;
  for (let token: string | undefined = ""; token !== undefined; ) {
    const answer = await get(`${path}?limit=${limit}&${query}&continue=${encodeURIComponent(token)}`);
    const { metadata, items } = answer.json as ListDocument;
    for (const { metadata } of items) {
      listed.set(keyOf({ namespace: metadata.namespace ?? "", name: metadata.name }), Number(metadata.resourceVersion));
    }
    const pageVersion = Number(metadata.resourceVersion);
    if (version !== 0 && version !== pageVersion)
      report(`a page of ${name} at ${pageVersion} follows one at ${version}`);
    version = pageVersion;
    token = metadata.continue;
  }
  await compareState(history, version, listed, report);
  return version;
}

/**
 * Compares a state that a client received with the event history at the same version. The event history must have kept
 * all events since the request, with `hold`.
 */
export async function compareState(
  history: EventHistory,
  version: number,
  told: ReadonlyMap<string, number>,
  report: (fault: string) => void,
): Promise<void> {
  await waitUntilReceived(history, version);
  const state = history.stateAt(version);
  const keys = new Set([...state.keys(), ...told.keys()]);
  const wrong = [...keys].filter((key) => state.get(key) !== told.get(key));
  if (wrong.length === 0) return;
  const some = wrong.slice(0, 3).map((key) => `${key} at ${told.get(key)} instead of ${state.get(key)}`);
  report(`a state of ${history.scope.name} at ${version} has ${wrong.length} faults: ${some.join(", ")}`);
}

/** Resolves when the event history contains every event up to `version`. */
async function waitUntilReceived(history: EventHistory, version: number): Promise<void> {
  const begunMs = performance.now();
  while (history.newestVersion < version) {
    const waitedMs = performance.now() - begunMs;
    if (waitedMs > receiveMaxMs) throw new Error(`${history.scope.name} has not reached ${version}`);
    if (history.isSettled && waitedMs > quietMs) return;
    await pause(20);
  }
}
