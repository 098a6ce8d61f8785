/**
 * The format of stored objects, and of the JSON that clients get.
 *
 * A stored value consists of one format byte, one encoding byte, the time of expiry if the object expires, the mark of the
 * schema if the type is custom, and the object in canonical JSON without `resourceVersion`. Objects of custom types can
 * be stored in CBOR, from which the same JSON is made when they are read. The engine stores the revision of each value. It is inserted into
 * the JSON when the object enters the cache. In the canonical order of metadata, `resourceVersion` follows `uid`, which
 * every stored object has.
 *
 * The JSON of every stored object begins with its `kind` and `apiVersion`, in these exact bytes. Code that writes lists
 * and other versions cuts them off at a fixed position. `StoredFormat.encode` is the only way to make a stored value,
 * and writes them. `present` checks them again, and adds them to values that an older release stored without them.
 * Only objects of custom types whose versions a webhook converts can begin with another `apiVersion` than that of their resource.
 */
import { createHash } from "node:crypto";
import { asBuffer, separateMemory, utf8Copy } from "../base/bytes.ts";
import type { ObjectFormat, ObjectIndex, PresentedObject } from "../cache/index.ts";
import { cborOfJson, DecodeError, jsonOfCbor, parseJson, stringifyJson, type TypeMeta } from "../codec/index.ts";
import type { ApiObject } from "../meta/object-meta.ts";
import type { Decoded } from "../schema/index.ts";
import { StorageError } from "../storage/index.ts";
import { stringifySharingFieldSets } from "./object-text.ts";

const formatVersion = 1;
/** Flags of the encoding byte. */
const exactFlag = 1;
const expiresFlag = 2;
const markedFlag = 4;
const cborFlag = 8;
const encodingMax = exactFlag + expiresFlag + markedFlag + cborFlag;
const plainHeaderBytes = 2;
/** Bytes of the header with the time of expiry: milliseconds since the epoch, as a big-endian double. */
const expiringHeaderBytes = plainHeaderBytes + 8;
/** Bytes of the mark of a schema, which follows the other parts of the header. */
export const schemaMarkBytes = 8;

const uidMark = Buffer.from('"uid":"');
const revisionMark = Buffer.from('"resourceVersion":"');
const quote = 0x22;
const closingBrace = 0x7d;

/**
 * Returns when a stored value expires, in milliseconds since the epoch. Undefined if it never expires, or if it has an
 * unknown format.
 */
export function expiryOf(value: Uint8Array): number | undefined {
  const stored = asBuffer(value);
  const isKnown = stored[0] === formatVersion && stored.length > expiringHeaderBytes;
  return isKnown && doesExpire(stored) ? stored.readDoubleBE(plainHeaderBytes) : undefined;
}

function doesExpire(stored: Buffer): boolean {
  return ((stored[1] ?? 0) & expiresFlag) !== 0;
}

function hasExactFlag(stored: Buffer): boolean {
  return ((stored[1] ?? 0) & exactFlag) !== 0;
}

function isCbor(stored: Buffer): boolean {
  return ((stored[1] ?? 0) & cborFlag) !== 0;
}

/** Returns a value in JSON as a value in CBOR. Returns it unchanged if CBOR cannot represent it. */
function inCbor(value: Buffer): Buffer {
  const headerBytes = headerBytesOf(value);
  const content = cborOfJson(value.toString("utf8", headerBytes));
  return content ? withContent(value, content, cborFlag) : value;
}

/** Returns a value in CBOR as a value in JSON, and any other value unchanged. @throws StorageError `corrupt` */
function inJson(value: Buffer): Buffer {
  if (!isCbor(value)) return value;
  try {
    return withContent(value, Buffer.from(jsonOfCbor(value.subarray(headerBytesOf(value)))), 0);
  } catch (error) {
    if (error instanceof DecodeError) throw notAnObject(error);
    throw error;
  }
}

