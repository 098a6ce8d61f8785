/** Opens the engine over an etcd cluster, and checks that the stored data belongs to it. */
import { assert } from "../../base/assert.ts";
import type { Engine } from "../engine.ts";
import { isStorageError, StorageError } from "../errors.ts";
import { EtcdEngine, type EtcdEngineOptions } from "./etcd-engine.ts";
import { membersMax } from "./limits.ts";

/** The etcd cluster, and the data that is expected in it. */
export interface EtcdStoreOptions extends EtcdEngineOptions {
  /** Prefix of the cluster's keys, such as `/registry`. */
  readonly prefix: string;
  /** Stored in a new store. Opening the store with another identity fails. */
  readonly identity: { readonly vocabulary: string };
}

/** Version of the format of stored values. */
const format = 1;

/** Key of the identity of the cluster below `prefix`. It is not below `prefix` itself, where the objects are. */
export function identityKey(prefix: string): string {
  return `orch.cluster${prefix}`;
}

/**
 * Connects to an etcd cluster.
 * @throws StorageError `unavailable` if no member responds; `not-usable` if the keys below the prefix belong to a cluster
 * with another identity, or to another program
 */
export async function openEtcdEngine(options: EtcdStoreOptions): Promise<Engine> {
  assert(options.servers.length > 0 && options.servers.length <= membersMax, `1 to ${membersMax} servers can be used`);
  const engine = new EtcdEngine(options);
  try {
    await engine.connect();
    await checkIdentity(engine, options);
    return engine;
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
}

async function checkIdentity(engine: Engine, { prefix, identity }: EtcdStoreOptions): Promise<void> {
  const key = identityKey(prefix);
  const expected = JSON.stringify({ format, ...identity });
  const stored = (await engine.get(key)) ?? (await createIdentity(engine, { key, prefix, expected }));
  if (!stored) return;
  const found = Buffer.from(stored.value).toString();
  if (found === expected) return;
  throw new StorageError(
    "not-usable",
    `the keys below ${prefix} in etcd belong to another cluster: ${key} is ${found}, expected ${expected}. ` +
      "Use the same --vocabulary, or another --etcd-prefix",
  );
}

/** Returns undefined if the identity was created. Returns the present one if another server was faster. */
async function createIdentity(
  engine: Engine,
  { key, prefix, expected }: { key: string; prefix: string; expected: string },
): Promise<{ readonly value: Uint8Array } | undefined> {
  const { entries, revision } = await engine.range(`${prefix}/`, { limit: 1 });
  const hadIdentity = await engine.get(key, revision);
  if (hadIdentity) return hadIdentity;
  if (entries[0]) throw foreignKeys(prefix, entries[0].key);
  try {
    await engine.put(key, Buffer.from(expected), 0);
    return undefined;
  } catch (error) {
    if (isStorageError(error, "key-exists") && error.current) return error.current;
    throw error;
  }
}

function foreignKeys(prefix: string, key: string): StorageError {
  return new StorageError(
    "not-usable",
    `etcd has keys below ${prefix} that orch has not written, such as ${key}. Use another --etcd-prefix`,
  );
}
