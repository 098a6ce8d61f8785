/** Compares lists with the events that the watchers of the same scope received. */
import { setTimeout as pause } from "node:timers/promises";
import type { WireResponse } from "../support/wire-client.ts";
import type { Chronicle } from "./chronicle.ts";
import { keyOf } from "./write.ts";

/** Maximum wait until watchers have received the events before a list. */
const patienceMs = 60_000;
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
 * Lists a scope page by page and compares the result with its chronicle.
 * @param limit maximum number of objects per page
 * @param report receives the differences
 * @returns the list's version, after the chronicle has reached it
 */
export async function listScope(
  get: Get,
  chronicle: Chronicle,
  limit: number,
  report: (fault: string) => void,
): Promise<number> {
  using _ = chronicle.hold();
  const { path, query, name } = chronicle.scope;
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
  await compare(chronicle, version, listed, report);
  return version;
}

/**
 * Compares a state that a client received with the chronicle at the same version. The chronicle must have kept all
 * events since the request, with `hold`.
 */
export async function compare(
  chronicle: Chronicle,
  version: number,
  told: ReadonlyMap<string, number>,
  report: (fault: string) => void,
): Promise<void> {
  await seenUpTo(chronicle, version);
  const state = chronicle.stateAt(version);
  const keys = new Set([...state.keys(), ...told.keys()]);
  const wrong = [...keys].filter((key) => state.get(key) !== told.get(key));
  if (wrong.length === 0) return;
  const some = wrong.slice(0, 3).map((key) => `${key} at ${told.get(key)} instead of ${state.get(key)}`);
  report(`a state of ${chronicle.scope.name} at ${version} has ${wrong.length} faults: ${some.join(", ")}`);
}

/** Resolves when the chronicle contains every event up to `version`. */
async function seenUpTo(chronicle: Chronicle, version: number): Promise<void> {
  const begunMs = performance.now();
  while (chronicle.newest < version) {
    const waitedMs = performance.now() - begunMs;
    if (waitedMs > patienceMs) throw new Error(`${chronicle.scope.name} has not come to ${version}`);
    if (chronicle.isSettled && waitedMs > quietMs) return;
    await pause(20);
  }
}
