/**
 * The configuration of a server. It is parsed, validated and completed in three pure steps, which together report every
 * problem at once. The result is deeply frozen.
 */
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import type { LogFormat } from "../../base/logger.ts";
import { unprivilegedOnly } from "../../meta/feature-gates.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { ExplicitValues, FlagValues } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { type AddressConfig, addressConfig, addressProblems } from "./address-flags.ts";
import { type AdmissionConfig, admissionConfig, admissionProblems, admissionWarnings } from "./admission-config.ts";
import { type AuditConfig, auditConfig, auditProblems, auditWarnings } from "./audit-config.ts";
import { type AuthenticationConfig, authenticationConfig, authenticationProblems } from "./authentication-config.ts";
import {
  type AuthorizationConfig,
  authorizationConfig,
  authorizationProblems,
  excludesAnonymous,
} from "./authorization-config.ts";
import {
  connectionProblems,
  connectionWarnings,
  type TlsConfig,
  tlsConfig,
  type WebConfig,
  webConfig,
} from "./connection-flags.ts";
import { type ControllersConfig, controllerProblems, controllersConfig } from "./controller-flags.ts";
import type { DiagnosisConfig } from "./diagnosis-flags.ts";
import { type EncryptionConfig, encryptionConfig, encryptionProblems } from "./encryption-flags.ts";
import { etcdProblems, keyPrefixOf, pairProblems, problemsWithoutEtcd } from "./etcd-flags.ts";
import { featureSettings } from "./feature-flags.ts";
import { flagTexts } from "./flag-texts.ts";
import { ineffectiveFlagWarnings } from "./ineffective-flags.ts";
import { type MetricsConfig, metricsConfig, metricsProblems } from "./metrics-config.ts";
import { readRuntimeConfig } from "./runtime-config.ts";
import { apiserverFlags, type ServerFlag, upFlags, workersMax } from "./server-flags.ts";
import { type ServiceConfig, serviceConfig, serviceProblems } from "./service-config.ts";
import { serviceRangeDefault } from "./service-flags.ts";
import { tracingFile, tracingWarnings } from "./tracing-flags.ts";

/** Which parts run: `up` is the API server and the controllers, `apiserver` the API server alone. */
export type ServerCommand = "up" | "apiserver";

/** Configuration of `orch up` and `orch apiserver`, in one part for each consumer. */
export interface ServerConfig {
  readonly command: ServerCommand;
  readonly vocabulary: VocabularyName;
  /** Absolute path. */
  readonly dataDir: string;
  readonly listener: ListenerConfig;
  readonly addresses: AddressConfig;
  readonly web: WebConfig;
  readonly diagnosis: DiagnosisConfig;
  /** Absolute path of the file that configures tracing. Undefined without tracing. */
  readonly tracingFile: string | undefined;
  readonly authentication: AuthenticationConfig;
  readonly authorization: AuthorizationConfig;
  readonly admission: AdmissionConfig;
  readonly metrics: MetricsConfig;
  readonly audit: AuditConfig;
  readonly workers: WorkersConfig;
  readonly storage: StorageConfig;
  /** Undefined without encryption. */
  readonly encryption: EncryptionConfig | undefined;
  readonly services: ServiceConfig;
  readonly requests: RequestConfig;
  readonly lifecycle: LifecycleConfig;
  readonly features: FeatureConfig;
  readonly controllers: ControllersConfig;
  readonly logging: LoggingConfig;
  /** Messages about the flags, for the log. */
  readonly warnings: readonly string[];
}

/** Form and detail of the log. */
export interface LoggingConfig {
  readonly format: LogFormat;
  readonly verbosity: number;
}

const tlsVersions = {
  VersionTLS10: "TLSv1",
  VersionTLS11: "TLSv1.1",
  VersionTLS12: "TLSv1.2",
  VersionTLS13: "TLSv1.3",
} as const satisfies Record<string, TlsVersion>;

/** As in the reference, this applies if the flag is 0. */
const http2StreamsDefault = 100;

/** Numbers of processes that serve connections, including the main process. */
export interface WorkersConfig {
  readonly atStart: number;
  /** Processes are added up to this number, while all of them are busy. */
  readonly max: number;
}

/** Which kinds and features are enabled. */
export interface FeatureConfig {
  /** Whether a built-in kind is served in its version. */
  readonly isServed: (kind: KindDeclaration) => boolean;
  readonly isEnabled: (featureGate: string) => boolean;
  /** Minor release of version 1 whose API and gates the server has. */
  readonly emulatedMinor: number;
}

/** A version of TLS, as Node names it. */
export type TlsVersion = "TLSv1" | "TLSv1.1" | "TLSv1.2" | "TLSv1.3";

