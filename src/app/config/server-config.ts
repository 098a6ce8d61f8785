/**
 * The configuration of a server, in the slices that its parts receive. Made in three pure steps - parse, validate,
 * complete - that together report every problem at once. Deeply frozen.
 */
import { resolve } from "node:path";
import { assert } from "../../base/assert.ts";
import type { LogFormat } from "../../base/logger.ts";
import { clusterIpRangeProblem, clusterIpRangesProblem } from "../../kinds/index.ts";
import { unprivilegedOnly } from "../../meta/feature-gates.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { KindDeclaration } from "../../schema/index.ts";
import type { GivenValues } from "../flags/flag-spec.ts";
import { withDefaults } from "../flags/flag-value.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { type ControllersConfig, controllerProblems, controllersConfig } from "./controller-flags.ts";
import { readFeatureGates } from "./feature-gates.ts";
import { type PortRange, parsePortRange } from "./port-range.ts";
import { readRuntimeConfig } from "./runtime-config.ts";
import { apiserverFlags, type ServerFlag, upFlags } from "./server-flags.ts";

/** Which parts run: `up` is the API server and the controllers, `apiserver` the API server alone. */
export type ServerCommand = "up" | "apiserver";

export interface ServerConfig {
  readonly command: ServerCommand;
  readonly vocabulary: VocabularyName;
  /** Absolute. */
  readonly dataDir: string;
  readonly listener: ListenerConfig;
  readonly storage: StorageConfig;
  readonly services: ServiceConfig;
  readonly requests: RequestConfig;
  readonly lifecycle: LifecycleConfig;
  readonly features: FeatureConfig;
  readonly controllers: ControllersConfig;
  readonly logging: { readonly format: LogFormat };
}

export interface FeatureConfig {
  /** Whether a built-in kind is served in its version. */
  readonly isServed: (kind: KindDeclaration) => boolean;
  readonly isEnabled: (featureGate: string) => boolean;
  /** What whoever starts the server should know of the gates that were set. */
  readonly warnings: readonly string[];
}

/** Paths are absolute. Without a serving certificate, the one in the data directory is meant. */
export interface ListenerConfig {
  readonly bindAddress: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Both or none. */
  readonly tlsCertFile: string | undefined;
  readonly tlsPrivateKeyFile: string | undefined;
  readonly tlsMinVersion: "TLSv1.2" | "TLSv1.3";
  /** Trusted besides the cluster's own CA. */
  readonly clientCaFile: string | undefined;
  readonly http2StreamsMax: number;
}

export interface StorageConfig {
  readonly engine: "lmdb" | "memory";
  /** Begins with a slash and does not end in one; empty when keys have no prefix. */
  readonly keyPrefix: string;
  /** `Infinity` keeps all of it. */
  readonly historyMs: number;
  /** How long Events are kept; `Infinity`: until somebody deletes them. */
  readonly eventTtlMs: number;
}

/** What Services are given. */
export interface ServiceConfig {
  /** In CIDR form: one, or one of each address family with the main one first. */
  readonly clusterIpRanges: readonly string[];
  readonly nodePorts: PortRange;
}

export interface RequestConfig {
  readonly timeoutMs: number;
  readonly watchMinMs: number;
  /** Of reading requests; `Infinity` sets no limit. */
  readonly readsMax: number;
  /** Of writing requests; `Infinity` sets no limit. */
  readonly writesMax: number;
  /** Answers are compressed for clients that accept it. */
  readonly compression: boolean;
  readonly compressionMinBytes: number;
}

export interface LifecycleConfig {
  readonly livezGraceMs: number;
  readonly shutdownDelayMs: number;
}

/** What the configuration depends on besides the arguments. */
export interface ConfigInputs {
  /** Against which relative paths are understood. */
  readonly cwd: string;
  /** Returns the vocabulary of the cluster in a data directory. Undefined where there is no cluster. */
  readonly recordedVocabulary?: (dataDir: string) => VocabularyName | undefined;
}

/**
 * @param args without the command
 * @throws UsageError with every problem
 */
export function serverConfig(
  command: ServerCommand,
  args: readonly string[],
  surroundings: ConfigInputs,
): ServerConfig {
  const { given: flagged, problems } = parseFlags<ServerFlag>(command === "up" ? upFlags : apiserverFlags, args);
  const given = withRecordedVocabulary(flagged, surroundings);
  const all = [...problems, ...validate(given)];
  if (all.length > 0) throw new UsageError(all);
  return complete(command, given, surroundings);
}

