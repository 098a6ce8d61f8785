/**
 * Client configuration: which server, and as whom. Files of kind Config are read and merged as kubectl does it, one
 * context of them is resolved and checked; a process in a Pod uses what is mounted. Nothing here asks for the machine's
 * files, variables or programs by itself: a `ConfigSource` and a `ProcessRunner` are handed in.
 *
 *     const config = await clientConfiguration({ source, runner });
 *     const { headers, certificate } = await config.credentials.current(signal);
 */
export type { Overrides } from "./choose-entries.ts";
export {
  type ClientConfig,
  type ClusterConfig,
  type ContextConfig,
  type ExecConfig,
  type Origin,
  type UserConfig,
} from "./client-config.ts";
export { type ClientConfigurationOptions, clientConfiguration } from "./client-configuration.ts";
export { ConfigError, type ConfigProblem } from "./config-error.ts";
export {
  type Certificate,
  CredentialError,
  type Credentials,
  type RequestCredentials,
} from "./credentials.ts";
export { type InClusterOptions, inClusterConfig, isInCluster } from "./in-cluster.ts";
export { configVariable, defaultFiles, type LoadOptions, loadConfig } from "./load-config.ts";
export { configBytesMax } from "./read-config.ts";
export { type ResolveOptions, resolveConfig } from "./resolve-config.ts";
export { type Impersonation, impersonationHeaders, type ResolvedConfig } from "./resolved-config.ts";
export { defaultPluginLimits, type PluginLimits } from "./run-plugin.ts";
export type { ConfigSource, ProcessOutcome, ProcessRequest, ProcessRunner } from "./source.ts";
