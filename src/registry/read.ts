/** Reading one object or a collection, as fresh as the request asks for. */
import { fairTurns } from "../base/fair-turns.ts";
import type { CachedObject, Snapshot } from "../cache/index.ts";
import { goIntFaultText } from "../meta/go-int.ts";
import { goQuote } from "../meta/go-quote.ts";
import type { GroupResource } from "../meta/group-version.ts";
import { badRequest, expired, notFound } from "../meta/status-error.ts";
import { isStorageError, readUnlessCorrupt, type StorageError } from "../storage/index.ts";
import { type ContinueToken, decodeContinue, encodeContinue, newestRevision } from "./continue-token.ts";
import type { Resource } from "./resource.ts";
import { type CollectionScope, type CollectionSelection, selectCollection } from "./selection.ts";
import { toStatusError, unreadableObjects, withStatusErrors } from "./storage-errors.ts";
import type { WriteTarget } from "./write.ts";

/** @throws StatusError 404, 504 when the asked version does not come */
export async function getObject(
  resource: Resource,
  { namespace, name, served = resource.kind, resourceVersion }: WriteTarget & { readonly resourceVersion: string },
): Promise<CachedObject> {
  const askedRevision = parseResourceVersion(resourceVersion);
  try {
    await freshen(resource, resourceVersion, askedRevision);
  } catch (error) {
    throw toStatusError(error, { target: served, name, verb: "get", askedVersion: resourceVersion });
  }
  const object = resource.cache.get(resource.key(namespace, name));
  if (!object) throw notFound(served, name);
  if (object.unreadable) throw toStatusError(object.unreadable, { target: served, name, verb: "get" });
  return object;
}

/** Unset: the latest; `0`: any state; otherwise one that is not older. */
function freshen({ cache }: Resource, resourceVersion: string, revision: number): Promise<void> {
  if (resourceVersion === "") return cache.current();
  return revision === 0 ? cache.ready() : cache.reach(revision);
}

export interface ListRequest extends CollectionScope {
  /** 0: everything. */
  readonly limit: number;
  readonly continueToken: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: "" | "Exact" | "NotOlderThan";
  /** Aborted when nobody waits for the list any more. Asked for only when making it takes long. */
  readonly signal?: () => AbortSignal;
}

export interface ListResult {
  readonly revision: number;
  /** All of them can be read. */
  readonly objects: readonly CachedObject[];
  /** Absent when the list is complete. */
  readonly continueToken?: string;
  /** Absent when the list is complete or was selected from. */
  readonly remainingItemCount?: number;
}

/** @throws StatusError 400 for parameters that contradict each other, 410 for a state that is gone, 504 */
export async function listObjects(resource: Resource, request: ListRequest): Promise<ListResult> {
  const selection = selectCollection(resource, request);
  const token = request.continueToken === "" ? undefined : decodeContinue(request.continueToken);
  if (token && request.resourceVersion !== "" && request.resourceVersion !== "0") {
    throw badRequest("specifying resource version is not allowed when using continue");
  }
  const askedRevision = parseResourceVersion(request.resourceVersion);
  const snapshot = token
    ? await continueAt(resource, token)
    : await withStatusErrors(
        { target: resource.kind, name: "", verb: "list", askedVersion: request.resourceVersion },
        () => snapshotFor(resource, request, askedRevision),
      );
  // As in the reference, a list of any state is complete: its cache does not divide lists.
  const limit = request.resourceVersion === "0" && !token ? 0 : request.limit;
  return await withStatusErrors({ target: resource.kind, name: "", verb: "list" }, () =>
    cut(resource, { limit, signal: request.signal, selection, snapshot, after: token?.after }),
  );
}

async function snapshotFor(resource: Resource, request: ListRequest, askedRevision: number): Promise<Snapshot> {
  const { limit, resourceVersion, resourceVersionMatch } = request;
  const exact = resourceVersionMatch === "Exact" || (resourceVersionMatch === "" && limit > 0);
  if (exact && askedRevision > 0) return await resource.cache.snapshotAt(askedRevision);
  await freshen(resource, resourceVersion, askedRevision);
  return resource.cache.snapshot();
}

