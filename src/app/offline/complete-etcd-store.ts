/** The last step of commands that fill an etcd with a cluster. */
import type { Engine } from "../../storage/index.ts";

/** Location and vocabulary of the cluster. */
export interface CompletedCluster {
  /** Prefix of all keys, without a slash at its end. */
  readonly prefix: string;
  readonly identity: { readonly vocabulary: string };
}

/**
 * Compacts the history of etcd, and then writes the identity of the cluster, without which servers do not use the keys.
 *
 * Clients have versions of the earlier store. etcd's history up to these versions is another one: it has no deletions of
 * the earlier store. So a watch that resumed in it would miss them. After the compaction, clients list again.
 * @throws StorageError
 */
export async function completeEtcdStore(target: Engine, cluster: CompletedCluster): Promise<void> {
  const { writeIdentity } = await import("../../storage/etcd/index.ts");
  await target.compact(await target.progress());
  await writeIdentity(target, cluster);
}
