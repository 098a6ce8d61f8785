/**
 * Client configuration: which server to use, and with which credentials. It reads files of kind Config, merges them
 * like kubectl, and validates the chosen context. A process in a Pod uses the mounted service account instead. This
 * room does not access the machine itself: callers pass a `ConfigSource` and a `ProcessRunner`.
 *
 *     const config = await clientConfiguration({ source, runner });
 *     const { headers, certificate } = await config.credentials.current(signal);
 */
export { type ChosenEntries, chooseEntries, type Overrides } from "./choose-entries.ts";
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
export { certificatesFault } from "./pem.ts";
export { configBytesMax } from "./read-config.ts";
export { type ResolveOptions, resolveConfig } from "./resolve-config.ts";
export {
  type Impersonation,
  type ImpersonationOverrides,
  impersonationHeaders,
  type ResolvedConfig,
  withImpersonation,
} from "./resolved-config.ts";
export { defaultPluginLimits, type PluginLimits } from "./run-plugin.ts";
export type { ConfigSource, ProcessOutcome, ProcessRequest, ProcessRunner } from "./source.ts";