function withContent(value: Buffer, content: Buffer, formFlag: number): Buffer {
  const result = Buffer.concat([value.subarray(0, headerBytesOf(value)), content]);
  result[1] = ((value[1] ?? 0) & ~cborFlag) + formFlag;
  return result;
}

/** Returns the position at which the content begins. */
function headerBytesOf(stored: Buffer): number {
  return markPosition(stored) + (hasMark(stored) ? schemaMarkBytes : 0);
}

function hasMark(stored: Buffer): boolean {
  return ((stored[1] ?? 0) & markedFlag) !== 0;
}

/** Returns the position of the mark, if the value has one. */
function markPosition(stored: Buffer): number {
  return doesExpire(stored) ? expiringHeaderBytes : plainHeaderBytes;
}

/** Returns the mark of a schema. Equal schemas have equal marks. */
export function schemaMark(schema: object): Buffer {
  return createHash("sha256").update(stringifyJson(schema)).digest().subarray(0, schemaMarkBytes);
}

/** How objects of a custom type follow its schema, which can change after they were stored. */
export interface ChangingSchema {
  /** Whether objects that are stored in another version keep it. Otherwise all versions have the same fields. */
  readonly keepsVersions: boolean;
  /** Identifies the schema: `schemaMarkBytes` bytes. */
  readonly mark: () => Buffer;
  /** Returns an object that was stored with another schema in the form that this schema gives it. */
  readonly reshape: (object: ApiObject) => Pick<Decoded<ApiObject>, "object" | "needsExactJson">;
}

/**
 * Returns the object as the response to a dry-run create shows it.
 * @param version the resourceVersion that the client sent. It can be any text. Empty: the object has none.
 */
export function presentUnwritten(value: Uint8Array, version: string): PresentedObject {
  const stored = inJson(asBuffer(value));
  const bytes = stored.subarray(headerBytesOf(stored));
  if (version === "") return { bytes, needsExactJson: hasExactFlag(stored) };
  const slot = bytes.indexOf(quote, bytes.indexOf(uidMark) + uidMark.length) + 1;
  const text = Buffer.from(`,"resourceVersion":${JSON.stringify(version)}`);
  return {
    bytes: Buffer.concat([bytes.subarray(0, slot), text, bytes.subarray(slot)]),
    needsExactJson: hasExactFlag(stored),
  };
}

/** Returns the same JSON with another resourceVersion. */
export function restamp(bytes: Buffer, revision: number): Buffer {
  const start = bytes.indexOf(revisionMark) + revisionMark.length;
  const end = bytes.indexOf(quote, start);
  return Buffer.concat([bytes.subarray(0, start), Buffer.from(String(revision), "latin1"), bytes.subarray(end)]);
}

/**
 * Whether two stored values are states of the same object. An object that was deleted and created again is another
 * object.
 */
export function areSameObject(one: Uint8Array, other: Uint8Array): boolean {
  return storedUid(one) === storedUid(other);
}

/** Returns the UID in a stored value. Empty if the value is not an object. */
function storedUid(value: Uint8Array): string {
  const stored = inJson(asBuffer(value));
  const mark = stored.indexOf(uidMark);
  const start = mark + uidMark.length;
  return mark < 0 ? "" : stored.toString("latin1", start, stored.indexOf(quote, start));
}

/** Whether `stored` stores the same object as `bytes` shows. The revision and the time of expiry are not compared. */
export function equalsStored(bytes: Buffer, stored: Buffer): boolean {
  const value = inJson(stored);
  const headerBytes = headerBytesOf(value);
  const mark = bytes.indexOf(',"resourceVersion":"');
  const end = bytes.indexOf(quote, mark + revisionMark.length + 1) + 1;
  if (value.length - headerBytes !== bytes.length - (end - mark)) return false;
  return (
    bytes.compare(value, headerBytes, headerBytes + mark, 0, mark) === 0 &&
    bytes.compare(value, headerBytes + mark, value.length, end) === 0
  );
}

