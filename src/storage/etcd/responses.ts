/** The responses of etcd's v3 API that the engine reads, with the field numbers of etcd's rpc.proto and kv.proto. */
import { MalformedMessage, type ProtoValue, readFields } from "../../grpc/index.ts";

/** A stored key. */
export interface KeyValue {
  readonly key: Buffer;
  readonly value: Buffer;
  readonly modRevision: number;
  /** The number of writes since the key was created. 0 in the event of a deletion. */
  readonly version: number;
}

/** Answer to a RangeRequest. */
export interface RangeResponse {
  /** Newest revision of the store when the request was answered. */
  readonly revision: number;
  readonly entries: readonly KeyValue[];
  readonly more: boolean;
}

/** Answer to a TxnRequest. */
export interface TxnResponse {
  readonly revision: number;
  readonly succeeded: boolean;
  /** The answers of the range operations that ran, in their order. */
  readonly ranges: readonly RangeResponse[];
}

/** One write, as a watch reports it. */
export interface EtcdEvent {
  readonly isDeletion: boolean;
  readonly entry: KeyValue;
  readonly previous: KeyValue | undefined;
}

/** A message of the server on a watch stream. */
export interface WatchResponse {
  readonly revision: number;
  /** -1 in the answer to a progress request. */
  readonly watchId: number;
  readonly isCreated: boolean;
  readonly isCanceled: boolean;
  /** Set if the watch was canceled because its start was compacted. Otherwise 0. */
  readonly compactRevision: number;
  readonly cancelReason: string;
  /** Whether the events of the last revision may continue in the next message. */
  readonly isFragment: boolean;
  readonly events: readonly EtcdEvent[];
}

/** Answer to a StatusRequest. */
export interface MemberStatus {
  readonly version: string;
  readonly databaseBytes: number;
  /** Names of the alarms and other problems of this member. */
  readonly problems: readonly string[];
}

/** Answer to a HashKVRequest. */
export interface HashResponse {
  readonly revision: number;
  readonly hash: number;
  readonly compactRevision: number;
}

/** An alarm that a member has raised. */
export type Alarm = "NOSPACE" | "CORRUPT" | "unknown";

const noBytes: Buffer = Buffer.alloc(0);

function integerOf(value: ProtoValue): number {
  if (typeof value !== "number") throw new MalformedMessage("a field is not a number");
  return value;
}

function bytesOf(value: ProtoValue): Buffer {
  if (typeof value === "number") throw new MalformedMessage("a field is a number");
  return value;
}

/** Returns the revision of a ResponseHeader. */
function headerRevision(header: ProtoValue): number {
  let revision = 0;
  readFields(bytesOf(header), (field, value) => {
    if (field === 3) revision = integerOf(value);
  });
  return revision;
}

function decodeKeyValue(message: ProtoValue): KeyValue {
  let key = noBytes;
  let modRevision = 0;
  let version = 0;
  let content = noBytes;
  readFields(bytesOf(message), (field, value) => {
    if (field === 1) key = bytesOf(value);
    else if (field === 3) modRevision = integerOf(value);
    else if (field === 4) version = integerOf(value);
    else if (field === 5) content = bytesOf(value);
  });
  return { key, value: content, modRevision, version };
}

/** Decodes a RangeResponse. */
export function decodeRange(message: Buffer): RangeResponse {
  let revision = 0;
  let more = false;
  const entries: KeyValue[] = [];
  readFields(message, (field, value) => {
    if (field === 1) revision = headerRevision(value);
    else if (field === 2) entries.push(decodeKeyValue(value));
    else if (field === 3) more = integerOf(value) !== 0;
  });
  return { revision, entries, more };
}