async function continueAt(resource: Resource, token: ContinueToken): Promise<Snapshot> {
  const operation = { target: resource.kind, name: "", verb: "list", askedVersion: String(token.revision) };
  try {
    if (token.revision !== newestRevision) return await resource.cache.snapshotAt(token.revision);
    await resource.cache.current();
    return resource.cache.snapshot();
  } catch (error) {
    if (!isStorageError(error, "compacted")) throw toStatusError(error, operation);
    const again = encodeContinue({ revision: newestRevision, after: token.after }, resource.services.vocabulary);
    throw expired(continueExpired, again);
  }
}

const continueExpired =
  "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.";

interface Cut extends Omit<SelectOptions, "target"> {
  readonly selection: CollectionSelection;
  readonly snapshot: Snapshot;
  /** The last name that was given, below the selection's scope. */
  readonly after: string | undefined;
}

/** The part of the snapshot that this answer gives. */
async function cut(resource: Resource, { limit, signal, selection, snapshot, after }: Cut): Promise<ListResult> {
  const { revision } = snapshot;
  const { scope, partial } = selection;
  const candidates = selection.candidates(snapshot.objects, after === undefined ? undefined : `${scope}${after}`);
  const limited = { target: resource.kind, limit: limit > 0 ? limit : Number.POSITIVE_INFINITY, signal };
  const { objects, more } = await select(candidates, selection, limited);
  if (!more) return { revision, objects };
  const last = objects.at(-1)?.key ?? "";
  resource.cache.keep(snapshot);
  return {
    revision,
    objects,
    continueToken: encodeContinue({ revision, after: last.slice(scope.length) }, resource.services.vocabulary),
    ...(partial ? {} : { remainingItemCount: snapshot.objects.count(scope, last) }),
  };
}

/** Whether a selection includes an object that cannot be read, as far as its key shows. */
function mayMatch(selection: CollectionSelection, object: CachedObject): boolean {
  return readUnlessCorrupt(
    () => selection.matches(object),
    () => true,
  );
}

/** Returns why objects cannot be read: `first`, and those after it. */
function allUnreadable(
  first: CachedObject,
  after: Iterator<CachedObject>,
  selection: CollectionSelection,
): readonly StorageError[] {
  const errors: StorageError[] = [];
  for (let next: IteratorResult<CachedObject> = { done: false, value: first }; !next.done; next = after.next()) {
    const { unreadable } = next.value;
    if (isStorageError(unreadable, "corrupt") && mayMatch(selection, next.value)) errors.push(unreadable);
  }
  return errors;
}

/** Objects that are looked at before a look at the time, which takes longer than a look at an object that is known. */
const objectsPerLook = 16;

interface SelectOptions {
  readonly target: GroupResource;
  readonly limit: number;
  readonly signal: ListRequest["signal"];
}

/**
 * Returns the first objects that are selected.
 * @throws StatusError 500 when one of them cannot be read; the signal's reason when it is aborted meanwhile
 */
async function select(
  candidates: Iterable<CachedObject>,
  selection: CollectionSelection,
  { limit, signal, target }: SelectOptions,
): Promise<{ objects: CachedObject[]; more: boolean }> {
  const objects: CachedObject[] = [];
  let looked = 0;
  const remaining = candidates[Symbol.iterator]();
  for (let next = remaining.next(); !next.done; next = remaining.next()) {
    const object = next.value;
    if (++looked % objectsPerLook === 0 && fairTurns.isOver) {
      await fairTurns.next();
      signal?.().throwIfAborted();
    }
    if (object.unreadable ? !mayMatch(selection, object) : !selection.matches(object)) continue;
    if (objects.length === limit) return { objects, more: true };
    if (object.unreadable) throw unreadableObjects(target, allUnreadable(object, remaining, selection));
    objects.push(object);
  }
  return { objects, more: false };
}

/**
 * @returns 0 for none
 * @throws StatusError 400 when it is not a number that can be a version
 */
export function parseResourceVersion(text: string): number {
  if (text === "") return 0;
  // Beyond 2^53 the number is not exact, but then it is greater than every revision anyway.
  if (/^\d+$/.test(text) && BigInt.asUintN(64, BigInt(text)) === BigInt(text)) return Number(text);
  const fault = /^\d+$/.test(text) ? "value out of range" : "invalid syntax";
  const cause = goIntFaultText(text, fault, "ParseUint");
  throw badRequest(`invalid resource version: resourceVersion: Invalid value: ${goQuote(text)}: ${cause}`);
}
