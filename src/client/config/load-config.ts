/**
 * Reads the configuration files and merges them: the requested file, or those of the environment variable, or the one
 * in the home directory. For entries with the same name, and for the current context, the first file takes precedence.
 * Entries are not merged with each other.
 */

import { delimiter, resolve } from "node:path";
import { reasonOf } from "../../base/reason-of.ts";
import { clientVariable, homeFile, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { ClientConfig } from "./client-config.ts";
import { ConfigError } from "./config-error.ts";
import { configBytesMax, readConfig } from "./read-config.ts";
import type { ConfigSource } from "./source.ts";

const filesMax = 200;

/** Options of `loadConfig()`. */
export interface LoadOptions {
  readonly source: ConfigSource;
  /** Which names the variable and the file have. Default: `orch`. */
  readonly vocabulary?: VocabularyName;
  /** The only file to read. It must exist. */
  readonly path?: string;
}

/**
 * Returns the merged content of all files. It is empty if there are none.
 * @throws ConfigError if a file cannot be read or is invalid
 */
export async function loadConfig({ source, vocabulary = "orch", path }: LoadOptions): Promise<ClientConfig> {
  if (path !== undefined) {
    const file = resolve(source.cwd, path);
    const config = await readFile(source, file);
    if (config === undefined) throw new ConfigError([{ file, field: "", rule: "there is no such file" }]);
    return config;
  }
  const files = defaultFiles(source, vocabulary);
  if (files.length > filesMax) {
    const rule = `names ${files.length} files, which is more than ${filesMax}`;
    throw new ConfigError([{ file: configVariable(vocabulary), field: "", rule }]);
  }
  const configs = await Promise.all(files.map((file) => readFile(source, file)));
  return mergeConfigs(configs.filter((config) => config !== undefined));
}

/** Returns the name of the environment variable that lists configuration files, such as `ORCHCONFIG`. */
export function configVariable(vocabulary: VocabularyName): string {
  return vocabularies[vocabulary].bind(clientVariable("CONFIG"));
}

/** Returns the files to read if none is requested. They need not exist. */
export function defaultFiles(source: ConfigSource, vocabulary: VocabularyName): readonly string[] {
  const listed = (source.env[configVariable(vocabulary)] ?? "").split(delimiter).filter((path) => path !== "");
  if (listed.length > 0) return [...new Set(listed.map((path) => resolve(source.cwd, path)))];
  return [resolve(source.homeDir, vocabularies[vocabulary].bind(homeFile("config")))];
}

async function readFile(source: ConfigSource, file: string): Promise<ClientConfig | undefined> {
  const content = await source.readFile(file, { bytesMax: configBytesMax }).catch((error: unknown) => {
    const reason = reasonOf(error);
    throw new ConfigError([{ file, field: "", rule: `cannot be read (${reason})` }], { cause: error });
  });
  return content && readConfig(content, file);
}

/** @param configs in order of precedence */
function mergeConfigs(configs: readonly ClientConfig[]): ClientConfig {
  const first = <T>(pick: (config: ClientConfig) => ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
    new Map(configs.toReversed().flatMap((config) => [...pick(config)]));
  return {
    files: configs.flatMap(({ files }) => files),
    currentContext: configs.find(({ currentContext }) => currentContext !== undefined)?.currentContext,
    clusters: first(({ clusters }) => clusters),
    users: first(({ users }) => users),
    contexts: first(({ contexts }) => contexts),
    extensions: first(({ extensions }) => extensions),
    preferences: configs.find(({ preferences }) => preferences !== undefined)?.preferences,
    warnings: configs.flatMap(({ warnings }) => warnings),
  };
}
