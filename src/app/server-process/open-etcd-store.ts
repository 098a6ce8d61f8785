/** Opens the store of a server in etcd. Each process of the server has its own connections to etcd. */
import { systemClock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { systemRandom } from "../../base/random.ts";
import type { Engine } from "../../storage/index.ts";
import type { EtcdConfig, ServerConfig } from "../config/server-config.ts";
import { readEtcdTls } from "../pki/etcd-files.ts";

/**
 * Connects to etcd. The engine is only loaded by servers that use it.
 * @throws StartupError if a file of certificates does not exist; StorageError if etcd cannot be used
 */
export async function openEtcdStore(
  { vocabulary, storage: { keyPrefix } }: Pick<ServerConfig, "vocabulary" | "storage">,
  etcd: EtcdConfig,
  logger: Logger,
): Promise<Engine> {
  const tls = readEtcdTls(etcd);
  const { openEtcdEngine } = await import("../../storage/etcd/index.ts");
  return await openEtcdEngine({
    servers: etcd.servers,
    tls,
    leaseReuseMs: etcd.leaseReuseMs,
    prefix: keyPrefix,
    identity: { vocabulary },
    clock: systemClock,
    random: systemRandom,
    logger,
  });
}
