/** The requests of etcd's v3 API that the engine sends, with the field numbers of etcd's rpc.proto. */
import { ProtoWriter } from "../../grpc/index.ts";

/** A read of one key or of a range of keys. */
export interface RangeRequest {
  readonly key: Uint8Array;
  /** The first key after the range. Absent to read one key. */
  readonly rangeEnd?: Uint8Array;
  /** Absent: no limit. */
  readonly limit?: number;
  /** Absent: the newest state. */
  readonly revision?: number;
  readonly isCountOnly?: boolean;
}

function rangeMessage({ key, rangeEnd, limit = 0, revision = 0, isCountOnly = false }: RangeRequest): ProtoWriter {
  const message = new ProtoWriter().bytes(1, key);
  if (rangeEnd) message.bytes(2, rangeEnd);
  return message.integer(3, limit).integer(4, revision).boolean(9, isCountOnly);
}

/** Encodes a RangeRequest. */
export function encodeRange(request: RangeRequest): Buffer {
  return rangeMessage(request).finish();
}

/** A condition of a transaction. */
export type Compare =
  /** The revision of the key's last write. 0 if the key does not exist. */
  | { readonly key: Uint8Array; readonly modRevision: number }
  /** The number of writes since the key was created. 0 if the key does not exist. */
  | { readonly key: Uint8Array; readonly version: number }
  /** A condition that never holds. */
  | { readonly key: Uint8Array; readonly never: true };

/** An operation of a transaction. */
export type TxnOperation =
  | { readonly type: "put"; readonly key: Uint8Array; readonly value: Uint8Array; readonly lease?: number }
  | { readonly type: "delete"; readonly key: Uint8Array }
  | { readonly type: "range"; readonly request: RangeRequest };

/** A transaction: `success` runs if all conditions hold, `failure` otherwise. */
export interface TxnRequest {
  readonly compare: readonly Compare[];
  readonly success: readonly TxnOperation[];
  readonly failure: readonly TxnOperation[];
}

/** Numbers of the enumerations `CompareResult` and `CompareTarget`. */
const compareResult = { equal: 0, less: 2 } as const;
const compareTarget = { version: 0, modRevision: 2 } as const;

function compareMessage(compare: Compare): ProtoWriter {
  const message = new ProtoWriter();
  if ("never" in compare) return message.integer(1, compareResult.less).bytes(3, compare.key);
  if ("version" in compare) return message.bytes(3, compare.key).integer(4, compare.version);
  return message.integer(2, compareTarget.modRevision).bytes(3, compare.key).integer(6, compare.modRevision);
}

function operationMessage(operation: TxnOperation): ProtoWriter {
  const message = new ProtoWriter();
  if (operation.type === "range") return message.message(1, rangeMessage(operation.request));
  const body = new ProtoWriter().bytes(1, operation.key);
  if (operation.type === "delete") return message.message(3, body);
  return message.message(2, body.bytes(2, operation.value).integer(3, operation.lease ?? 0));
}

/** Encodes a TxnRequest. */
export function encodeTxn({ compare, success, failure }: TxnRequest): Buffer {
  return new ProtoWriter()
    .messages(1, compare, compareMessage)
    .messages(2, success, operationMessage)
    .messages(3, failure, operationMessage)
    .finish();
}

/** Encodes a CompactionRequest. */
export function encodeCompaction({ revision }: { readonly revision: number }): Buffer {
  return new ProtoWriter().integer(1, revision).finish();
}

/** Start of a watch. The previous values are always requested, and large responses are split. */
export interface WatchCreate {
  readonly key: Uint8Array;
  /** The first key after the range. Absent to watch one key. */
  readonly rangeEnd?: Uint8Array;
  readonly startRevision: number;
}

/** A message of the client on a watch stream. */
export type WatchMessage = { readonly create: WatchCreate } | "progress";

/** Encodes a WatchMessage. */
export function encodeWatch(request: WatchMessage): Buffer {
  if (request === "progress") return new ProtoWriter().message(3, new ProtoWriter()).finish();
  const { key, rangeEnd, startRevision } = request.create;
  const create = new ProtoWriter().bytes(1, key);
  if (rangeEnd) create.bytes(2, rangeEnd);
  return new ProtoWriter().message(1, create.integer(3, startRevision).boolean(6, true).boolean(8, true)).finish();
}

/** Encodes a LeaseGrantRequest. */
export function encodeLeaseGrant({ ttlSeconds, id }: { readonly ttlSeconds: number; readonly id: number }): Buffer {
  return new ProtoWriter().integer(1, ttlSeconds).integer(2, id).finish();
}

/** Encodes a HashKVRequest. */
export function encodeHash({ revision }: { readonly revision: number }): Buffer {
  return new ProtoWriter().integer(1, revision).finish();
}

/** Encodes a message without fields: a StatusRequest, or an AlarmRequest that lists the alarms. */
export function encodeEmpty(): Buffer {
  return Buffer.alloc(0);
}
