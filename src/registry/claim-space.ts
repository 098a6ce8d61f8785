/** Where the store says which object holds a value: one key per value. Whoever creates that key has the value. */
import { asBuffer } from "../base/bytes.ts";
import type { Clock } from "../base/clock.ts";
import { type CachedObject, type ChangeFeed, type ObjectFormat, type ResourceCache } from "../cache/index.ts";
import { DecodeError, parseJson } from "../codec/index.ts";
import type { ClaimOwner } from "../schema/index.ts";
import type { Write } from "../storage/index.ts";
import { type MakeCache, wholeCache } from "./make-cache.ts";

export interface ClaimSpace {
  readonly name: string;
  /** Of its keys, below that of the store: `ranges/serviceips/`. */
  readonly prefix: string;
  /** The values that are held, by value. */
  readonly cache: ResourceCache;
  /** @returns undefined for what cannot be read */
  ownerOf(record: CachedObject): ClaimOwner | undefined;
  /** False for what somebody else keeps there: it is no claim that was left behind. */
  isOwn(record: CachedObject): boolean;
  /** Says who holds a value of which nothing is said. */
  hold(value: string, owner: ClaimOwner): Write;
  /** Gives a value back; undefined: something keeps the record for now. */
  release(record: CachedObject): Write | undefined;
}

const format: ObjectFormat = {
  present: (value) => ({ bytes: Buffer.from(asBuffer(value)), exact: false }),
  restamp: (bytes) => bytes,
  index: () => ({ labels: {}, fields: [] }),
};

export interface PlainSpaceOptions {
  readonly feed: ChangeFeed;
  readonly clock: Clock;
  readonly makeCache?: MakeCache | undefined;
}

/** A space of plain records, which no client sees. */
export function plainSpace(name: string, { feed, clock, makeCache = wholeCache }: PlainSpaceOptions): ClaimSpace {
  const prefix = `ranges/${name}/`;
  const cache = makeCache({ feed, prefix, format, clock });
  return {
    name,
    prefix,
    cache,
    ownerOf: (record) => readOwner(record.bytes),
    isOwn: () => true,
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

export function isSameOwner(one: ClaimOwner | undefined, other: ClaimOwner): boolean {
  const fields = ["group", "resource", "namespace", "name"] as const;
  return one !== undefined && fields.every((field) => one[field] === other[field]);
}