/** Adds the vocabulary of an existing cluster, which need not be repeated at each start. */
function withRecordedVocabulary(
  given: GivenValues<ServerFlag>,
  { cwd, recordedVocabulary }: ConfigInputs,
): GivenValues<ServerFlag> {
  if (given.vocabulary !== undefined || !recordedVocabulary) return given;
  const recorded = recordedVocabulary(resolve(cwd, withDefaults<ServerFlag>(upFlags, given)["data-dir"]));
  return recorded === undefined ? given : { ...given, vocabulary: recorded };
}

/** Flags that contradict each other. */
export function validate(given: GivenValues<ServerFlag>): string[] {
  const problems: string[] = [];
  const pair = ["tls-cert-file", "tls-private-key-file"] as const;
  const missing = pair.find((name) => given[name] === undefined);
  const present = pair.find((name) => given[name] !== undefined);
  if (missing && present) problems.push(`--${present} needs --${missing}`);
  const vocabulary = vocabularies[given.vocabulary ?? "orch"];
  return [
    ...problems,
    ...clusterIpProblems(given["service-cluster-ip-range"]),
    ...readRuntimeConfig(given["runtime-config"] ?? [], vocabulary).problems,
    ...readFeatureGates(given["feature-gates"] ?? []).problems,
    ...controllerProblems(given.controllers ?? []),
  ];
}

/** The configuration that the flags ask for, defaults filled in. */
export function complete(command: ServerCommand, given: GivenValues<ServerFlag>, { cwd }: ConfigInputs): ServerConfig {
  const values = withDefaults<ServerFlag>(upFlags, given);
  const gates = readFeatureGates(values["feature-gates"]);
  const runtime = readRuntimeConfig(values["runtime-config"], vocabularies[values.vocabulary]);
  const absolute = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(cwd, path);
  return deepFreeze<ServerConfig>({
    command,
    vocabulary: values.vocabulary,
    dataDir: resolve(cwd, values["data-dir"]),
    listener: {
      bindAddress: values["bind-address"],
      port: values["secure-port"],
      tlsCertFile: absolute(values["tls-cert-file"]),
      tlsPrivateKeyFile: absolute(values["tls-private-key-file"]),
      tlsMinVersion: values["tls-min-version"] === "VersionTLS13" ? "TLSv1.3" : "TLSv1.2",
      clientCaFile: absolute(values["client-ca-file"]),
      http2StreamsMax: values["http2-max-streams-per-connection"],
    },
    storage: {
      engine: values.storage,
      keyPrefix: values["etcd-prefix"].replace(/\/+$/, ""),
      historyMs: zeroIsUnlimited(values["etcd-compaction-interval"]),
      eventTtlMs: zeroIsUnlimited(values["event-ttl"]),
    },
    services: {
      clusterIpRanges: values["service-cluster-ip-range"],
      nodePorts: nodePortsOf(values["service-node-port-range"]),
    },
    requests: {
      timeoutMs: values["request-timeout"],
      watchMinMs: values["min-request-timeout"] * 1_000,
      readsMax: zeroIsUnlimited(values["max-requests-inflight"]),
      writesMax: zeroIsUnlimited(values["max-mutating-requests-inflight"]),
      compression: gates.isEnabled("APIResponseCompression"),
      compressionMinBytes: values["compression-min-bytes"],
    },
    lifecycle: {
      livezGraceMs: values["livez-grace-period"],
      shutdownDelayMs: values["shutdown-delay-duration"],
    },
    features: {
      isServed: (kind) =>
        runtime.isServed(kind) && (kind.featureGate === undefined || gates.isEnabled(kind.featureGate)),
      isEnabled: (name) => (name === unprivilegedOnly ? !values["allow-privileged"] : gates.isEnabled(name)),
      warnings: gates.warnings,
    },
    // The server alone is without them.
    controllers: controllersConfig(command === "up" ? values : { ...values, controllers: [] }),
    logging: { format: values["logging-format"] },
  });
}

function clusterIpProblems(ranges: readonly string[] | undefined): readonly string[] {
  if (!ranges) return [];
  const flag = "--service-cluster-ip-range";
  const each = ranges.flatMap((range) => {
    const problem = clusterIpRangeProblem(range);
    return problem === undefined ? [] : [`${flag} ${problem}: ${JSON.stringify(range)}`];
  });
  const together = each.length > 0 ? undefined : clusterIpRangesProblem(ranges);
  return together === undefined ? each : [`${flag} ${together}`];
}

function nodePortsOf(text: string): PortRange {
  const range = parsePortRange(text);
  assert(range, "the flag was checked");
  return range;
}

function zeroIsUnlimited(value: number): number {
  return value === 0 ? Number.POSITIVE_INFINITY : value;
}

function deepFreeze<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === "object" && member !== null) deepFreeze(member);
  return Object.freeze(value);
}
