/**
 * How objects are stored and how their bytes are made.
 *
 * A stored value is one format byte, one encoding byte, the time at which the object expires where there is one, and the
 * object in canonical JSON without `resourceVersion`: the engine knows the revision, and it is spliced in when the object
 * enters the cache. The canonical order of metadata puts `resourceVersion` right after `uid`, which every stored object has.
 *
 * Every stored object begins with its `kind` and `apiVersion`, in these exact bytes. List and version writers cut them off
 * at a fixed position. `StoredFormat.encode` is the only way to make a stored value, and guarantees them. `present` checks
 * them again, and restores them in values that an older release stored without.
 */
import { asBuffer, ownedUtf8, ownMemory } from "../base/bytes.ts";
import type { ObjectFormat, ObjectIndex, PresentedObject } from "../cache/index.ts";
import { parseJson, stringifyJson, type TypeMeta } from "../codec/index.ts";
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
const closingBrace = 0x7d;

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
 * Returns the object as a dry run of a create responds with it.
 * @param version the resourceVersion that the client sent, whatever it is; empty: the object has none
 */
export function presentUnwritten(value: Uint8Array, version: string): PresentedObject {
  const stored = asBuffer(value);
  const bytes = stored.subarray(headerBytesOf(stored));
  if (version === "") return { bytes, exact: isExact(stored) };
  const slot = bytes.indexOf(quote, bytes.indexOf(uidMark) + uidMark.length) + 1;
  const text = Buffer.from(`,"resourceVersion":${JSON.stringify(version)}`);
  return { bytes: Buffer.concat([bytes.subarray(0, slot), text, bytes.subarray(slot)]), exact: isExact(stored) };
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

/** Encodes and presents the objects of one resource. */
export class StoredFormat implements ObjectFormat {
  readonly index: (bytes: Buffer) => ObjectIndex;
  readonly restamp = restamp;
  readonly #type: TypeMeta;
  /** Beginning of the JSON of every object. */
  readonly #head: Buffer;

  /**
   * @param type the kind and version in which the resource is stored
   * @param index reads what selectors look at
   */
  constructor(type: TypeMeta, index: (bytes: Buffer) => ObjectIndex) {
    this.#type = { kind: type.kind, apiVersion: type.apiVersion };
    this.#head = Buffer.from(objectHead(type));
    this.index = index;
  }

  /**
   * Returns the value to store. It has the resource's kind and version, whatever the object says of itself.
   * @param exact the object holds bigints, or keys that JavaScript does not keep in order
   * @param expiryMs when it expires, since the epoch; absent: never
   */
  encode(object: ApiObject, exact: boolean, expiryMs?: number): Buffer {
    const header = expiryMs === undefined ? "\0\0" : "\0".repeat(expiringHeaderBytes);
    const value = ownedUtf8(`${header}${stringifySharing(object, exact)}`);
    if (!this.#isTitled(value, header.length)) return this.encode(this.#titled(object), exact, expiryMs);
    value[0] = formatVersion;
    value[1] = (exact ? exactJson : 0) + (expiryMs === undefined ? 0 : expires);
    if (expiryMs !== undefined) value.writeDoubleBE(expiryMs, plainHeaderBytes);
    return value;
  }

  /**
   * Returns what clients get: the stored object with its resourceVersion.
   * @throws StorageError `corrupt` when the value is of no known form
   */
  present(value: Uint8Array, revision: number, allocate = ownMemory): PresentedObject {
    const stored = this.#checked(asBuffer(value));
    const headerBytes = headerBytesOf(stored);
    const uid = stored.indexOf(uidMark, headerBytes);
    const slot = uid < 0 ? -1 : stored.indexOf(quote, uid + uidMark.length) + 1;
    if (slot <= 0 || stored[stored.length - 1] !== closingBrace) throw notWhole();
    const text = `,"resourceVersion":"${revision}"`;
    const bytes = allocate(stored.length - headerBytes + text.length);
    // As a whole to the place of its end, then its beginning to the front: copying parts would make views of them.
    bytes.set(stored, text.length - headerBytes);
    bytes.copyWithin(0, text.length, text.length + slot - headerBytes);
    bytes.write(text, slot - headerBytes, "latin1");
    return { bytes, exact: isExact(stored) };
  }

  /** Returns the stored value, with its kind and version restored where an older release lost them. */
  #checked(stored: Buffer): Buffer {
    const encoding = stored[1] ?? Number.NaN;
    if (stored[0] !== formatVersion || !(encoding <= encodingMax)) {
      const head = stored.subarray(0, plainHeaderBytes).toString("hex");
      throw new StorageError("corrupt", `a value of unknown form: ${head}`);
    }
    return this.#isTitled(stored, headerBytesOf(stored)) ? stored : this.#restored(stored);
  }

  #isTitled(stored: Buffer, from: number): boolean {
    const end = from + this.#head.length;
    return end <= stored.length && this.#head.compare(stored, from, end) === 0;
  }

  #titled(object: ApiObject): ApiObject {
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
    return { ...this.#type, ...rest };
  }

  #restored(stored: Buffer): Buffer {
    const headerBytes = headerBytesOf(stored);
    const object = parsed(stored.subarray(headerBytes));
    if (typeof object !== "object" || object === null || !Object.hasOwn(object, "metadata")) throw notWhole();
    const text = stringifyJson(this.#titled(object as ApiObject), { exact: isExact(stored) });
    return Buffer.concat([stored.subarray(0, headerBytes), Buffer.from(text)]);
  }
}

/** Returns what the JSON of an object in canonical form begins with. */
export function objectHead({ kind, apiVersion }: TypeMeta): string {
  return `{"kind":"${kind}","apiVersion":"${apiVersion}",`;
}

/** @throws StorageError `corrupt` */
function parsed(bytes: Buffer): unknown {
  try {
    return parseJson(bytes).value;
  } catch (error) {
    throw notWhole(error);
  }
}

function notWhole(cause?: unknown): StorageError {
  return new StorageError("corrupt", "a value that is not a whole object", { cause });
}