/** Where and how the server listens. Paths are absolute. */
export interface ListenerConfig extends TlsConfig {
  readonly bindAddress: string;
  /** 0: a free port. */
  readonly port: number;
  /**
   * Serving certificate. Set together with `tlsPrivateKeyFile`, or undefined for the certificate in the data directory.
   */
  readonly tlsCertFile: string | undefined;
  readonly tlsPrivateKeyFile: string | undefined;
  /** Folder of the serving certificate if no file is set. Undefined: the data directory. */
  readonly certDir: string | undefined;
  readonly tlsMinVersion: TlsVersion;
  /** CA certificates that are trusted in addition to the cluster's own CA. */
  readonly clientCaFile: string | undefined;
  /** Maximum number of concurrent streams of one HTTP/2 connection. */
  readonly http2StreamsMax: number;
}

/** Where and how long objects are stored. */
export interface StorageConfig {
  readonly engine: "lmdb" | "memory" | "etcd";
  /** Undefined for other engines. */
  readonly etcd: EtcdConfig | undefined;
  /** Prefix of all keys. It starts with a slash and does not end with one. Empty if keys have no prefix. */
  readonly keyPrefix: string;
  /** How long old revisions are kept. `Infinity`: forever. */
  readonly historyMs: number;
  /** Greatest size of the replaced values that a local store keeps for the history beyond `historyMs`, in bytes. */
  readonly historyBytesMax: number;
  /** How often the size of etcd's database is read. `Infinity`: never. */
  readonly sizePollMs: number;
  /** Time limit of the store's check in `/livez` and `/healthz`. */
  readonly healthCheckMs: number;
  /** Time limit of the store's check in `/readyz`. */
  readonly readyCheckMs: number;
  /** How long Events are kept. `Infinity`: until they are deleted. */
  readonly eventTtlMs: number;
}

/** Where etcd is, and the certificates for it. Paths are absolute. */
export interface EtcdConfig {
  /** URLs of the members, at least one. */
  readonly servers: readonly string[];
  readonly caFile: string | undefined;
  /** Client certificate. Set together with `keyFile`. */
  readonly certFile: string | undefined;
  readonly keyFile: string | undefined;
  /** How long a lease is given to further keys. */
  readonly leaseReuseMs: number;
}

/** Limits and defaults of requests. */
export interface RequestConfig {
  readonly timeoutMs: number;
  /** Shortest duration of a watch whose client does not request one. */
  readonly watchMinMs: number;
  /** Whether priority levels share the sum of `readsMax` and `writesMax`. */
  readonly fairness: boolean;
  /** Maximum number of concurrent reading requests. `Infinity`: no limit. With `fairness` it is always finite. */
  readonly readsMax: number;
  /** Maximum number of concurrent writing requests. `Infinity`: no limit. With `fairness` it is always finite. */
  readonly writesMax: number;
  /** Whether responses are compressed for clients that accept it. */
  readonly compression: boolean;
  readonly compressionMinBytes: number;
  /** Whether deletions set the finalizers of the garbage collector. */
  readonly collectsGarbage: boolean;
}

/** Delays at the start and the end of the server. */
export interface LifecycleConfig {
  readonly livezGraceMs: number;
  readonly shutdownDelayMs: number;
}

/** Everything on which the configuration depends besides the arguments. */
export interface ConfigInputs {
  /** Folder that relative paths start from. */
  readonly cwd: string;
  /** Number of processor cores. Default: those that this process may use. */
  readonly cores?: number;
  /** Returns the vocabulary of the cluster in a data directory. Undefined if it holds no cluster. */
  readonly recordedVocabulary?: (dataDir: string) => VocabularyName | undefined;
}

/**
 * Returns the configuration that the arguments describe.
 * @param args arguments after the name of the command
 * @throws UsageError with every problem
 */
export function serverConfig(command: ServerCommand, args: readonly string[], inputs: ConfigInputs): ServerConfig {
  const {
    explicitValues: parsedValues,
    problems,
    warnings = [],
  } = parseFlags<ServerFlag>(command === "up" ? upFlags : apiserverFlags, args);
  const explicitValues = withRecordedVocabulary(parsedValues, inputs);
  const allProblems = [...problems, ...conflictProblems(explicitValues)];
  if (allProblems.length > 0) throw new UsageError(allProblems);
  const config = completeConfig(command, explicitValues, inputs);
  return warnings.length === 0 ? config : Object.freeze({ ...config, warnings: [...warnings, ...config.warnings] });
}

