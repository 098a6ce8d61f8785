/** A credential plugin that may be run: its configuration without faults. */
import { groupName, type Vocabulary, variable } from "../../meta/vocabulary.ts";
import type { ExecConfig } from "./client-config.ts";
import { type ConfigProblem, shown } from "./config-error.ts";

export type InteractiveMode = "Never" | "IfAvailable" | "Always";

const interactiveModes: readonly InteractiveMode[] = ["Never", "IfAvailable", "Always"];

export interface ExecPlugin {
  /** An absolute path, or a name that is looked for in `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly apiVersion: string;
  readonly installHint: string | undefined;
  readonly interactiveMode: InteractiveMode;
  /** Variable in which the plugin is told what is wanted. */
  readonly infoVariable: string;
  /** What it is told of the cluster, if it is to be told. */
  readonly cluster: ExecCluster | undefined;
  /** Whose plugin it is, for errors: file and field. */
  readonly origin: string;
}

/** As in the ExecCredential. */
export interface ExecCluster {
  readonly server: string;
  readonly "tls-server-name"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  /** In base64. */
  readonly "certificate-authority-data"?: string;
  readonly "proxy-url"?: string;
  readonly "disable-compression"?: boolean;
  readonly config?: unknown;
}

/** The cluster's extension that plugins are given as it is. */
export function execExtension(vocabulary: Vocabulary): string {
  return vocabulary.bind(groupName("client.authentication/exec"));
}

export interface PluginOptions {
  readonly vocabulary: Vocabulary;
  readonly cluster: ExecCluster;
  readonly problems: ConfigProblem[];
}

/** @returns undefined when it may not be run; `problems` says why, then */
export function execPlugin(exec: ExecConfig, options: PluginOptions): ExecPlugin | undefined {
  const { vocabulary, cluster, problems } = options;
  const before = problems.length;
  const refuse = (field: string, rule: string, value?: string): undefined => {
    const { file } = exec;
    problems.push({
      file,
      field: `${exec.field}.${field}`,
      rule,
      ...(value === undefined ? {} : { value: shown(value) }),
    });
  };
  const { command, args, env, installHint } = exec;
  if (command === undefined) refuse("command", "is required: the program that prints credentials");
  const versions = ["v1", "v1beta1"].map((version) => vocabulary.bind(groupName(`client.authentication/${version}`)));
  const apiVersion = exec.apiVersion ?? "";
  if (apiVersion === "") refuse("apiVersion", `is required: ${versions.join(" or ")}`);
  else if (!versions.includes(apiVersion)) refuse("apiVersion", `must be ${versions.join(" or ")}`, apiVersion);
  const given = exec.interactiveMode ?? (apiVersion === versions[1] ? "IfAvailable" : "");
  const interactiveMode = interactiveModes.find((mode) => mode === given);
  if (given === "") refuse("interactiveMode", `is required in v1: ${interactiveModes.join(", ")}`);
  else if (!interactiveMode) refuse("interactiveMode", `must be one of ${interactiveModes.join(", ")}`, given);
  if (problems.length > before || command === undefined || !interactiveMode) return undefined;
  const infoVariable = vocabulary.bind(variable("EXEC_INFO"));
  const origin = `${exec.field} in ${exec.file}`;
  const told = exec.provideClusterInfo ? cluster : undefined;
  return { command, args, env, apiVersion, installHint, interactiveMode, infoVariable, cluster: told, origin };
}
