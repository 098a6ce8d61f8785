/** Where the store says which object holds a value: one key per value. Whoever creates that key has the value. */
import { asBuffer } from "../base/bytes.ts";
import type { Clock } from "../base/clock.ts";
import { type CachedObject, type ChangeFeed, type ObjectFormat, ResourceCache } from "../cache/index.ts";
import { DecodeError, parseJson } from "../codec/index.ts";

/** Who holds a value. */
export interface ClaimOwner {
  readonly group: string;
  /** `services` */
  readonly resource: string;
  /** Empty for cluster-scoped kinds. */
  readonly namespace: string;
  readonly name: string;
}

export interface ClaimSpace {
  readonly name: string;
  /** Of its keys, below that of the store: `ranges/serviceips/`. */
  readonly prefix: string;
  /** The values that are held, by value. */
  readonly cache: ResourceCache;
  /** What is stored under a value. */
  record(value: string, owner: ClaimOwner): Buffer;
  /** @returns undefined for what cannot be read */
  ownerOf(record: CachedObject): ClaimOwner | undefined;
}

const format: ObjectFormat = {
  present: (value) => ({ bytes: Buffer.from(asBuffer(value)), exact: false }),
  restamp: (bytes) => bytes,
  index: () => ({ labels: {}, fields: [] }),
};

/** A space of plain records, which no client sees. */
export function plainSpace(
  name: string,
  { feed, clock }: { readonly feed: ChangeFeed; readonly clock: Clock },
): ClaimSpace {
  const prefix = `ranges/${name}/`;
  return {
    name,
    prefix,
    cache: new ResourceCache({ feed, prefix, format, clock }),
    record: (_, { group, resource, namespace, name: owner }) =>
      Buffer.from(JSON.stringify({ group, resource, namespace, name: owner })),
    ownerOf: (record) => readOwner(record.bytes),
  };
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
