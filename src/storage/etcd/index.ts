/**
 * storage/etcd: the engine over an etcd cluster, for several servers of one cluster. Only this folder may load gRPC.
 * Importing this module loads it.
 *
 * `EtcdEngine` implements `Engine` with etcd's v3 API. `Members` chooses the member of the cluster that gets a request.
 * `EtcdWatch` follows changes across lost members. `lost-write.ts` finds out what became of a write without a response.
 */
export { EtcdEngine, type EtcdEngineOptions } from "./etcd-engine.ts";
export { type ClusterIdentity, checkIdentity, identityKey, writeIdentity } from "./identity.ts";
export type { EtcdTls } from "./member.ts";
export { connectToEtcd, type EtcdStoreOptions, openEtcdEngine } from "./open-etcd-engine.ts";
