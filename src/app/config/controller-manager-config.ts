/** Flags of `orch controller-manager`, and the options that they give. */
import { isIP } from "node:net";
import { resolve } from "node:path";
import type { LogFormat } from "../../base/logger.ts";
import { electionJitter } from "../../client/index.ts";
import {
  component,
  systemNamespace,
  type VocabularyName,
  vocabularies,
  vocabularyNames,
} from "../../meta/vocabulary.ts";
import type { FlagSpec, FlagValues } from "../flags/flag-spec.ts";
import { defaultOf } from "../flags/flag-value.ts";
import { parseFlags } from "../flags/parse-flags.ts";
import { UsageError } from "../flags/usage-error.ts";
import { type ControllersConfig, controllerFlags, controllerProblems, controllersConfig } from "./controller-flags.ts";
import type { Surroundings } from "./server-config.ts";

const commands = ["controller-manager"] as const;

export const controllerManagerFlags = [
  {
    name: "kubeconfig",
    type: "path",
    group: "Server",
    commands,
    doc: "Client configuration that says which server, and as whom. Default: as for the commands that show objects.",
  },
  {
    name: "context",
    type: "string",
    placeholder: "NAME",
    group: "Server",
    commands,
    doc: "Context of the client configuration, instead of its current one.",
  },
  {
    name: "vocabulary",
    type: "enum",
    values: vocabularyNames,
    default: "orch",
    group: "Server",
    commands,
    doc: "Spelling of names that carry the product's name, as the server has it.",
  },
  ...controllerFlags,
  {
    name: "root-ca-file",
    type: "path",
    group: "Controllers",
    commands,
    doc:
      "CA certificates in PEM that every namespace is given to know the API server by. Default: those of the client " +
      "configuration.",
  },
  {
    name: "leader-elect",
    type: "boolean",
    default: true,
    group: "Leader election",
    commands,
    doc: "Work only while this process holds the Lease, so that several can stand by for one another.",
  },
  {
    name: "leader-elect-lease-duration",
    type: "duration",
    default: "15s",
    minMs: 1000,
    group: "Leader election",
    commands,
    doc: "How long others wait after the last renewal that they have seen.",
  },
  {
    name: "leader-elect-renew-deadline",
    type: "duration",
    default: "10s",
    minMs: 1,
    group: "Leader election",
    commands,
    doc: "How long after its last renewal a leader stops to lead; shorter than the lease lasts.",
  },
  {
    name: "leader-elect-retry-period",
    type: "duration",
    default: "2s",
    minMs: 1,
    group: "Leader election",
    commands,
    doc: "How often the Lease is renewed, and asked for.",
  },
  {
    name: "leader-elect-resource-name",
    type: "string",
    placeholder: "NAME",
    group: "Leader election",
    commands,
    doc: "Name of the Lease. Default: orch-controller-manager.",
  },
  {
    name: "leader-elect-resource-namespace",
    type: "string",
    placeholder: "NAME",
    group: "Leader election",
    commands,
    doc: "Namespace of the Lease. Default: orch-system.",
  },
  {
    name: "bind-address",
    type: "string",
    placeholder: "IP",
    default: "127.0.0.1",
    check: (value) => (isIP(value) === 0 ? "is not an IP address" : undefined),
    group: "Health and metrics",
    commands,
    doc: "Address on which /healthz and /metrics are served.",
  },
  {
    name: "secure-port",
    type: "integer",
    min: 0,
    max: 65_535,
    default: 10_257,
    group: "Health and metrics",
    commands,
    doc: "Port on which they are served, with HTTPS; 0 takes a free one, which the ready line then names.",
  },
  {
    name: "client-ca-file",
    type: "path",
    group: "Health and metrics",
    commands,
    doc:
      "CA certificates in PEM by which clients of /metrics are known, who must be of the group system:masters. Default: " +
      "those of the client configuration. Everybody may ask for /healthz.",
  },
  {
    name: "logging-format",
    type: "enum",
    values: ["text", "json"],
    default: "text",
    group: "Logging",
    commands,
    doc: "Form of the log lines on standard error.",
  },
] as const satisfies readonly FlagSpec[];

type ControllerManagerFlag = (typeof controllerManagerFlags)[number];

export interface ControllerManagerOptions {
  readonly vocabulary: VocabularyName;
  /** Absolute. */
  readonly kubeconfig: string | undefined;
  readonly context: string | undefined;
  readonly controllers: ControllersConfig;
  /** Absolute. */
  readonly rootCaFile: string | undefined;
  /** Undefined: it leads at once. */
  readonly election: ElectionOptions | undefined;
  readonly bindAddress: string;
  readonly port: number;
  /** Absolute. */
  readonly clientCaFile: string | undefined;
  readonly logFormat: LogFormat;
}

export interface ElectionOptions {
  readonly name: string;
  readonly namespace: string;
  readonly leaseDurationMs: number;
  readonly renewDeadlineMs: number;
  readonly retryPeriodMs: number;
}

/** @throws UsageError with every problem */
export function controllerManagerOptions(args: readonly string[], { cwd }: Surroundings): ControllerManagerOptions {
  const { given, problems } = parseFlags(controllerManagerFlags, args);
  const values = {
    ...Object.fromEntries(controllerManagerFlags.map((spec) => [spec.name, defaultOf(spec)])),
    ...given,
  } as FlagValues<ControllerManagerFlag>;
  const all = [...problems, ...controllerProblems(values.controllers), ...electionProblems(values)];
  if (all.length > 0) throw new UsageError(all);
  const absolute = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(cwd, path);
  return {
    vocabulary: values.vocabulary,
    kubeconfig: absolute(values.kubeconfig),
    context: values.context,
    controllers: controllersConfig(values),
    rootCaFile: absolute(values["root-ca-file"]),
    election: values["leader-elect"] ? electionOf(values) : undefined,
    bindAddress: values["bind-address"],
    port: values["secure-port"],
    clientCaFile: absolute(values["client-ca-file"]),
    logFormat: values["logging-format"],
  };
}

function electionOf(values: FlagValues<ControllerManagerFlag>): ElectionOptions {
  const names = vocabularies[values.vocabulary];
  return {
    name: values["leader-elect-resource-name"] ?? names.bind(component("controller-manager")),
    namespace: values["leader-elect-resource-namespace"] ?? names.bind(systemNamespace("system")),
    leaseDurationMs: values["leader-elect-lease-duration"],
    renewDeadlineMs: values["leader-elect-renew-deadline"],
    retryPeriodMs: values["leader-elect-retry-period"],
  };
}

function electionProblems(values: FlagValues<ControllerManagerFlag>): readonly string[] {
  const lease = values["leader-elect-lease-duration"];
  const deadline = values["leader-elect-renew-deadline"];
  const period = values["leader-elect-retry-period"];
  return [
    ...(lease > deadline ? [] : ["--leader-elect-lease-duration must be longer than --leader-elect-renew-deadline"]),
    ...(deadline > period * electionJitter
      ? []
      : [`--leader-elect-renew-deadline must be longer than ${electionJitter} times --leader-elect-retry-period`]),
  ];
}
