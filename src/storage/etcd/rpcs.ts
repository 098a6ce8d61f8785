/** The calls of etcd's v3 API that the engine makes. */
import type { Rpc } from "../../grpc/index.ts";
import {
  encodeCompaction,
  encodeEmpty,
  encodeHash,
  encodeLeaseGrant,
  encodeRange,
  encodeTxn,
  type RangeRequest,
  type TxnRequest,
} from "./requests.ts";
import {
  type Alarm,
  decodeAlarms,
  decodeHash,
  decodeHeader,
  decodeLeaseGrant,
  decodeRange,
  decodeStatus,
  decodeTxn,
  type HashResponse,
  type MemberStatus,
  type RangeResponse,
  type TxnResponse,
} from "./responses.ts";

const service = "/etcdserverpb";

/** Path of the call that watches. */
export const watchPath = `${service}.Watch/Watch`;

/** Reads a key or a range. */
export const rangeRpc: Rpc<RangeRequest, RangeResponse> = {
  path: `${service}.KV/Range`,
  encode: encodeRange,
  decode: decodeRange,
};

/** Runs a transaction. */
export const txnRpc: Rpc<TxnRequest, TxnResponse> = {
  path: `${service}.KV/Txn`,
  encode: encodeTxn,
  decode: decodeTxn,
};

/** Removes history. */
export const compactRpc: Rpc<{ readonly revision: number }, number> = {
  path: `${service}.KV/Compact`,
  encode: encodeCompaction,
  decode: decodeHeader,
};

/** Creates a lease. The response is the error that it contains, or empty. */
export const leaseGrantRpc: Rpc<{ readonly ttlSeconds: number; readonly id: number }, string> = {
  path: `${service}.Lease/LeaseGrant`,
  encode: encodeLeaseGrant,
  decode: decodeLeaseGrant,
};

/** Describes the member that answers. */
export const statusRpc: Rpc<undefined, MemberStatus> = {
  path: `${service}.Maintenance/Status`,
  encode: encodeEmpty,
  decode: decodeStatus,
};

/** Lists the alarms of all members. */
export const alarmsRpc: Rpc<undefined, readonly Alarm[]> = {
  path: `${service}.Maintenance/Alarm`,
  encode: encodeEmpty,
  decode: decodeAlarms,
};

/** Returns the hash of all keys of the member that answers. */
export const hashRpc: Rpc<{ readonly revision: number }, HashResponse> = {
  path: `${service}.Maintenance/HashKV`,
  encode: encodeHash,
  decode: decodeHash,
};
