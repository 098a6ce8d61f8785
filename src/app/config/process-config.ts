/** The configuration of a server in a form that can be sent to its threads and worker processes. */
import { builtinKinds } from "../../api/builtin.ts";
import { unprivilegedOnly } from "../../meta/feature-gates.ts";
import type { LoadedAdmission } from "./admission-config.ts";
import type { LoadedAudit } from "./audit-config.ts";
import type { LoadedAuthentication } from "./authentication-config.ts";
import type { LoadedAuthorization } from "./authorization-config.ts";
import type { LoadedEncryption } from "./encryption-flags.ts";
import { gateNames } from "./feature-gates.ts";
import type { LoadedMetrics } from "./metrics-config.ts";
import type { FeatureConfig, ServerConfig } from "./server-config.ts";
import type { LoadedTracing } from "./tracing-flags.ts";

/** Keys of service account tokens, in PEM. */
export interface AccountKeys {
  /** Private key that signs tokens. */
  readonly signing: string;
  /** Texts with private or public keys that verify tokens. Each has at least one key. */
  readonly verifying: readonly string[];
}

/** The parts of a server's configuration that each of its processes needs, with lists in place of functions. */
export interface ProcessConfig
  extends Pick<
    ServerConfig,
    "vocabulary" | "storage" | "services" | "addresses" | "requests" | "web" | "diagnosis" | "lifecycle" | "logging"
  > {
  readonly authentication: LoadedAuthentication;
  readonly authorization: LoadedAuthorization;
  readonly admission: LoadedAdmission;
  readonly metrics: LoadedMetrics;
  /** Undefined if no request is recorded. */
  readonly audit: LoadedAudit | undefined;
  /** Undefined without tracing. */
  readonly tracing: LoadedTracing | undefined;
  /** Undefined without encryption. */
  readonly encryption: LoadedEncryption | undefined;
  readonly accountKeys: AccountKeys;
  /** Indexes of the served kinds in `builtinKinds`. */
  readonly servedKinds: readonly number[];
  /** Names of the feature gates that are enabled. */
  readonly enabledGates: readonly string[];
  readonly emulatedMinor: number;
}

/** Returns the configuration in a form that can be sent. */
export function toProcessConfig(
  config: ServerConfig,
  {
    authentication,
    authorization,
    admission,
    metrics,
    audit,
    encryption,
    tracing,
    accountKeys,
  }: Pick<
    ProcessConfig,
    "authentication" | "authorization" | "admission" | "metrics" | "audit" | "encryption" | "tracing" | "accountKeys"
  >,
): ProcessConfig {
  const { vocabulary, storage, services, addresses, requests, web, diagnosis, lifecycle, logging, features } = config;
  const gates = [unprivilegedOnly, ...gateNames];
  return {
    vocabulary,
    authentication,
    authorization,
    admission,
    metrics,
    audit,
    encryption,
    tracing,
    accountKeys,
    storage,
    services,
    addresses,
    requests,
    web,
    diagnosis,
    lifecycle,
    logging,
    servedKinds: [...builtinKinds.keys()].filter((index) => {
      const kind = builtinKinds[index];
      return kind !== undefined && features.isServed(kind);
    }),
    enabledGates: gates.filter((name) => features.isEnabled(name)),
    emulatedMinor: features.emulatedMinor,
  };
}

/** Returns the feature configuration, from the lists in a sent configuration. */
export function featuresOf({ servedKinds, enabledGates, emulatedMinor }: ProcessConfig): FeatureConfig {
  const served = new Set(servedKinds.map((index) => builtinKinds[index]));
  const enabled = new Set(enabledGates);
  return { isServed: (kind) => served.has(kind), isEnabled: (name) => enabled.has(name), emulatedMinor };
}
