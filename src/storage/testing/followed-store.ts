/** Opens an LMDB store and a follower of it in one process, like those of a main process and a worker process. */
import { openLmdbEngine, openLmdbFollower } from "../lmdb/index.ts";
import type { FollowerEngine } from "../local/follower-engine.ts";
import type { EngineTestOptions } from "./engine-under-test.ts";

/** Returns the follower, which learns of each commit. Disposing it closes the store, too. */
export async function openFollowedStore(
  path: string,
  { vocabulary = "orch", ...options }: EngineTestOptions & { readonly vocabulary?: string } = {},
): Promise<FollowerEngine> {
  const owner = await openLmdbEngine({ path, identity: { vocabulary }, ...options });
  const follower = await openLmdbFollower({ path, owner, ownerProcessId: process.pid, ...options });
  const stop = new AbortController();
  const reports = (async () => {
    for await (const _ of owner.watch("", { after: owner.revision, signal: stop.signal })) follower.follow();
  })();
  const closeFollower = follower[Symbol.asyncDispose].bind(follower);
  follower[Symbol.asyncDispose] = async () => {
    await closeFollower();
    stop.abort();
    await reports;
    await owner[Symbol.asyncDispose]();
  };
  return follower;
}
