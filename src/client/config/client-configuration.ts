/** Reads the client configuration from files, or else from the Pod in which the process runs. */

import { ConfigError } from "./config-error.ts";
import { inClusterConfig, isInCluster } from "./in-cluster.ts";
import { defaultFiles, loadConfig } from "./load-config.ts";
import { type ResolveOptions, resolveConfig } from "./resolve-config.ts";
import type { ResolvedConfig } from "./resolved-config.ts";

/** Where the configuration is read from, and which of its entries are used. */
export interface ClientConfigurationOptions extends ResolveOptions {
  /** The only configuration file to read. It must exist. */
  readonly path?: string;
}

/**
 * Returns how to reach the configured server, and with which credentials.
 * @throws ConfigError if the configuration is invalid or missing
 */
export async function clientConfiguration(options: ClientConfigurationOptions): Promise<ResolvedConfig> {
  const config = await loadConfig(options);
  if (config.files.length > 0) return await resolveConfig(config, options);
  if (isInCluster(options)) return await inClusterConfig(options);
  const files = defaultFiles(options.source, options.vocabulary ?? "orch").join(", ");
  throw new ConfigError([
    { file: files, field: "", rule: "no client configuration was found; pass the path of a configuration file" },
  ]);
}