/** Adds the vocabulary of an existing cluster, so that `--vocabulary` need not be repeated at each start. */
function withRecordedVocabulary(
  explicitValues: ExplicitValues<ServerFlag>,
  { cwd, recordedVocabulary }: ConfigInputs,
): ExplicitValues<ServerFlag> {
  if (explicitValues.vocabulary !== undefined || !recordedVocabulary) return explicitValues;
  const recorded = recordedVocabulary(resolve(cwd, withDefaults<ServerFlag>(upFlags, explicitValues)["data-dir"]));
  return recorded === undefined ? explicitValues : { ...explicitValues, vocabulary: recorded };
}

/**
 * Without flags, a server begins with one process, because others would use memory without need. On a machine with one or two
 * cores, no other process is added: clients and controllers need the second core.
 */
function workersConfig(values: ExplicitValues<ServerFlag>, cores: number): WorkersConfig {
  const atStart = values.workers ?? 1;
  const coresInUse = values.storage === "memory" || cores <= 2 ? 1 : Math.min(cores, workersMax);
  return { atStart, max: values["workers-max"] ?? values.workers ?? coresInUse };
}

function workersProblems(values: ExplicitValues<ServerFlag>): readonly string[] {
  const { workers = 1, "workers-max": max = workers, storage } = values;
  if (max < workers) return [`--workers-max must be at least ${workers}, the number of --workers`];
  if (max === 1 || storage !== "memory") return [];
  const name = workers > 1 ? "--workers" : "--workers-max";
  return [`${name} must be 1 with --storage=memory, because processes cannot share that store`];
}

/** As in the reference, priority levels cannot share an unlimited number of requests. */
function fairnessProblems(values: ExplicitValues<ServerFlag>): readonly string[] {
  const isUnlimited = values["max-requests-inflight"] === 0 && values["max-mutating-requests-inflight"] === 0;
  if (!isUnlimited || values["enable-priority-and-fairness"] === false) return [];
  return [
    "--max-requests-inflight and --max-mutating-requests-inflight must not both be 0, unless " +
      "--enable-priority-and-fairness=false",
  ];
}

/** Returns the problems of flag values that are valid alone: conflicts, and values that only other code can check. */
export function conflictProblems(explicitValues: ExplicitValues<ServerFlag>): string[] {
  const vocabulary = vocabularies[explicitValues.vocabulary ?? "orch"];
  const gates = featureSettings(explicitValues);
  return [
    ...pairProblems(explicitValues, ["tls-cert-file", "tls-private-key-file"]),
    ...connectionProblems(explicitValues),
    ...addressProblems(explicitValues, explicitValues["service-cluster-ip-range"]?.[0] ?? serviceRangeDefault),
    ...authenticationProblems(explicitValues, gates.isEnabled),
    ...authorizationProblems(explicitValues),
    ...admissionProblems(explicitValues),
    ...metricsProblems(explicitValues),
    ...auditProblems(explicitValues),
    ...etcdProblems(explicitValues),
    ...encryptionProblems(explicitValues),
    ...workersProblems(explicitValues),
    ...fairnessProblems(explicitValues),
    ...problemsWithoutEtcd(explicitValues, ["etcd-db-metric-poll-interval", "lease-reuse-duration-seconds"]),
    ...(explicitValues["etcd-servers"] && explicitValues.storage
      ? ["--storage cannot be used with --etcd-servers"]
      : []),
    ...serviceProblems(explicitValues),
    ...readRuntimeConfig(explicitValues["runtime-config"] ?? [], { vocabulary }).problems,
    ...gates.problems,
    ...controllerProblems(explicitValues.controllers ?? []),
  ];
}