/** Encodes and decodes the stored objects of one resource. */
export class StoredFormat implements ObjectFormat {
  readonly index: (bytes: Buffer) => ObjectIndex;
  readonly restamp = restamp;
  readonly #type: TypeMeta;
  /** The start of the JSON of every object. */
  readonly #head: Buffer;
  readonly #schema: ChangingSchema | undefined;
  readonly #storesCbor: boolean;

  /**
   * @param type the kind and version in which the resource is stored
   * @param index reads the fields that selectors use
   * @param schema only for custom types
   * @param storesCbor whether new values are in CBOR. Values in both forms can be read.
   */
  constructor(type: TypeMeta, index: (bytes: Buffer) => ObjectIndex, schema?: ChangingSchema, storesCbor = false) {
    this.#type = { kind: type.kind, apiVersion: type.apiVersion };
    this.#head = Buffer.from(objectHead(type));
    this.index = index;
    this.#schema = schema;
    this.#storesCbor = storesCbor;
  }

  /**
   * Returns the value to store. Its kind and version are always those of the resource.
   * @param needsExactJson whether the object holds bigints, or keys whose order JavaScript objects do not keep
   * @param expiryMs when it expires, in milliseconds since the epoch. Absent: never.
   */
  encode(object: ApiObject, needsExactJson: boolean, expiryMs?: number): Buffer {
    const mark = this.#schema?.mark();
    const plainBytes = expiryMs === undefined ? plainHeaderBytes : expiringHeaderBytes;
    const header = "\0".repeat(plainBytes + (mark?.length ?? 0));
    const value = utf8Copy(`${header}${stringifySharingFieldSets(object, needsExactJson)}`);
    if (!this.#startsWithType(value, header.length)) {
      return this.encode(this.#withType(object), needsExactJson, expiryMs);
    }
    value[0] = formatVersion;
    value[1] = (needsExactJson ? exactFlag : 0) + (expiryMs === undefined ? 0 : expiresFlag) + (mark ? markedFlag : 0);
    mark?.copy(value, plainBytes);
    if (expiryMs !== undefined) value.writeDoubleBE(expiryMs, plainHeaderBytes);
    return this.#storesCbor ? inCbor(value) : value;
  }

  /**
   * Returns the JSON that clients get: the stored object with its resourceVersion.
   * @throws StorageError `corrupt` if the value has an unknown format
   */
  present(value: Uint8Array, revision: number, allocate = separateMemory): PresentedObject {
    const stored = this.#checkedValue(asBuffer(value));
    const headerBytes = headerBytesOf(stored);
    const uid = stored.indexOf(uidMark, headerBytes);
    const slot = uid < 0 ? -1 : stored.indexOf(quote, uid + uidMark.length) + 1;
    if (slot <= 0 || stored[stored.length - 1] !== closingBrace) throw notAnObject();
    const text = `,"resourceVersion":"${revision}"`;
    const bytes = allocate(stored.length - headerBytes + text.length);
    // Copies all bytes to the end of `bytes`, then moves the first part to the front. Copying two parts would need two
    // Buffer views. See docs/performance.md, "Micro-measurements", "StoredFormat.present".
    bytes.set(stored, text.length - headerBytes);
    bytes.copyWithin(0, text.length, text.length + slot - headerBytes);
    bytes.write(text, slot - headerBytes, "latin1");
    return { bytes, needsExactJson: hasExactFlag(stored) };
  }

  /** Returns the stored value. Adds the kind and version if an older release stored the value without them. */
  #checkedValue(stored: Buffer): Buffer {
    const encoding = stored[1] ?? Number.NaN;
    if (stored[0] !== formatVersion || !(encoding <= encodingMax)) {
      if (stored.toString("latin1", 0, encryptedMark.length) === encryptedMark) throw encryptedValue();
      const head = stored.subarray(0, plainHeaderBytes).toString("hex");
      throw new StorageError("corrupt", `a value of unknown form: ${head}`);
    }
    return this.#typedValue(inJson(stored));
  }

