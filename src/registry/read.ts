/** Reads one object or a collection, in a state that is as new as the request demands. */
import { fairTurns } from "../base/fair-turns.ts";
import type { CachedObject, ResourceSnapshot } from "../cache/index.ts";
import { goIntFaultText } from "../meta/go-int.ts";
import { goQuote } from "../meta/go-quote.ts";
import type { GroupResource } from "../meta/group-version.ts";
import { badRequest, expired, notFound } from "../meta/status-error.ts";
import { isStorageError, readUnlessCorrupt, type StorageError } from "../storage/index.ts";
import { inSpan, type TracedStep } from "../tracing/index.ts";
import { type ContinueToken, decodeContinue, encodeContinue, newestRevision } from "./continue-token.ts";
import { PreparedObjects } from "./prepared-objects.ts";
import { pastSnapshot } from "./read-past.ts";
import type { Resource } from "./resource.ts";
import { type CollectionScope, type CollectionSelection, selectCollection } from "./selection.ts";
import { type FailedOperation, toStatusError, unreadableObjects, withStatusErrors } from "./storage-errors.ts";
import { inStore, type TimeStore } from "./time-store.ts";
import type { WriteTarget } from "./write.ts";

/**
 * Returns one object.
 * @throws StatusError 404, 500 if the object is unreadable, 504 if the cache does not reach the requested version in
 * time
 */
export function getObject(resource: Resource, target: ObjectRead): Promise<CachedObject> {
  return inSpan(
    () => readStep(resource, target),
    () => readObject(resource, target),
  );
}

/** Names of an object, and how new it must be. */
type ObjectRead = WriteTarget & { readonly resourceVersion: string };

async function readObject(
  resource: Resource,
  { namespace, name, served = resource.kind, resourceVersion, timeStore }: ObjectRead,
): Promise<CachedObject> {
  const requestedRevision = parseResourceVersion(resourceVersion);
  const key = resource.key(namespace, name);
  const read = async (): Promise<CachedObject | undefined> => {
    if (resourceVersion === "") return await resource.cache.read(key);
    await waitUntilFresh(resource, resourceVersion, requestedRevision);
    return resource.cache.get(key);
  };
  let object: CachedObject | undefined;
  try {
    object = await inStore(timeStore, read);
  } catch (error) {
    throw toStatusError(error, { target: served, name, verb: "get", requestedVersion: resourceVersion });
  }
  if (!object) throw notFound(served, name);
  if (object.unreadable) {
    throw toStatusError(object.unreadable, {
      target: served,
      name,
      verb: "get",
      path: resource.cache.pathOf(object.key),
    });
  }
  return object;
}

/** Returns the step in which an object is read, for traces. */
function readStep(resource: Resource, { namespace, name, resourceVersion }: ObjectRead): TracedStep {
  return {
    name: "cacher.Get",
    attributes: ({ auditId }) => ({
      "audit-id": auditId,
      key: resource.cache.pathOf(resource.key(namespace, name)),
      "resource-version": resourceVersion,
    }),
  };
}

/** Returns the step in which a collection is read, for traces. */
function listStep({ kind: { group, resource } }: Resource): TracedStep {
  return {
    name: "cacher.GetList",
    attributes: ({ auditId }) => ({ "audit-id": auditId, type: group === "" ? resource : `${resource}.${group}` }),
  };
}

/**
 * Makes the cache new enough. An empty version demands the latest state, `0` accepts any state, and others demand a
 * state that is not older.
 */
function waitUntilFresh({ cache }: Resource, resourceVersion: string, revision: number): Promise<void> {
  if (resourceVersion === "") return cache.current();
  return revision === 0 ? cache.ready() : cache.reach(revision);
}

