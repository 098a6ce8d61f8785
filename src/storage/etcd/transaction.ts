/** Translates the writes of a commit into a transaction of etcd, and its failure into the error of the first rejection. */
import type { Entry, Write } from "../engine.ts";
import type { StorageError } from "../errors.ts";
import { keyExists, keyNotFound, revisionConflict, unavailable } from "../failures.ts";
import type { KeySpace } from "./key-space.ts";
import type { Compare, TxnOperation, TxnRequest } from "./requests.ts";
import type { KeyValue, RangeResponse } from "./responses.ts";

/** Returns the transaction of some writes. @param leases the lease of each write; 0 for none */
export function transactionOf(writes: readonly Write[], keys: KeySpace, leases: readonly number[]): TxnRequest {
  const encoded = writes.map((write, index) => ({ write, key: keys.encode(write.key), lease: leases[index] ?? 0 }));
  return {
    compare: encoded.map(({ write, key }) => compareOf(write, key)),
    success: encoded.map(({ write: { value }, key, lease }): TxnOperation => {
      return value ? { type: "put", key, value, lease } : { type: "delete", key };
    }),
    failure: encoded.map(({ key }): TxnOperation => ({ type: "range", request: { key } })),
  };
}

/** etcd compares a missing key as revision 0. So the deletion of a key with the expected revision 0 needs its own case. */
function compareOf({ value, expected }: Write, key: Buffer): Compare {
  return value === undefined && expected === 0 ? { key, never: true } : { key, modRevision: expected };
}

/** Returns the error of the first write whose condition does not hold. @param ranges the present entry of each key */
export function rejectionOf(writes: readonly Write[], ranges: readonly RangeResponse[]): StorageError {
  for (const [index, write] of writes.entries()) {
    const rejection = reject(write, ranges[index]?.entries[0]);
    if (rejection) return rejection;
  }
  return unavailable("etcd rejected a transaction whose conditions hold");
}

function reject({ key, value, expected }: Write, current: KeyValue | undefined): StorageError | undefined {
  if (value && expected === 0) return current && keyExists(key, toEntry(key, current));
  if (!current) return keyNotFound(key);
  return current.modRevision === expected ? undefined : revisionConflict(key, expected, toEntry(key, current));
}

/** Returns an entry of the engine. */
export function toEntry(key: string, { value, modRevision }: KeyValue): Entry {
  return { key, value, revision: modRevision };
}