  #typedValue(stored: Buffer): Buffer {
    const isTyped = this.#startsWithType(stored, headerBytesOf(stored));
    if (!isTyped && this.#schema?.keepsVersions && this.#startsWithKind(stored)) return stored;
    const typed = isTyped ? stored : this.#withRestoredType(stored);
    return this.#schema ? this.#reshaped(typed, this.#schema) : typed;
  }

  /** Returns the value in the form of the schema. Objects that were stored with this schema have the form. */
  #reshaped(stored: Buffer, { mark, reshape }: ChangingSchema): Buffer {
    const position = markPosition(stored);
    if (hasMark(stored) && mark().compare(stored, position, position + schemaMarkBytes) === 0) return stored;
    const { object, needsExactJson } = reshape(parseStored(stored.subarray(headerBytesOf(stored))) as ApiObject);
    const text = stringifyJson(object, { exact: needsExactJson });
    const header = Buffer.from(stored.subarray(0, headerBytesOf(stored)));
    header[1] = ((header[1] ?? 0) & ~exactFlag) + (needsExactJson ? exactFlag : 0);
    return Buffer.concat([header, Buffer.from(text)]);
  }

  #startsWithType(stored: Buffer, from: number): boolean {
    const end = from + this.#head.length;
    return end <= stored.length && this.#head.compare(stored, from, end) === 0;
  }

  /** Whether the value is an object of the kind, in any version. */
  #startsWithKind(stored: Buffer): boolean {
    const start = kindHead(this.#type);
    const position = headerBytesOf(stored);
    return stored.toString("latin1", position, position + start.length) === start;
  }

  #withType(object: ApiObject): ApiObject {
    const { kind: _kind, apiVersion: _apiVersion, ...rest } = object;
    return { ...this.#type, ...rest };
  }

  #withRestoredType(stored: Buffer): Buffer {
    const headerBytes = headerBytesOf(stored);
    const object = parseStored(stored.subarray(headerBytes));
    if (typeof object !== "object" || object === null || !Object.hasOwn(object, "metadata")) throw notAnObject();
    const text = stringifyJson(this.#withType(object as ApiObject), { exact: hasExactFlag(stored) });
    return Buffer.concat([stored.subarray(0, headerBytes), Buffer.from(text)]);
  }
}

/** Returns the start of the canonical JSON of all objects of a type. */
export function objectHead(type: TypeMeta): string {
  return `${kindHead(type)}${type.apiVersion}",`;
}

/** Returns the start of the canonical JSON of all objects of a kind, up to the version. Kinds consist of ASCII letters and digits. */
function kindHead({ kind }: Pick<TypeMeta, "kind">): string {
  return `{"kind":"${kind}","apiVersion":"`;
}

/** Returns a function that says whether the JSON of an object begins with this kind and version. */
export function typeTest(type: TypeMeta): (bytes: Buffer) => boolean {
  const head = Buffer.from(objectHead(type));
  return (bytes) => bytes.length >= head.length && head.compare(bytes, 0, head.length) === 0;
}

/** Returns the parsed JSON. @throws StorageError `corrupt` */
function parseStored(bytes: Buffer): unknown {
  try {
    return parseJson(bytes).value;
  } catch (error) {
    throw notAnObject(error);
  }
}

/** The start of encrypted values. A server without encryption cannot read them. */
const encryptedMark = "k8s:enc:";

function encryptedValue(): StorageError {
  const message = "identity transformer tried to read encrypted data";
  return new StorageError("corrupt", message, { isUntransformable: true });
}

function notAnObject(cause?: unknown): StorageError {
  return new StorageError("corrupt", "a value that is not a whole object", { cause });
}