/** Decodes a TxnResponse. */
export function decodeTxn(message: Buffer): TxnResponse {
  let revision = 0;
  let succeeded = false;
  const ranges: RangeResponse[] = [];
  readFields(message, (field, value) => {
    if (field === 1) revision = headerRevision(value);
    else if (field === 2) succeeded = integerOf(value) !== 0;
    else if (field === 3) {
      readFields(bytesOf(value), (kind, body) => {
        if (kind === 1) ranges.push(decodeRange(bytesOf(body)));
      });
    }
  });
  return { revision, succeeded, ranges };
}

function decodeEvent(message: ProtoValue): EtcdEvent {
  let isDeletion = false;
  let entry: KeyValue = { key: noBytes, value: noBytes, modRevision: 0, version: 0 };
  let previous: KeyValue | undefined;
  readFields(bytesOf(message), (field, value) => {
    if (field === 1) isDeletion = integerOf(value) === 1;
    else if (field === 2) entry = decodeKeyValue(value);
    else if (field === 3) previous = decodeKeyValue(value);
  });
  return { isDeletion, entry, previous };
}

/** Decodes a WatchResponse. */
export function decodeWatch(message: Buffer): WatchResponse {
  const events: EtcdEvent[] = [];
  const response = {
    revision: 0,
    watchId: 0,
    compactRevision: 0,
    isCreated: false,
    isCanceled: false,
    isFragment: false,
    cancelReason: "",
    events,
  };
  readFields(message, (field, value) => {
    if (field === 1) response.revision = headerRevision(value);
    else if (field === 2) response.watchId = integerOf(value);
    else if (field === 3) response.isCreated = integerOf(value) !== 0;
    else if (field === 4) response.isCanceled = integerOf(value) !== 0;
    else if (field === 5) response.compactRevision = Math.max(0, integerOf(value));
    else if (field === 6) response.cancelReason = bytesOf(value).toString();
    else if (field === 7) response.isFragment = integerOf(value) !== 0;
    else if (field === 11) events.push(decodeEvent(value));
  });
  return response;
}

/** Decodes a response of which only the header is of interest. Returns its revision. */
export function decodeHeader(message: Buffer): number {
  let revision = 0;
  readFields(message, (field, value) => {
    if (field === 1) revision = headerRevision(value);
  });
  return revision;
}

/** Decodes a LeaseGrantResponse. Returns the error that it contains. Empty if the lease was granted. */
export function decodeLeaseGrant(message: Buffer): string {
  let error = "";
  readFields(message, (field, value) => {
    if (field === 4) error = bytesOf(value).toString();
  });
  return error;
}

/** Decodes a MemberStatus. */
export function decodeStatus(message: Buffer): MemberStatus {
  let version = "";
  let databaseBytes = 0;
  const problems: string[] = [];
  readFields(message, (field, value) => {
    if (field === 2) version = bytesOf(value).toString();
    else if (field === 3) databaseBytes = integerOf(value);
    else if (field === 8) problems.push(bytesOf(value).toString());
  });
  return { version, databaseBytes, problems };
}

/** Decodes a HashKVResponse. */
export function decodeHash(message: Buffer): HashResponse {
  let revision = 0;
  let hash = 0;
  let compactRevision = 0;
  readFields(message, (field, value) => {
    if (field === 1) revision = headerRevision(value);
    else if (field === 2) hash = integerOf(value);
    else if (field === 3) compactRevision = integerOf(value);
  });
  return { revision, hash, compactRevision };
}

const alarmNames: Readonly<Record<number, Alarm>> = { 1: "NOSPACE", 2: "CORRUPT" };

/** Decodes an AlarmResponse. Returns one element for each member that has raised an alarm. */
export function decodeAlarms(message: Buffer): readonly Alarm[] {
  const alarms: Alarm[] = [];
  readFields(message, (field, value) => {
    if (field !== 2) return;
    let alarm: Alarm = "unknown";
    readFields(bytesOf(value), (part, kind) => {
      if (part === 2) alarm = alarmNames[integerOf(kind)] ?? "unknown";
    });
    alarms.push(alarm);
  });
  return alarms;
}
