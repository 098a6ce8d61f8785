/**
 * Lists that are complete and consistent, although continue tokens expire and some servers ignore
 * `resourceVersionMatch`.
 */
import { hasCode } from "../meta/status-error.ts";
import type { ObjectList } from "./object-list.ts";
import type { ListOptions } from "./requests.ts";

/** Sends one list request. */
type ListOnce<T> = (options: ListOptions) => Promise<ObjectList<T>>;

/** The chunk size of the reference's clients. */
const chunkSize = 500;

/**
 * The server ignored `resourceVersionMatch: "Exact"` and listed another version than the requested one.
 * @example
 * ```ts
 * try {
 *   await client.api(pod).list({ resourceVersion: "41", resourceVersionMatch: "Exact" });
 * } catch (error) {
 *   if (!(error instanceof InexactListError)) throw error;
 * }
 * ```
 */
export class InexactListError extends Error {
  override readonly name = "InexactListError";
}

/**
 * Reads all objects in chunks. If a continue token or the version expires, the current state is listed again in one
 * request, because a single response cannot expire. This is impossible for an exact version.
 * @throws StatusError 410 if `resourceVersionMatch` is "Exact" and this version has expired
 */
export async function listAll<T>(list: ListOnce<T>, options: ListOptions): Promise<ObjectList<T>> {
  const { resourceVersion, resourceVersionMatch, continue: _, limit = chunkSize, ...selection } = options;
  const mayUseOtherVersion = resourceVersionMatch !== "Exact";
  const hasVersion = resourceVersion !== undefined;
  const chunks: (readonly T[])[] = [];
  try {
    let chunk = await list({ ...options, limit });
    for (;;) {
      chunks.push(chunk.items);
      const { resourceVersion: version, continue: next } = chunk;
      if (next === undefined) return { items: chunks.flat(), resourceVersion: version };
      chunk = await list({ ...selection, limit, continue: next });
    }
  } catch (error) {
    const isRetryUseful = mayUseOtherVersion && (hasVersion || chunks.length > 0);
    if (!hasCode(error, 410) || !isRetryUseful) throw error;
    return await list(selection);
  }
}

/**
 * Reads exactly the version that `options.resourceVersion` names. A server that does not support `resourceVersionMatch`
 * may respond with a newer version. It respects the version if the request has a limit, so the list is then read again
 * in chunks.
 * @throws InexactListError if the chunks are of another version, too
 */
export async function listExactly<T>(list: ListOnce<T>, options: ListOptions): Promise<ObjectList<T>> {
  const { resourceVersion, limit } = options;
  const answer = await list(options);
  if (answer.resourceVersion === resourceVersion) return answer;
  const inChunks = limit === undefined ? await listAll(list, options) : answer;
  if (inChunks.resourceVersion === resourceVersion) return inChunks;
  const [requested, listed] = [JSON.stringify(resourceVersion), JSON.stringify(inChunks.resourceVersion)];
  throw new InexactListError(`the server has listed version ${listed}, and was asked for exactly ${requested}`);
}
