/** Resolves a configuration to one server and one user, and validates them. */

import type { Clock } from "../../base/clock.ts";
import { systemClock } from "../../base/clock.ts";
import { environmentProxy } from "../../meta/proxies/environment-proxy.ts";
import { proxyFault } from "../../meta/proxies/proxy-url.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import { userCredentials } from "./choose-credentials.ts";
import { chooseEntries, type Overrides } from "./choose-entries.ts";
import type { ClientConfig, ClusterConfig, UserConfig } from "./client-config.ts";
import { ConfigError, type ConfigProblem, shownValue } from "./config-error.ts";
import { type ExecCluster, execExtension } from "./exec-plugin.ts";
import { parseUrl } from "./parse-url.ts";
import { readCertificates } from "./read-data.ts";
import type { Impersonation, ResolvedConfig } from "./resolved-config.ts";
import type { PluginLimits } from "./run-plugin.ts";
import type { ConfigSource, ProcessRunner } from "./source.ts";

/** Options of `resolveConfig()`. */
export interface ResolveOptions extends Overrides {
  readonly source: ConfigSource;
  /** Runs credential plugins. */
  readonly runner: ProcessRunner;
  /** Which API groups and variables the server and plugins use. Default: `orch`. */
  readonly vocabulary?: VocabularyName;
  /** Default: the system's clock. */
  readonly clock?: Clock;
  readonly pluginLimits?: Partial<PluginLimits>;
}

/** Returns the chosen server and user. @throws ConfigError with all problems of the chosen entries */
export async function resolveConfig(config: ClientConfig, options: ResolveOptions): Promise<ResolvedConfig> {
  const { source, runner, vocabulary = "orch", clock = systemClock, pluginLimits } = options;
  const { cluster, user, namespace } = chooseEntries(config, options);
  const problems: ConfigProblem[] = [];
  const server = readServer(cluster, problems);
  const proxy = readProxy(cluster, problems) ?? (server && environmentProxy(server, { env: source.env, problems }));
  const ca = await readCertificates(cluster, { source, problems });
  if (cluster.insecureSkipTlsVerify && (cluster.certificateAuthority ?? cluster.certificateAuthorityData)) {
    addProblem(problems, cluster, "insecure-skip-tls-verify", "may not be true beside a certificate authority", true);
  }
  const impersonate = readImpersonation(user, problems);
  const credentials = await userCredentials(user, {
    source,
    clock,
    problems,
    host: { clock, runner, env: source.env, ...(pluginLimits ? { limits: pluginLimits } : {}) },
    vocabulary: vocabularies[vocabulary],
    cluster: execCluster(cluster, ca, execExtension(vocabularies[vocabulary])),
  });
  if (problems.length > 0 || !server || !credentials) throw new ConfigError(problems);
  return {
    server,
    ...(ca === undefined ? {} : { ca }),
    ...(cluster.tlsServerName === undefined ? {} : { tlsServerName: cluster.tlsServerName }),
    insecure: cluster.insecureSkipTlsVerify,
    ...(proxy ? { proxy } : {}),
    ...(impersonate ? { impersonate } : {}),
    disableCompression: cluster.disableCompression,
    credentials,
    namespace,
  };
}

function readServer(cluster: ClusterConfig, problems: ConfigProblem[]): URL | undefined {
  const text = cluster.server;
  if (text === undefined) return addProblem(problems, cluster, "server", "is required: the URL of the API server");
  const url = parseUrl(text);
  // A URL with a user, or with a query, may contain a password or a token.
  const shownText = /[@?]/.test(text) ? undefined : text;
  if (!url || !["https:", "http:"].includes(url.protocol)) {
    return addProblem(
      problems,
      cluster,
      "server",
      "must be a valid URL that begins with https:// or http://",
      shownText,
    );
  }
  if (url.username !== "" || url.password !== "") {
    return addProblem(problems, cluster, "server", "may not hold a user or a password");
  }
  if (url.search !== "" || url.hash !== "") {
    return addProblem(problems, cluster, "server", "may not have a query or a fragment", shownText);
  }
  return url;
}

function readProxy(cluster: ClusterConfig, problems: ConfigProblem[]): URL | undefined {
  if (cluster.proxyUrl === undefined) return undefined;
  const fault = proxyFault(cluster.proxyUrl);
  // The URL is not shown, because it may contain a password.
  return fault === undefined ? new URL(cluster.proxyUrl) : addProblem(problems, cluster, "proxy-url", fault);
}

function readImpersonation(user: UserConfig | undefined, problems: ConfigProblem[]): Impersonation | undefined {
  if (!user) return undefined;
  const { impersonate, impersonateUid: uid, impersonateGroups: groups, impersonateExtra: extra } = user;
  if (impersonate !== undefined) return { user: impersonate, ...(uid === undefined ? {} : { uid }), groups, extra };
  if (uid !== undefined || groups.length > 0 || Object.keys(extra).length > 0) {
    addProblem(problems, user, "as", "is required beside as-uid, as-groups and as-user-extra");
  }
  return undefined;
}

function execCluster(cluster: ClusterConfig, ca: string | undefined, extension: string): ExecCluster {
  const { server = "", tlsServerName, insecureSkipTlsVerify, proxyUrl, disableCompression, extensions } = cluster;
  return {
    server,
    ...(tlsServerName === undefined ? {} : { "tls-server-name": tlsServerName }),
    ...(insecureSkipTlsVerify ? { "insecure-skip-tls-verify": true } : {}),
    ...(ca === undefined ? {} : { "certificate-authority-data": Buffer.from(ca).toString("base64") }),
    ...(proxyUrl === undefined ? {} : { "proxy-url": proxyUrl }),
    ...(disableCompression ? { "disable-compression": true } : {}),
    ...(extensions.has(extension) ? { config: extensions.get(extension) } : {}),
  };
}

function addProblem(
  problems: ConfigProblem[],
  { file, field }: { readonly file: string; readonly field: string },
  name: string,
  rule: string,
  value?: unknown,
): undefined {
  problems.push({
    file,
    field: `${field}.${name}`,
    rule,
    ...(value === undefined ? {} : { value: shownValue(value) }),
  });
}