/** The parameters of a list. */
export interface ListRequest extends CollectionScope {
  /** Maximum number of objects to return. 0: no limit. */
  readonly limit: number;
  readonly continueToken: string;
  readonly resourceVersion: string;
  readonly resourceVersionMatch: "" | "Exact" | "NotOlderThan";
  /** Shows the state at this revision, also before the compacted revision. Continued lists show that of their token. */
  readonly pastRevision?: number;
  /**
   * Returns a signal that is aborted when the client stops waiting for the list. Called only if the list takes long.
   */
  readonly signal?: () => AbortSignal;
  /** Measures the steps in the store. */
  readonly timeStore?: TimeStore | undefined;
}

/** Selects the newest state of a whole collection. */
export const wholeCollection = { limit: 0, continueToken: "", resourceVersion: "", resourceVersionMatch: "" } as const;

/** A list, or one chunk of it. */
export interface ListResult {
  readonly revision: number;
  /** The selected objects. All of them are readable. */
  readonly objects: readonly CachedObject[];
  /** Absent if the list is complete. */
  readonly continueToken?: string;
  /** The number of objects in later chunks. Absent if the list is complete, or if selectors apply. */
  readonly remainingItemCount?: number;
}

/**
 * Lists the objects that `request` selects.
 * @throws StatusError 400 for contradicting parameters, 410 if the requested state was compacted, 500 for unreadable
 * objects, 504
 */
export async function listObjects(resource: Resource, request: ListRequest): Promise<ListResult> {
  const selection = selectCollection(resource, request);
  const token = request.continueToken === "" ? undefined : decodeContinue(request.continueToken);
  if (token && request.resourceVersion !== "" && request.resourceVersion !== "0") {
    throw badRequest("specifying resource version is not allowed when using continue");
  }
  const requestedRevision = parseResourceVersion(request.resourceVersion);
  const { pastRevision } = request;
  const snapshot =
    pastRevision !== undefined
      ? await pastSnapshot(resource, token?.revision ?? pastRevision)
      : token
        ? await continueAt(resource, token)
        : await withStatusErrors(
            { target: resource.kind, name: "", verb: "list", requestedVersion: request.resourceVersion },
            () => snapshotFor(resource, request, { requestedRevision, scope: selection.scope }),
          );
  // As in the reference, a list that accepts any state is complete, because the reference's cache does not split lists.
  const limit = request.resourceVersion === "0" && !token ? 0 : request.limit;
  return await withStatusErrors({ target: resource.kind, name: "", verb: "list" }, () =>
    takeChunk(resource, { limit, signal: request.signal, selection, snapshot, after: token?.after }),
  );
}

/** Does the same as `listObjects`, for a request that lists or deletes a collection. It is a step in the trace of the request. */
export function listForRequest(resource: Resource, request: ListRequest): Promise<ListResult> {
  return inSpan(
    () => listStep(resource),
    () => listObjects(resource, request),
  );
}

async function snapshotFor(
  resource: Resource,
  request: ListRequest,
  { requestedRevision, scope }: { readonly requestedRevision: number; readonly scope: string },
): Promise<ResourceSnapshot> {
  const { limit, resourceVersion, resourceVersionMatch } = request;
  const exact = resourceVersionMatch === "Exact" || (resourceVersionMatch === "" && limit > 0);
  if (exact && requestedRevision > 0) return await resource.cache.snapshotAt(requestedRevision);
  await inStore(request.timeStore, () => waitUntilFresh(resource, resourceVersion, requestedRevision));
  return resource.cache.snapshot(scope);
}

