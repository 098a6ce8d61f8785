/** The identity of a cluster in etcd: a key beside its objects, without which servers do not use the objects. */
import type { Engine } from "../engine.ts";
import { isStorageError, StorageError } from "../errors.ts";

/** Where a cluster is in etcd, and what distinguishes it from others. */
export interface ClusterIdentity {
  /** Prefix of the cluster's keys, such as `/registry`. */
  readonly prefix: string;
  /** Stored in a new store. Opening the store with another identity fails. */
  readonly identity: { readonly vocabulary: string };
}

/** Version of the format of stored values. */
const format = 1;

/** Returns the key of the identity. It is not below the prefix itself, where the objects are. */
export function identityKey(prefix: string): string {
  return `orch.cluster${prefix}`;
}

function textOf({ identity }: ClusterIdentity): string {
  return JSON.stringify({ format, ...identity });
}

/** Stores the identity of a new cluster. @throws StorageError `key-exists` */
export async function writeIdentity(engine: Engine, cluster: ClusterIdentity): Promise<void> {
  await engine.put(identityKey(cluster.prefix), Buffer.from(textOf(cluster)), 0);
}

/** Checks that etcd has the cluster. @throws StorageError `not-usable` if it has none, or one with another identity */
export async function checkIdentity(engine: Engine, cluster: ClusterIdentity): Promise<void> {
  const stored = await engine.get(identityKey(cluster.prefix));
  if (!stored) throw noCluster(cluster.prefix);
  compareIdentity(stored, cluster);
}

/** Returns the vocabulary of the cluster that etcd has. @throws StorageError `not-usable` if it has none, or one of another format */
export async function storedVocabulary(engine: Engine, prefix: string): Promise<string> {
  const stored = await engine.get(identityKey(prefix));
  if (!stored) throw noCluster(prefix);
  const text = Buffer.from(stored.value).toString();
  const vocabulary = /"vocabulary":"([a-z]+)"/.exec(text)?.[1] ?? "";
  compareIdentity(stored, { prefix, identity: { vocabulary } });
  return vocabulary;
}

/** Checks the identity, or stores it if etcd has no keys below the prefix. @throws StorageError `not-usable` */
export async function ensureIdentity(engine: Engine, cluster: ClusterIdentity): Promise<void> {
  const stored = (await engine.get(identityKey(cluster.prefix))) ?? (await createIdentity(engine, cluster));
  if (stored) compareIdentity(stored, cluster);
}

/** Returns undefined if the identity was created. Returns the present one if another server was faster. */
async function createIdentity(
  engine: Engine,
  cluster: ClusterIdentity,
): Promise<{ readonly value: Uint8Array } | undefined> {
  const { prefix } = cluster;
  // Both reads show the same revision. So keys without an identity were not written by a server that starts just now.
  const { entries, revision } = await engine.range(`${prefix}/`, { limit: 1 });
  const earlier = await engine.get(identityKey(prefix), revision);
  if (earlier) return earlier;
  if (entries[0]) throw foreignKeys(prefix, entries[0].key);
  try {
    await writeIdentity(engine, cluster);
    return undefined;
  } catch (error) {
    if (isStorageError(error, "key-exists") && error.current) return error.current;
    throw error;
  }
}

function compareIdentity({ value }: { readonly value: Uint8Array }, cluster: ClusterIdentity): void {
  const [found, expected] = [Buffer.from(value).toString(), textOf(cluster)];
  if (found === expected) return;
  throw new StorageError(
    "not-usable",
    `the keys below ${cluster.prefix} in etcd belong to another cluster: its identity is ${found}, expected ${expected}. ` +
      "Use the same --vocabulary, or another --etcd-prefix",
  );
}

function noCluster(prefix: string): StorageError {
  return new StorageError("not-usable", `etcd has no cluster below ${prefix}`);
}

function foreignKeys(prefix: string, key: string): StorageError {
  return new StorageError(
    "not-usable",
    `etcd has keys below ${prefix} that do not belong to a complete cluster, such as ${key}. Another program has written ` +
      "them, or a copy was interrupted. Delete them, or use another --etcd-prefix",
  );
}
