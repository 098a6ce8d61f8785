/**
 * storage/etcd: the engine over an etcd cluster, for several servers of one cluster. It uses the gRPC
 * client of `grpc/`.
 *
 * `EtcdEngine` implements `Engine` with etcd's v3 API. `Members` chooses the member of the cluster that gets a request.
 * `EtcdWatch` follows changes across lost members. `lost-write.ts` finds out what became of a write without a response.
 */
export { EtcdEngine, type EtcdEngineOptions } from "./etcd-engine.ts";
export type { EtcdTls } from "./etcd-tls.ts";
export { type ClusterIdentity, checkIdentity, identityKey, storedVocabulary, writeIdentity } from "./identity.ts";
export { connectToEtcd, type EtcdStoreOptions, openEtcdEngine } from "./open-etcd-engine.ts";