async function continueAt(resource: Resource, token: ContinueToken): Promise<ResourceSnapshot> {
  const requestedVersion = String(token.revision);
  const operation: FailedOperation = { target: resource.kind, name: "", verb: "list", requestedVersion };
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

interface ChunkRequest extends Omit<SelectOptions, "target"> {
  readonly selection: CollectionSelection;
  readonly snapshot: ResourceSnapshot;
  /** The key of the last object in the previous chunk, relative to the scope of the selection. */
  readonly after: string | undefined;
}

/** Returns the chunk of the snapshot that the request asks for. */
async function takeChunk(
  resource: Resource,
  { limit, signal, selection, snapshot, after }: ChunkRequest,
): Promise<ListResult> {
  const { revision } = snapshot;
  const { scope, isPartial } = selection;
  const candidates = selection.candidates(snapshot.objects, after === undefined ? undefined : `${scope}${after}`);
  const selectOptions = { target: resource.kind, limit: limit > 0 ? limit : Number.POSITIVE_INFINITY, signal };
  const { objects, more } = await selectObjects(candidates, selection, selectOptions);
  if (!more) return { revision, objects };
  const last = objects.at(-1)?.key ?? "";
  resource.cache.keepSnapshot(snapshot);
  return {
    revision,
    objects,
    continueToken: encodeContinue({ revision, after: last.slice(scope.length) }, resource.services.vocabulary),
    ...(isPartial ? {} : { remainingItemCount: snapshot.objects.count(scope, last) }),
  };
}

/**
 * Whether a selection may include an unreadable object. If the key alone does not decide, it is assumed to be included.
 */
function mayMatch(selection: CollectionSelection, object: CachedObject): boolean {
  return readUnlessCorrupt(
    () => selection.matches(object),
    () => true,
  );
}

/** Returns the errors of all unreadable objects that are selected: `first` and those that follow it. */
function unreadableErrors(
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

/**
 * Number of objects that are checked before the clock is read. Reading the clock takes longer than checking an object
 * that is already indexed; see docs/performance.md, "Micro-measurements", "objectsPerClockRead".
 */
const objectsPerClockRead = 16;

interface SelectOptions {
  readonly target: GroupResource;
  readonly limit: number;
  readonly signal: ListRequest["signal"];
}

/**
 * Returns the first selected objects, and whether there are more.
 * @throws StatusError 500 if one of them is unreadable or cannot be converted; the signal's reason when it is aborted
 */
async function selectObjects(
  candidates: Iterable<CachedObject>,
  selection: CollectionSelection,
  { limit, signal, target }: SelectOptions,
): Promise<{ objects: CachedObject[]; more: boolean }> {
  const objects: CachedObject[] = [];
  let checkedCount = 0;
  const remaining = new PreparedObjects(candidates, selection.preparation);
  for (;;) {
    if (!remaining.isPrepared) await remaining.prepare(signal?.());
    const next = remaining.next();
    if (next.done) return { objects, more: false };
    const object = next.value;
    if (++checkedCount % objectsPerClockRead === 0 && fairTurns.isOver) {
      await fairTurns.next();
      signal?.().throwIfAborted();
    }
    if (object.unreadable ? !mayMatch(selection, object) : !selection.matches(object)) continue;
    if (objects.length === limit) return { objects, more: true };
    if (object.unreadable) throw unreadableObjects(target, unreadableErrors(object, remaining, selection));
    objects.push(object);
  }
}

/** Digits of an unsigned 64-bit integer without leading zeros. Longer numbers are not read, because a million digits take 0.3 seconds. */
const revisionDigits = /^\d{0,20}$/;

/** Returns the revision that a resourceVersion names, 0 if `text` is empty, and undefined if it is not an unsigned 64-bit integer. */
export function revisionOf(text: string): number | undefined {
  if (text === "") return 0;
  const digits = text.replace(/^0+/, "");
  // Beyond 2^53 the number is not exact. It is greater than every revision, so that does not matter.
  const isRevision = revisionDigits.test(digits) && BigInt.asUintN(64, BigInt(digits)) === BigInt(digits);
  return isRevision ? Number(digits) : undefined;
}

/**
 * Returns the revision that a resourceVersion names.
 * @returns 0 if `text` is empty
 * @throws StatusError 400 if `text` is not an unsigned 64-bit integer
 */
export function parseResourceVersion(text: string): number {
  const revision = revisionOf(text);
  if (revision !== undefined) return revision;
  const fault = /^\d+$/.test(text) ? "value out of range" : "invalid syntax";
  const cause = goIntFaultText(text, fault, "ParseUint");
  throw badRequest(`invalid resource version: resourceVersion: Invalid value: ${goQuote(text)}: ${cause}`);
}
