/** Reads one configuration file of kind Config, in YAML or JSON. */

import { dirname, resolve } from "node:path";
import { isJsonObject } from "../../base/json-object.ts";
import { DecodeError, parseYaml } from "../../codec/index.ts";
import type { ClientConfig, ClusterConfig, ContextConfig, ExecConfig, UserConfig } from "./client-config.ts";
import { ConfigError, typeTitle } from "./config-error.ts";
import { Fields, type Findings } from "./fields.ts";

/** Maximum size of a configuration file. A file with hundreds of clusters has about 1 MiB. */
export const configBytesMax = 8 * 1_048_576;
const limits = { depthMax: 100, keysMax: 200_000 };

/**
 * Parses and validates a configuration file.
 * @param file absolute path. Relative paths in the file are resolved against its folder
 * @throws ConfigError with all problems of the file
 */
export async function readConfig(content: Buffer, file: string): Promise<ClientConfig> {
  const findings: Findings = { file, problems: [], unknown: [] };
  const root = new Fields(findings, "", await parse(content, file));
  const config = readRoot(root, { file, folder: dirname(file) });
  if (findings.problems.length > 0) throw new ConfigError(findings.problems);
  return { ...config, warnings: findings.unknown.map((path) => `${file}: ${path}: is an unknown field`) };
}

async function parse(content: Buffer, file: string): Promise<Readonly<Record<string, unknown>>> {
  const reject = (rule: string, cause?: unknown): ConfigError =>
    new ConfigError([{ file, field: "", rule }], { cause });
  const read = await parseYaml(content, limits).catch((error: unknown) => {
    throw error instanceof DecodeError ? reject(`is neither YAML nor JSON: ${error.message}`, error) : error;
  });
  const [duplicate] = read.duplicates;
  if (duplicate !== undefined) throw reject(duplicate);
  if (read.value === null) return {};
  if (!isJsonObject(read.value)) throw reject(`must hold a mapping of kind Config, not ${typeTitle(read.value)}`);
  return read.value;
}

interface Place {
  readonly file: string;
  readonly folder: string;
}

function readRoot(root: Fields, place: Place): ClientConfig {
  const apiVersion = root.text("apiVersion") ?? "v1";
  if (apiVersion !== "v1") root.reject("apiVersion", "must be v1", apiVersion);
  const kind = root.text("kind") ?? "Config";
  if (kind !== "Config") root.reject("kind", "must be Config", kind);
  const entries = <T>(
    list: string,
    member: string,
    read: (fields: Fields, place: Place) => T,
  ): ReadonlyMap<string, T> =>
    new Map(
      root.named(list).map(({ name, fields }) => {
        const inner = fields.mapping(member) ?? new Fields(emptyFindings(place.file), fields.pathOf(member), {});
        fields.end();
        return [name, read(inner, place)] as const;
      }),
    );
  const config = {
    files: [place.file],
    currentContext: root.text("current-context"),
    clusters: entries("clusters", "cluster", readCluster),
    users: entries("users", "user", readUser),
    contexts: entries("contexts", "context", readContext),
    extensions: readExtensions(root),
    preferences: root.any("preferences"),
    warnings: [],
  };
  root.end();
  return config;
}

/** Returns findings to discard, for an entry without content. */
function emptyFindings(file: string): Findings {
  return { file, problems: [], unknown: [] };
}

function readCluster(fields: Fields, place: Place): ClusterConfig {
  const cluster = {
    ...originOf(fields, place),
    server: fields.text("server"),
    tlsServerName: fields.text("tls-server-name"),
    insecureSkipTlsVerify: fields.flag("insecure-skip-tls-verify") ?? false,
    certificateAuthority: readPath(fields, "certificate-authority", place),
    certificateAuthorityData: fields.text("certificate-authority-data"),
    proxyUrl: fields.text("proxy-url"),
    disableCompression: fields.flag("disable-compression") ?? false,
    extensions: readExtensions(fields),
  };
  fields.end();
  return cluster;
}

function readUser(fields: Fields, place: Place): UserConfig {
  const exec = fields.mapping("exec");
  const user = {
    ...originOf(fields, place),
    clientCertificate: readPath(fields, "client-certificate", place),
    clientCertificateData: fields.text("client-certificate-data"),
    clientKey: readPath(fields, "client-key", place),
    clientKeyData: fields.text("client-key-data"),
    token: fields.text("token"),
    tokenFile: readPath(fields, "tokenFile", place),
    username: fields.text("username"),
    password: fields.text("password"),
    impersonate: fields.text("as"),
    impersonateUid: fields.text("as-uid"),
    impersonateGroups: fields.texts("as-groups"),
    impersonateExtra: fields.textLists("as-user-extra"),
    exec: exec && readExec(exec, place),
    authProvider: readAuthProvider(fields),
  };
  fields.any("extensions");
  fields.end();
  return user;
}

function readExec(fields: Fields, place: Place): ExecConfig {
  const command = fields.text("command");
  const exec = {
    ...originOf(fields, place),
    // A command without a slash is looked up in PATH.
    command: command?.includes("/") ? resolve(place.folder, command) : command,
    args: fields.texts("args"),
    env: fields.named("env").map(({ name, fields: variable }) => {
      const value = variable.text("value") ?? "";
      variable.end();
      return { name, value };
    }),
    apiVersion: fields.text("apiVersion"),
    installHint: fields.text("installHint"),
    provideClusterInfo: fields.flag("provideClusterInfo") ?? false,
    interactiveMode: fields.text("interactiveMode"),
  };
  fields.end();
  return exec;
}

/** Reads only the name of the provider, because its options are specific to it. */
function readAuthProvider(fields: Fields): string | undefined {
  const provider = fields.mapping("auth-provider");
  return provider && (provider.text("name") ?? "");
}

function readContext(fields: Fields, place: Place): ContextConfig {
  const context = {
    ...originOf(fields, place),
    cluster: fields.text("cluster"),
    user: fields.text("user"),
    namespace: fields.text("namespace"),
  };
  fields.any("extensions");
  fields.end();
  return context;
}

function readExtensions(fields: Fields): ReadonlyMap<string, unknown> {
  return new Map(
    fields.named("extensions").map(({ name, fields: entry }) => {
      const value = entry.any("extension");
      entry.end();
      return [name, value] as const;
    }),
  );
}

function originOf(fields: Fields, { file }: Place): { file: string; field: string } {
  return { file, field: fields.path };
}

function readPath(fields: Fields, name: string, { folder }: Place): string | undefined {
  const path = fields.text(name);
  return path === undefined ? undefined : resolve(folder, path);
}
