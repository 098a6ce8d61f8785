/**
 * Which files make up the configuration: the one that is asked for, or those of the environment's list, or the one in the
 * home directory. Of entries of one name, and of current contexts, the first file's counts, and nothing of the others'.
 */

import { delimiter, resolve } from "node:path";
import { reasonOf } from "../../base/reason-of.ts";
import { clientVariable, homeFile, type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { ClientConfig } from "./client-config.ts";
import { ConfigError } from "./config-error.ts";
import { configBytesMax, readConfig } from "./read-config.ts";
import type { ConfigSource } from "./source.ts";

const filesMax = 200;

export interface LoadOptions {
  readonly source: ConfigSource;
  /** How the variable and the file are named. Default: `orch`. */
  readonly vocabulary?: VocabularyName;
  /** The only file; it has to be there. */
  readonly path?: string;
}

/**
 * The configuration of all files together; nothing to choose from where there are none.
 * @throws ConfigError when a file cannot be read, or says what it may not say
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

/** The name of the variable that lists configuration files. */
export function configVariable(vocabulary: VocabularyName): string {
  return vocabularies[vocabulary].bind(clientVariable("CONFIG"));
}

/** The files that are read where none is asked for, whether there are any of them or not. */
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

/** @param configs what counts most first */
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
