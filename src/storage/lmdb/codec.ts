/**
 * How records, heads and keys are written down. Numbers are big-endian so that LMDB's byte order is their order;
 * revisions have 48 bits (900 years at 10,000 writes a second).
 *
 *   log:   revision (6) -> checksum (4) | kind (1) | previous revision (6) | key length (2) | key | value
 *   heads: key          -> kind (1) | revision (6)
 *   times: revision (6) -> checksum (4) | time in milliseconds (6) | replaced bytes (6)
 *
 * The checksum covers everything after it: LMDB itself does not notice a damaged page.
 */
import { crc32 } from "node:zlib";
import type { Head, LogRecord, TimeMark } from "../local/ledger.ts";

/** Length of a revision. */
export const revisionBytes = 6;
const checksumBytes = 4;
const kindAt = checksumBytes;
const previousAt = kindAt + 1;
const keyLengthAt = previousAt + revisionBytes;
const keyAt = keyLengthAt + 2;
/** Length of a head. */
export const headBytes = 1 + revisionBytes;

/** The kind byte of records and heads with a value. */
export const valueKind = 1;
/** The kind byte of records and heads of a deletion. */
export const deletionKind = 2;

/** Offsets of the parts of a log record. */
export const recordLayout = { checksumBytes, kindAt, previousAt, keyLengthAt, keyAt } as const;

/**
 * Returned by decoders for bytes of an unexpected form. It is not thrown, because LMDB's cursors leak when a decoder
 * throws.
 */
export class Unreadable {
  readonly reason: string;
  /** The key that the bytes seem to belong to. */
  readonly key: string | undefined;

  constructor(reason: string, key?: string) {
    this.reason = reason;
    this.key = key;
  }
}

/** A log record without its revision, which is its key in the log. */
export type StoredRecord = Omit<LogRecord, "revision">;

/** A record with the bytes to store. Its value is a view of these bytes. */
export interface EncodedRecord extends LogRecord {
  readonly bytes: Uint8Array;
}

/** The codec of a database's values, as the binding expects it. */
export interface ValueCodec<In, Out> {
  encode(value: In): Uint8Array;
  /** @param bytes memory that the next read overwrites */
  decode(bytes: Buffer): Out;
}

/** The codec of a database's keys, as the binding expects it. Both functions use positions in a larger buffer. */
export interface KeyCodec<Key> {
  writeKey(key: Key, target: Buffer, start: number): number;
  readKey(source: Buffer, start: number, end: number): Key;
}

/** Returns a record with its stored form. */
export function encodeRecord(record: LogRecord): EncodedRecord {
  const { revision, key, previous } = record;
  const valueAt = keyAt + Buffer.byteLength(key);
  // A separate allocation, because the value may be kept for long. In Node's shared pool, it would keep the whole pool
  // in memory.
  const bytes = Buffer.allocUnsafeSlow(valueAt + (record.value?.length ?? 0));
  bytes.writeUInt8(record.value === undefined ? deletionKind : valueKind, kindAt);
  bytes.writeUIntBE(previous, previousAt, revisionBytes);
  bytes.writeUInt16BE(valueAt - keyAt, keyLengthAt);
  bytes.write(key, keyAt, "utf8");
  if (record.value) bytes.set(record.value, valueAt);
  bytes.writeUInt32BE(crc32(bytes.subarray(checksumBytes)), 0);
  return { revision, key, value: record.value && bytes.subarray(valueAt), previous, bytes };
}

