/** Deletes the objects that a list selects. Each deletion works like that of a single object. */
import { fairTurns } from "../base/fair-turns.ts";
import type { CachedObject } from "../cache/index.ts";
import { splitKey } from "../meta/object-key.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { StatusError } from "../meta/status-error.ts";
import { type DeleteRequest, deleteObject, type ObjectDeleteOptions } from "./delete.ts";
import { type ListRequest, type ListResult, listForRequest, parseResourceVersion } from "./read.ts";
import type { Resource } from "./resource.ts";

/** Number of deletions that one request runs at the same time. */
const parallelDeletionsMax = 16;

/** Options of `deleteCollection`. */
export interface CollectionDeletionHooks {
  /** Runs before an object is deleted. It rejects the deletion by throwing. */
  readonly check?: (readObject: () => ApiObject) => Promise<void>;
  /** Deletes an object in another thread. Returns undefined for objects that this thread deletes. */
  readonly deleteInOtherThread?: ((object: CachedObject) => Promise<void> | undefined) | undefined;
}

/**
 * Lists the objects that `request` selects and deletes them. Objects that are deleted by others meanwhile are skipped.
 * @returns the list, with each object as it was before its deletion
 * @throws StatusError of the first deletion that failed. Some objects may be deleted by then. No further deletion
 * starts.
 */
export async function deleteCollection(
  resource: Resource,
  request: ListRequest,
  options: ObjectDeleteOptions,
  { check, deleteInOtherThread: deleteElsewhere }: CollectionDeletionHooks = {},
): Promise<ListResult> {
  // As in the reference, which reads the list in chunks: a `resourceVersion` without a `resourceVersionMatch` selects
  // exactly this version.
  const isExact = request.resourceVersionMatch === "" && parseResourceVersion(request.resourceVersion) > 0;
  const listed = await listForRequest(resource, isExact ? { ...request, resourceVersionMatch: "Exact" } : request);
  const deletion = { options, timeStore: request.timeStore, ...(check ? { check } : {}) };
  const queue = sharedIterator(listed.objects);
  const worker = async (): Promise<void> => {
    for (const object of queue) {
      await ignoreNotFound(deleteElsewhere?.(object) ?? deleteOne(resource, object, deletion));
      if (fairTurns.isOver) await fairTurns.next();
    }
  };
  const workers = Array.from({ length: Math.min(parallelDeletionsMax, listed.objects.length) }, worker);
  const failure = (await Promise.allSettled(workers)).find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
  return listed;
}

/**
 * Yields the items. All workers share this generator. If one of them throws, the generator closes, and the others stop,
 * too. An array's iterator would not close.
 */
function* sharedIterator<T>(items: readonly T[]): Generator<T> {
  yield* items;
}

async function deleteOne(
  resource: Resource,
  { key }: CachedObject,
  deletion: Pick<DeleteRequest, "options" | "check" | "timeStore">,
): Promise<void> {
  await deleteObject(resource, { ...deletion, ...splitKey(key) });
}

async function ignoreNotFound(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === "NotFound")) throw error;
  }
}
