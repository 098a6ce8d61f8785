/** The stores that several processes of one server can share. */
import { EtcdCluster, hasEtcd } from "../../src/storage/testing/etcd-process.ts";

/** Names of the stores. Without etcd in the PATH, its tests are left out. */
export const workerStoreNames: readonly WorkerStoreName[] = hasEtcd ? ["lmdb", "etcd"] : ["lmdb"];
/** Name of a store. */
export type WorkerStoreName = "lmdb" | "etcd";

/** A store, or a program that keeps several of them. */
export interface WorkerStore extends AsyncDisposable {
  /** The program that keeps the store. Undefined for LMDB. */
  readonly etcd: EtcdCluster | undefined;
  /** Returns the flags of a server that uses an empty store. */
  flagsOfEmptyStore(): readonly string[];
}

/** Starts a store. */
export async function startWorkerStore(name: WorkerStoreName): Promise<WorkerStore> {
  const etcd = name === "etcd" ? await EtcdCluster.start() : undefined;
  let count = 0;
  return {
    etcd,
    flagsOfEmptyStore: () =>
      etcd ? [`--etcd-servers=${etcd.urls.join(",")}`, `--etcd-prefix=/registry-${count++}`] : [],
    async [Symbol.asyncDispose]() {
      await etcd?.[Symbol.asyncDispose]();
    },
  };
}
