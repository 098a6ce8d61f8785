/**
 * Reads the configuration of a process in a Pod: the address from the environment, the credentials from mounted files.
 */

import { posix } from "node:path";
import { type Clock, systemClock } from "../../base/clock.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { environmentProxy } from "../../meta/proxies/environment-proxy.ts";
import { serviceAccountFolder, type VocabularyName, variable, vocabularies } from "../../meta/vocabulary.ts";
import { ConfigError, type ConfigProblem } from "./config-error.ts";
import { parseUrl } from "./parse-url.ts";
import { certificatesFault } from "./pem.ts";
import type { ResolvedConfig } from "./resolved-config.ts";
import type { ConfigSource } from "./source.ts";
import { constantSource, credentialBytesMax, tokenFile, UserCredentials } from "./user-credentials.ts";

/** Options of `inClusterConfig()`. */
export interface InClusterOptions {
  readonly source: ConfigSource;
  /** Which names the variables have. Default: `orch`. */
  readonly vocabulary?: VocabularyName;
  /** Default: the system's clock. */
  readonly clock?: Clock;
}

/**
 * Returns the configuration of the service account of the Pod in which this process runs.
 * @throws ConfigError if it does not run in a Pod, or a mounted file is invalid
 */
export async function inClusterConfig(options: InClusterOptions): Promise<ResolvedConfig> {
  const { source, vocabulary = "orch", clock = systemClock } = options;
  const [hostVariable, portVariable] = addressVariables(vocabulary);
  const server = serverUrl(source.env[hostVariable], source.env[portVariable]);
  if (!server) {
    const rule = `${hostVariable} and ${portVariable} do not name a server: this process runs in no Pod`;
    throw new ConfigError([{ file: "environment", field: "", rule }]);
  }
  const tokenPath = posix.join(serviceAccountFolder, "token");
  const token = tokenFile(tokenPath, undefined, { source, clock, origin: "the service account" });
  await token.current().catch((error: unknown) => {
    const rule = reasonOf(error);
    throw new ConfigError([{ file: tokenPath, field: "", rule }], { cause: error });
  });
  const ca = await mounted(source, "ca.crt");
  const fault = ca === undefined ? undefined : certificatesFault(ca);
  if (fault !== undefined) {
    throw new ConfigError([{ file: posix.join(serviceAccountFolder, "ca.crt"), field: "", rule: fault }]);
  }
  const problems: ConfigProblem[] = [];
  const proxy = environmentProxy(server, { env: source.env, problems });
  if (problems.length > 0) throw new ConfigError(problems);
  return {
    server,
    ...(ca === undefined ? {} : { ca }),
    insecure: false,
    ...(proxy ? { proxy } : {}),
    disableCompression: false,
    credentials: new UserCredentials(token, constantSource(undefined)),
    namespace: (await mounted(source, "namespace"))?.trim() || "default",
  };
}

/** Whether the environment variables of a Pod are set. */
export function isInCluster({ source, vocabulary = "orch" }: InClusterOptions): boolean {
  const [host, port] = addressVariables(vocabulary);
  return serverUrl(source.env[host], source.env[port]) !== undefined;
}

function addressVariables(vocabulary: VocabularyName): readonly [host: string, port: string] {
  const { [vocabulary]: names } = vocabularies;
  return [names.bind(variable("SERVICE_HOST")), names.bind(variable("SERVICE_PORT"))];
}

function serverUrl(host: string | undefined, port: string | undefined): URL | undefined {
  if (!host || !port) return undefined;
  return parseUrl(`https://${host.includes(":") ? `[${host}]` : host}:${port}`);
}

async function mounted(source: ConfigSource, name: string): Promise<string | undefined> {
  const path = posix.join(serviceAccountFolder, name);
  const content = await source.readFile(path, { bytesMax: credentialBytesMax }).catch((error: unknown) => {
    const reason = reasonOf(error);
    throw new ConfigError([{ file: path, field: "", rule: `cannot be read (${reason})` }], { cause: error });
  });
  return content?.toString("utf8");
}
