/**
 * A claim space: the records in the store that say which object holds a value. There is one key per value. The write
 * that creates the key takes the value.
 */
import { asBuffer } from "../../base/bytes.ts";
import type { Clock } from "../../base/clock.ts";
import { type CachedObject, type ChangeFeed, type ObjectFormat, type ResourceCache } from "../../cache/index.ts";
import { DecodeError, parseJson } from "../../codec/index.ts";
import type { ClaimOwner } from "../../schema/index.ts";
import type { Write } from "../../storage/index.ts";
import { type MakeCache, wholeCache } from "../make-cache.ts";

/** The records of one set of values, such as the cluster IPs. */
export interface ClaimSpace {
  readonly name: string;
  /** The prefix of the records' keys, relative to the prefix of all resources: `ranges/serviceips/`. */
  readonly prefix: string;
  /** The records, each with its value as key. */
  readonly cache: ResourceCache;
  /** Returns the object that holds the value. Undefined if the record cannot be read or names no object. */
  ownerOf(record: CachedObject): ClaimOwner | undefined;
  /** Whether the record was created by this server. Records that clients created are never removed as leftovers. */
  isServerRecord(record: CachedObject): boolean;
  /** Returns the write that creates the record of `value`. It fails if the record exists. */
  hold(value: string, owner: ClaimOwner): Write;
  /** Returns the write that removes a record. Undefined if the record cannot be removed yet. */
  release(record: CachedObject): Write | undefined;
}

const format: ObjectFormat = {
  present: (value) => ({ bytes: Buffer.from(asBuffer(value)), needsExactJson: false }),
  restamp: (bytes) => bytes,
  index: () => ({ labels: {}, fields: [] }),
};

/** The feed, clock and cache from which `plainSpace` reads its records. */
export interface PlainSpaceOptions {
  readonly feed: ChangeFeed;
  readonly clock: Clock;
  readonly makeCache?: MakeCache | undefined;
}

/**
 * Returns a claim space whose records are plain JSON that clients never see.
 * @param name names the space and its keys
 */
export function plainSpace(name: string, { feed, clock, makeCache = wholeCache }: PlainSpaceOptions): ClaimSpace {
  const prefix = `ranges/${name}/`;
  const cache = makeCache({ feed, prefix, format, clock });
  return {
    name,
    prefix,
    cache,
    ownerOf: (record) => readOwner(record.bytes),
    isServerRecord: () => true,
    hold: (value, owner) => ({ key: cache.fullKey(value), value: writeOwner(owner), expected: 0 }),
    release: ({ key, revision }) => ({ key: cache.fullKey(key), value: undefined, expected: revision }),
  };
}

function writeOwner({ group, resource, namespace, name }: ClaimOwner): Buffer {
  return Buffer.from(JSON.stringify({ group, resource, namespace, name }));
}

function readOwner(bytes: Buffer): ClaimOwner | undefined {
  try {
    return parseJson(bytes).value as ClaimOwner;
  } catch (error) {
    if (error instanceof DecodeError) return undefined;
    throw error;
  }
}

/** Whether `one` names the same object as `other`. False if `one` is undefined. */
export function isSameOwner(one: ClaimOwner | undefined, other: ClaimOwner): boolean {
  const fields = ["group", "resource", "namespace", "name"] as const;
  return one !== undefined && fields.every((field) => one[field] === other[field]);
}
