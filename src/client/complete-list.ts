/** Lists that are what was asked for: all of one state, although chunks expire, and of the version that was named. */
import { hasCode } from "../meta/status-error.ts";
import type { ObjectList } from "./object-list.ts";
import type { ListOptions } from "./requests.ts";

/** One request. */
type ListOnce<T> = (options: ListOptions) => Promise<ObjectList<T>>;

/** As the reference's clients ask. */
const chunkSize = 500;

/** The server has listed another version than exactly the one that it was asked for. */
export class InexactListError extends Error {
  override readonly name = "InexactListError";
}

/**
 * Everything, in chunks. When a chunk or the version has expired, everything is listed anew: in one piece, which cannot
 * expire, and as it is now. Only who wants exactly one version cannot have that.
 * @throws StatusError 410 for exactly a version that has expired
 */
export async function listAll<T>(list: ListOnce<T>, options: ListOptions): Promise<ObjectList<T>> {
  const { resourceVersion, resourceVersionMatch, continue: _, limit = chunkSize, ...selection } = options;
  const isAnswerable = resourceVersionMatch !== "Exact";
  const isOfVersion = resourceVersion !== undefined;
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
    const helps = isAnswerable && (isOfVersion || chunks.length > 0);
    if (!hasCode(error, 410) || !helps) throw error;
    return await list(selection);
  }
}

/**
 * A list of exactly the version that the options name. A server that knows no `resourceVersionMatch` answers with any
 * version that is newer, unless there is a limit: then it keeps to it as well.
 * @throws InexactListError when it keeps to it in no way
 */
export async function listExactly<T>(list: ListOnce<T>, options: ListOptions): Promise<ObjectList<T>> {
  const { resourceVersion, limit } = options;
  const answer = await list(options);
  if (answer.resourceVersion === resourceVersion) return answer;
  const inChunks = limit === undefined ? await listAll(list, options) : answer;
  if (inChunks.resourceVersion === resourceVersion) return inChunks;
  const [wanted, given] = [JSON.stringify(resourceVersion), JSON.stringify(inChunks.resourceVersion)];
  throw new InexactListError(`the server has listed version ${given}, and was asked for exactly ${wanted}`);
}
