/**
 * A process that follows the store in the directory of its first argument, whose owner is the process of its second one. It
 * reads the store, prints "following", and keeps the store open until it is killed. The owner must not write meanwhile.
 */
import { openLmdbFollower } from "../lmdb/index.ts";

const unused = (): Promise<never> => Promise.reject(new Error("this process does not write"));
const follower = await openLmdbFollower({
  path: process.argv[2] ?? "",
  owner: {
    commit: unused,
    removeDamaged: unused,
    compact: unused,
    check: unused,
    withoutCommits: async (work) => await work(),
  },
  ownerProcessId: Number(process.argv[3]),
});
await follower.progress();
process.stdout.write("following\n");
setInterval(() => follower.follow(), 1000);
