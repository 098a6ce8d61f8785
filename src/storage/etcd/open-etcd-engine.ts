/** Opens the engine over an etcd cluster. */
import { assert } from "../../base/assert.ts";
import type { Engine } from "../engine.ts";
import { EtcdEngine, type EtcdEngineOptions } from "./etcd-engine.ts";
import { type ClusterIdentity, ensureIdentity } from "./identity.ts";
import { membersMax } from "./limits.ts";

/** The etcd cluster, and the data that is expected in it. */
export type EtcdStoreOptions = EtcdEngineOptions & ClusterIdentity;

/**
 * Connects to an etcd cluster, whatever data it has.
 * @throws StorageError `unavailable` if no member responds
 */
export async function connectToEtcd(options: EtcdEngineOptions): Promise<Engine> {
  assert(options.servers.length > 0 && options.servers.length <= membersMax, `1 to ${membersMax} servers can be used`);
  const engine = new EtcdEngine(options);
  try {
    await engine.connect();
    return engine;
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * Connects to the etcd cluster of a server. Records the identity if there is no data.
 * @throws StorageError `unavailable` if no member responds; `not-usable` if the keys below the prefix belong to a cluster
 * with another identity, or to another program
 */
export async function openEtcdEngine(options: EtcdStoreOptions): Promise<Engine> {
  const engine = await connectToEtcd(options);
  try {
    await ensureIdentity(engine, options);
    return engine;
  } catch (error) {
    await engine[Symbol.asyncDispose]();
    throw error;
  }
}
