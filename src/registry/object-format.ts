/**
 * How objects are stored and how their bytes are made.
 *
 * A stored value is one format byte, one encoding byte, the time at which the object expires where there is one, and the
 * object in canonical JSON without `resourceVersion`: the engine knows the revision, and it is spliced in when the object
 * enters the cache. The canonical order of metadata puts `resourceVersion` right after `uid`, which every stored object has.
 */
import { asBuffer, ownedUtf8, ownMemory } from "../base/bytes.ts";
import type { ObjectFormat, ObjectIndex, PresentedObject } from "../cache/index.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import { StorageError } from "../storage/index.ts";
import { stringifySharing } from "./object-text.ts";

const formatVersion = 1;
/** What the encoding byte says, added up. */
const exactJson = 1;
const expires = 2;
const encodingMax = exactJson + expires;
const plainHeaderBytes = 2;
/** With the time of expiry, in milliseconds since the epoch, as a big-endian double. */
const expiringHeaderBytes = plainHeaderBytes + 8;

const uidMark = Buffer.from('"uid":"');
const revisionMark = Buffer.from('"resourceVersion":"');
const quote = 0x22;

/**
 * @param exact the object holds bigints
 * @param expiryMs when it expires, since the epoch; absent: never
 */
export function encodeStored(object: ApiObject, exact: boolean, expiryMs?: number): Buffer {
  const header = expiryMs === undefined ? "\0\0" : "\0".repeat(expiringHeaderBytes);
  const value = ownedUtf8(`${header}${stringifySharing(object, exact)}`);
  value[0] = formatVersion;
  value[1] = (exact ? exactJson : 0) + (expiryMs === undefined ? 0 : expires);
  if (expiryMs !== undefined) value.writeDoubleBE(expiryMs, plainHeaderBytes);
  return value;
}

/** When a stored value expires, in milliseconds since the epoch; undefined: never, or nobody can tell. */
export function expiryOf(value: Uint8Array): number | undefined {
  const stored = asBuffer(value);
  const isKnown = stored[0] === formatVersion && stored.length > expiringHeaderBytes;
  return isKnown && doesExpire(stored) ? stored.readDoubleBE(plainHeaderBytes) : undefined;
}

function doesExpire(stored: Buffer): boolean {
  return ((stored[1] ?? 0) & expires) !== 0;
}

function isExact(stored: Buffer): boolean {
  return ((stored[1] ?? 0) & exactJson) !== 0;
}

/** Where the JSON begins. */
function headerBytesOf(stored: Buffer): number {
  return doesExpire(stored) ? expiringHeaderBytes : plainHeaderBytes;
}

/**
 * What clients get: the stored object with its resourceVersion.
 * @throws StorageError `corrupt` when the value is of no known form
 */
export function presentStored(value: Uint8Array, revision: number, allocate = ownMemory): PresentedObject {
  const stored = asBuffer(value);
  const encoding = stored[1] ?? Number.NaN;
  if (stored[0] !== formatVersion || !(encoding <= encodingMax)) {
    const head = stored.subarray(0, plainHeaderBytes).toString("hex");
    throw new StorageError("corrupt", `a value of unknown form: ${head}`);
  }
  const headerBytes = headerBytesOf(stored);
  const uid = stored.indexOf(uidMark, headerBytes);
  const slot = uid < 0 ? -1 : stored.indexOf(quote, uid + uidMark.length) + 1;
  if (slot <= 0 || stored[stored.length - 1] !== 0x7d) {
    throw new StorageError("corrupt", "a value that is not a whole object");
  }
  const text = `,"resourceVersion":"${revision}"`;
  const bytes = allocate(stored.length - headerBytes + text.length);
  // As a whole to the place of its end, then its beginning to the front: copying parts would make views of them.
  bytes.set(stored, text.length - headerBytes);
  bytes.copyWithin(0, text.length, text.length + slot - headerBytes);
  bytes.write(text, slot - headerBytes, "latin1");
  return { bytes, exact: isExact(stored) };
}

/** The object as a dry run answers it: without a resourceVersion, for there is none. */
export function presentUnwritten(value: Uint8Array): PresentedObject {
  const stored = asBuffer(value);
  return { bytes: stored.subarray(headerBytesOf(stored)), exact: isExact(stored) };
}

/** The same object with another resourceVersion. */
export function restamp(bytes: Buffer, revision: number): Buffer {
  const start = bytes.indexOf(revisionMark) + revisionMark.length;
  const end = bytes.indexOf(quote, start);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(String(revision), "latin1"), bytes.subarray(end)]);
}

/** Whether two stored values are states of one object, and not of one that took the name of another. */
export function areOfOneObject(one: Uint8Array, other: Uint8Array): boolean {
  return storedUid(one) === storedUid(other);
}

/** Empty for what is no object. */
function storedUid(value: Uint8Array): string {
  const stored = asBuffer(value);
  const mark = stored.indexOf(uidMark);
  const start = mark + uidMark.length;
  return mark < 0 ? "" : stored.toString("latin1", start, stored.indexOf(quote, start));
}

/** True when writing `value` would store what `bytes` shows, but for the revision and the time of expiry. */
export function showsStored(bytes: Buffer, value: Buffer): boolean {
  const headerBytes = headerBytesOf(value);
  const mark = bytes.indexOf(',"resourceVersion":"');
  const end = bytes.indexOf(quote, mark + revisionMark.length + 1) + 1;
  if (value.length - headerBytes !== bytes.length - (end - mark)) return false;
  return (
    bytes.compare(value, headerBytes, headerBytes + mark, 0, mark) === 0 &&
    bytes.compare(value, headerBytes + mark, value.length, end) === 0
  );
}

/** The format of one resource's objects. */
export function objectFormat(index: (bytes: Buffer) => ObjectIndex): ObjectFormat {
  return { present: presentStored, restamp, index };
}