/** Returns the configuration for valid flag values, with defaults for the others. */
export function completeConfig(
  command: ServerCommand,
  explicitValues: ExplicitValues<ServerFlag>,
  { cwd, cores = availableParallelism() }: ConfigInputs,
): ServerConfig {
  const values = withDefaults<ServerFlag>(upFlags, explicitValues);
  const gates = featureSettings(values);
  const runtime = readRuntimeConfig(values["runtime-config"], {
    vocabulary: vocabularies[values.vocabulary],
    minor: gates.emulatedMinor,
  });
  const absolute = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(cwd, path);
  const fairness = values["enable-priority-and-fairness"];
  const requestsMax = (value: number): number => (fairness ? value : zeroIsUnlimited(value));
  return deepFreeze<ServerConfig>({
    command,
    vocabulary: values.vocabulary,
    dataDir: resolve(cwd, values["data-dir"]),
    workers: workersConfig(explicitValues, cores),
    listener: {
      bindAddress: values["bind-address"],
      port: values["secure-port"],
      certDir: absolute(values["cert-dir"]),
      tlsCertFile: absolute(values["tls-cert-file"]),
      tlsPrivateKeyFile: absolute(values["tls-private-key-file"]),
      tlsMinVersion: tlsVersions[values["tls-min-version"]],
      ...tlsConfig(values, (path) => resolve(cwd, path)),
      clientCaFile: absolute(values["client-ca-file"]),
      http2StreamsMax: values["http2-max-streams-per-connection"] || http2StreamsDefault,
    },
    addresses: addressConfig(
      values,
      values["bind-address"],
      values["service-cluster-ip-range"][0] ?? serviceRangeDefault,
    ),
    web: webConfig(values),
    diagnosis: {
      profiling: values.profiling,
      flags: flagTexts(command === "up" ? upFlags : apiserverFlags, values),
    },
    authentication: authenticationConfig(explicitValues, values, {
      absolute,
      excludesAnonymous: excludesAnonymous(explicitValues),
      isEnabled: gates.isEnabled,
    }),
    authorization: authorizationConfig(values, absolute),
    admission: admissionConfig(values, absolute),
    metrics: metricsConfig(values, absolute),
    audit: auditConfig(values, absolute),
    storage: {
      engine: values["etcd-servers"].length > 0 ? "etcd" : values.storage,
      etcd: etcdConfig(values, absolute),
      keyPrefix: keyPrefixOf(values["etcd-prefix"]),
      historyMs: zeroIsUnlimited(values["etcd-compaction-interval"]),
      historyBytesMax: values["history-max-size"] * 1024 * 1024,
      sizePollMs: zeroIsUnlimited(values["etcd-db-metric-poll-interval"]),
      healthCheckMs: values["etcd-healthcheck-timeout"],
      readyCheckMs: values["etcd-readycheck-timeout"],
      eventTtlMs: zeroIsUnlimited(values["event-ttl"]),
    },
    tracingFile: tracingFile(values, absolute, gates.isEnabled),
    encryption: encryptionConfig(values, absolute),
    services: serviceConfig(values),
    requests: {
      timeoutMs: values["request-timeout"],
      watchMinMs: values["min-request-timeout"] * 1_000,
      fairness,
      readsMax: requestsMax(values["max-requests-inflight"]),
      writesMax: requestsMax(values["max-mutating-requests-inflight"]),
      compression: gates.isEnabled("APIResponseCompression"),
      compressionMinBytes: values["compression-min-bytes"],
      collectsGarbage: values["enable-garbage-collector"],
    },
    lifecycle: {
      livezGraceMs: values["livez-grace-period"],
      shutdownDelayMs: values["shutdown-delay-duration"],
    },
    features: {
      isServed: (kind) =>
        runtime.isServed(kind) && (kind.featureGate === undefined || gates.isEnabled(kind.featureGate)),
      isEnabled: (name) => (name === unprivilegedOnly ? !values["allow-privileged"] : gates.isEnabled(name)),
      emulatedMinor: gates.emulatedMinor,
    },
    warnings: [
      ...gates.warnings,
      ...runtime.warnings,
      ...anonymousWarnings(explicitValues),
      ...admissionWarnings(values),
      ...auditWarnings(explicitValues),
      ...connectionWarnings(values),
      ...ineffectiveFlagWarnings(explicitValues),
      ...tracingWarnings(values, gates.isEnabled),
    ],
    // `orch apiserver` runs no controllers.
    controllers: controllersConfig(command === "up" ? values : { ...values, controllers: [] }),
    logging: { format: values["logging-format"], verbosity: values.v },
  });
}

/** Returns the message about requests without credentials that the authorization mode excludes. */
function anonymousWarnings(explicitValues: ExplicitValues<ServerFlag>): readonly string[] {
  if (explicitValues["anonymous-auth"] === false || !excludesAnonymous(explicitValues)) return [];
  return [
    "AnonymousAuth is not allowed with the AlwaysAllow authorizer. Resetting AnonymousAuth to false. You should use a " +
      "different authorizer",
  ];
}

function etcdConfig(
  values: FlagValues<ServerFlag>,
  absolute: (path: string | undefined) => string | undefined,
): EtcdConfig | undefined {
  if (values["etcd-servers"].length === 0) return undefined;
  return {
    servers: values["etcd-servers"],
    caFile: absolute(values["etcd-cafile"]),
    certFile: absolute(values["etcd-certfile"]),
    keyFile: absolute(values["etcd-keyfile"]),
    leaseReuseMs: values["lease-reuse-duration-seconds"] * 1000,
  };
}

function zeroIsUnlimited(value: number): number {
  return value === 0 ? Number.POSITIVE_INFINITY : value;
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === "object" && member !== null) deepFreeze(member);
  return Object.freeze(value);
}
