/**
 * storage/etcd: the engine over an etcd cluster, for several servers of one cluster. It speaks gRPC over
 * HTTP/2 itself.
 *
 * `EtcdEngine` implements `Engine` with etcd's v3 API. `Members` chooses the member of the cluster that gets a request.
 * `EtcdWatch` follows changes across lost members. `lost-write.ts` finds out what became of a write without a response.
 */
export { EtcdCallError } from "./call-error.ts";
export { EtcdEngine, type EtcdEngineOptions } from "./etcd-engine.ts";
export type { EtcdTls } from "./grpc-connection.ts";
export { type ClusterIdentity, checkIdentity, identityKey, writeIdentity } from "./identity.ts";
export { Member } from "./member.ts";
export { connectToEtcd, type EtcdStoreOptions, openEtcdEngine } from "./open-etcd-engine.ts";
export { MalformedMessage, readFields } from "./proto-reader.ts";
export { ProtoWriter } from "./proto-writer.ts";
export type { Rpc } from "./rpcs.ts";
