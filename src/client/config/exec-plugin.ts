/** Validates the configuration of a credential plugin. */
import { groupName, type Vocabulary, variable } from "../../meta/vocabulary.ts";
import type { ExecConfig } from "./client-config.ts";
import { type ConfigProblem, shownValue } from "./config-error.ts";

/** Whether a plugin may use the terminal: never, if there is one, or it requires one. */
export type InteractiveMode = "Never" | "IfAvailable" | "Always";

const interactiveModes: readonly InteractiveMode[] = ["Never", "IfAvailable", "Always"];

/** A credential plugin with a valid configuration. */
export interface ExecPlugin {
  /** An absolute path, or a name to look up in `PATH`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly apiVersion: string;
  readonly installHint: string | undefined;
  readonly interactiveMode: InteractiveMode;
  /** Name of the environment variable that passes the ExecCredential request to the plugin. */
  readonly infoVariable: string;
  /** Cluster information for the plugin. Undefined if `provideClusterInfo` is not set. */
  readonly cluster: ExecCluster | undefined;
  /** File and field of the plugin's entry, for error messages. */
  readonly origin: string;
}

/** Cluster information with the field names of ExecCredential. */
export interface ExecCluster {
  readonly server: string;
  readonly "tls-server-name"?: string;
  readonly "insecure-skip-tls-verify"?: boolean;
  /** Base64. */
  readonly "certificate-authority-data"?: string;
  readonly "proxy-url"?: string;
  readonly "disable-compression"?: boolean;
  readonly config?: unknown;
}

/** Returns the name of the cluster extension whose content is passed to plugins as `config`. */
export function execExtension(vocabulary: Vocabulary): string {
  return vocabulary.bind(groupName("client.authentication/exec"));
}

/** Context of `execPlugin()`. */
export interface PluginOptions {
  readonly vocabulary: Vocabulary;
  readonly cluster: ExecCluster;
  readonly problems: ConfigProblem[];
}

/** Validates the configuration of a plugin. @returns undefined if it is invalid; `problems` then has the reasons */
export function execPlugin(exec: ExecConfig, options: PluginOptions): ExecPlugin | undefined {
  const { vocabulary, cluster, problems } = options;
  const problemsBefore = problems.length;
  const reject = (field: string, rule: string, value?: string): undefined => {
    const { file } = exec;
    problems.push({
      file,
      field: `${exec.field}.${field}`,
      rule,
      ...(value === undefined ? {} : { value: shownValue(value) }),
    });
  };
  const { command, args, env, installHint } = exec;
  if (command === undefined) reject("command", "is required: the program that prints credentials");
  const versions = ["v1", "v1beta1"].map((version) => vocabulary.bind(groupName(`client.authentication/${version}`)));
  const apiVersion = exec.apiVersion ?? "";
  if (apiVersion === "") reject("apiVersion", `is required: ${versions.join(" or ")}`);
  else if (!versions.includes(apiVersion)) reject("apiVersion", `must be ${versions.join(" or ")}`, apiVersion);
  const modeText = exec.interactiveMode ?? (apiVersion === versions[1] ? "IfAvailable" : "");
  const interactiveMode = interactiveModes.find((mode) => mode === modeText);
  if (modeText === "") reject("interactiveMode", `is required in v1: ${interactiveModes.join(", ")}`);
  else if (!interactiveMode) reject("interactiveMode", `must be one of ${interactiveModes.join(", ")}`, modeText);
  if (problems.length > problemsBefore || command === undefined || !interactiveMode) return undefined;
  const infoVariable = vocabulary.bind(variable("EXEC_INFO"));
  const origin = `${exec.field} in ${exec.file}`;
  const clusterInfo = exec.provideClusterInfo ? cluster : undefined;
  return { command, args, env, apiVersion, installHint, interactiveMode, infoVariable, cluster: clusterInfo, origin };
}