/** Reads stored records of the log and checks their checksums. `encodeRecord` encodes a record before it is stored. */
export const recordCodec: ValueCodec<EncodedRecord, StoredRecord | Unreadable> = {
  encode: ({ bytes }) => bytes,
  decode: (shared) => {
    const { length } = shared;
    if (length < keyAt) return new Unreadable(`it has ${length} bytes only`);
    const valueAt = keyAt + shared.readUInt16BE(keyLengthAt);
    const key = shared.toString("utf8", keyAt, valueAt);
    // A separate view, because the `length` of the binding's buffer differs from that of its memory.
    const checked = new Uint8Array(shared.buffer, shared.byteOffset + checksumBytes, length - checksumBytes);
    if (crc32(checked) !== shared.readUInt32BE(0)) return new Unreadable("its checksum is wrong", key);
    const kind = shared.readUInt8(kindAt);
    if (kind !== valueKind && kind !== deletionKind) return new Unreadable("its form is unknown", key);
    const value = kind === valueKind ? pooledCopy(checked, valueAt - checksumBytes) : undefined;
    return { key, previous: shared.readUIntBE(previousAt, revisionBytes), value };
  },
};

/**
 * Returns a copy in Node's shared pool. The pool is fast for values that are soon released, like those that are read.
 */
function pooledCopy(bytes: Uint8Array, start: number): Buffer {
  const copy = Buffer.allocUnsafe(bytes.length);
  copy.set(bytes);
  return copy.subarray(start);
}

/** Encodes heads as fixed-length bytes: a kind and a revision. */
export const headCodec: ValueCodec<Head, Head | Unreadable> = {
  encode: ({ revision, deleted }) => {
    const bytes = Buffer.allocUnsafe(headBytes);
    bytes.writeUInt8(deleted ? deletionKind : valueKind, 0);
    bytes.writeUIntBE(revision, 1, revisionBytes);
    return bytes;
  },
  decode: (bytes) => {
    if (bytes.length !== headBytes) return new Unreadable(`it has ${bytes.length} bytes instead of ${headBytes}`);
    const kind = bytes.readUInt8(0);
    if (kind !== valueKind && kind !== deletionKind) return new Unreadable("its form is unknown");
    return { revision: bytes.readUIntBE(1, revisionBytes), deleted: kind === deletionKind };
  },
};

const markBytes = checksumBytes + 2 * revisionBytes;

/** Reads and writes marks. The revision is the key. */
export const markCodec: ValueCodec<TimeMark, Omit<TimeMark, "revision"> | Unreadable> = {
  encode: ({ timeMs, replacedBytes }) => {
    const bytes = Buffer.allocUnsafe(markBytes);
    bytes.writeUIntBE(timeMs, checksumBytes, revisionBytes);
    bytes.writeUIntBE(replacedBytes, checksumBytes + revisionBytes, revisionBytes);
    bytes.writeUInt32BE(crc32(bytes.subarray(checksumBytes)), 0);
    return bytes;
  },
  decode: (shared) => {
    if (shared.length !== markBytes) return new Unreadable(`it has ${shared.length} bytes instead of ${markBytes}`);
    const checked = new Uint8Array(shared.buffer, shared.byteOffset + checksumBytes, markBytes - checksumBytes);
    if (crc32(checked) !== shared.readUInt32BE(0)) return new Unreadable("its checksum is wrong");
    return {
      timeMs: shared.readUIntBE(checksumBytes, revisionBytes),
      replacedBytes: shared.readUIntBE(checksumBytes + revisionBytes, revisionBytes),
    };
  },
};

/** The codec of revisions as keys. */
export const revisionCodec: KeyCodec<number> = {
  writeKey: (revision, target, start) => target.writeUIntBE(revision, start, revisionBytes),
  readKey: (source, start) => source.readUIntBE(start, revisionBytes),
};

/** The codec of texts as keys. */
export const textCodec: KeyCodec<string> = {
  writeKey: (key, target, start) => {
    // The binding takes a RangeError as a request for a larger buffer. Buffer.write would silently truncate the key.
    if (start + Buffer.byteLength(key) > target.length) throw new RangeError("the key does not fit");
    return start + target.write(key, start, "utf8");
  },
  readKey: (source, start, end) => source.toString("utf8", start, end),
};
