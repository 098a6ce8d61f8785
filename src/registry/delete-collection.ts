/** Deleting what a list selects, one object at a time, each as if it were deleted alone. */
import { fairTurns } from "../base/fair-turns.ts";
import type { CachedObject } from "../cache/index.ts";
import { splitKey } from "../meta/object-key.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { StatusError } from "../meta/status-error.ts";
import { type DeleteOptions, deleteObject } from "./delete.ts";
import { type ListRequest, type ListResult, listObjects, parseResourceVersion } from "./read.ts";
import type { Resource } from "./resource.ts";

/** How many deletions of one request run at a time. */
const parallelDeletions = 16;

export interface ListedDeletion {
  /** May refuse the deletion of an object. */
  readonly check?: (object: ApiObject) => Promise<void>;
  /** Deletes objects that another thread deletes; returns undefined for the others. */
  readonly deleteElsewhere?: ((object: CachedObject) => Promise<void> | undefined) | undefined;
}

/**
 * @returns what was listed, each object in the state before its deletion
 * @throws StatusError as the first deletion that failed; some objects are deleted by then, and no more will be
 */
export async function deleteCollection(
  resource: Resource,
  request: ListRequest,
  options: DeleteOptions,
  { check, deleteElsewhere }: ListedDeletion = {},
): Promise<ListResult> {
  // As in the reference, which divides the list that it deletes: a version that names no match is the exact one.
  const isExact = request.resourceVersionMatch === "" && parseResourceVersion(request.resourceVersion) > 0;
  const listed = await listObjects(resource, isExact ? { ...request, resourceVersionMatch: "Exact" } : request);
  const queue = closable(listed.objects);
  const worker = async (): Promise<void> => {
    for (const object of queue) {
      await unlessMissing(deleteElsewhere?.(object) ?? deleteListed(resource, object, options, check));
      if (fairTurns.isOver) await fairTurns.next();
    }
  };
  const workers = Array.from({ length: Math.min(parallelDeletions, listed.objects.length) }, worker);
  const failure = (await Promise.allSettled(workers)).find((result) => result.status === "rejected");
  if (failure) throw failure.reason;
  return listed;
}

/** Unlike an array's iterator, one that a worker who fails closes for all. */
function* closable<T>(items: readonly T[]): Generator<T> {
  yield* items;
}

async function deleteListed(
  resource: Resource,
  { key }: CachedObject,
  options: DeleteOptions,
  check: ListedDeletion["check"],
): Promise<void> {
  await deleteObject(resource, { options, ...splitKey(key), ...(check ? { check } : {}) });
}

async function unlessMissing(deletion: Promise<void>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!(error instanceof StatusError && error.reason === "NotFound")) throw error;
  }
}
