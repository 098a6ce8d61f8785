/**
 * A process that follows the store in the directory of its argument. It reads the store, prints "following", and keeps
 * the store open until it is killed.
 */
import { openLmdbFollower } from "../lmdb/index.ts";

const unused = (): Promise<never> => Promise.reject(new Error("this process does not write"));
const follower = openLmdbFollower({
  path: process.argv[2] ?? "",
  owner: { commit: unused, removeDamaged: unused, compact: unused, check: unused },
});
await follower.progress();
process.stdout.write("following\n");
setInterval(() => follower.follow(), 1000);
