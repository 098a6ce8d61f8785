/** Finds the server that a command connects to, and the credentials. */
import { resolve } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { CommandError } from "../../cli/index.ts";
import {
  type ChosenEntries,
  type ClientConfig,
  type ConfigSource,
  chooseEntries,
  configBytesMax,
  configVariable,
  defaultFiles,
  inClusterConfig,
  isInCluster,
  loadConfig,
  type ProcessRunner,
  type ResolvedConfig,
  resolveConfig,
} from "../../client/config/index.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";

/** Where the client configuration is searched. */
export interface ConfigurationOptions {
  readonly source: ConfigSource;
  readonly runner: ProcessRunner;
  readonly clock: Clock;
  readonly vocabulary: VocabularyName;
  /** Path of the only configuration file to read. Undefined: the usual places are searched. */
  readonly path: string | undefined;
  readonly context: string | undefined;
  /** File in the current folder that is used if there is no other one. Default: that of the administrator. */
  readonly localFile?: string;
}

/** A client configuration, and where it was found. */
export interface FoundConfiguration {
  readonly config: ResolvedConfig;
  /** Files or place of the configuration, for messages. */
  readonly origin: string;
  /** The chosen entries. Undefined if the configuration is that of a Pod. */
  readonly entries: ChosenEntries | undefined;
  /** One sentence for each field of the files that is not known, such as a misspelled one. */
  readonly warnings: readonly string[];
}

/** The administrator's configuration that `orch up` writes if it is started in this folder without flags. */
const administratorFile = "./.orch/admin.kubeconfig";

/**
 * Returns the first configuration that exists: the file at `path`, or the files of the environment or the home
 * directory, or the Pod's, or the local file of the options.
 * @throws ConfigError if a configuration is invalid; CommandError if none exists
 */
export async function findClientConfiguration(options: ConfigurationOptions): Promise<FoundConfiguration> {
  const { path, context, localFile = administratorFile, ...loadOptions } = options;
  const resolveOptions = { ...loadOptions, ...(context === undefined ? {} : { context }) };
  const loaded = await loadConfig({ ...loadOptions, ...(path === undefined ? {} : { path }) });
  const found = async (entries: ClientConfig, origin: string): Promise<FoundConfiguration> => ({
    config: await resolveConfig(entries, resolveOptions),
    origin,
    entries: chooseEntries(entries, resolveOptions),
    warnings: entries.warnings,
  });
  if (loaded.files.length > 0) return await found(loaded, originOf(loaded));
  if (isInCluster(loadOptions)) {
    const config = await inClusterConfig(loadOptions);
    return { config, origin: "the Pod in which this runs", entries: undefined, warnings: [] };
  }
  // If the environment names files, no other file is used, even if those do not exist.
  const localConfig = isNamed(options) ? undefined : await loadLocal(options.source, localFile);
  if (!localConfig) throw noConfiguration(options, localFile);
  return await found(localConfig, localFile);
}

function originOf({ files }: ClientConfig): string {
  return files.join(", ");
}

/**
 * Reads a file in the current folder. Other users may have created the folder, so the file must not name programs to run or
 * other files to read. Returns undefined if the file does not exist.
 */
async function loadLocal(source: ConfigSource, localFile: string): Promise<ClientConfig | undefined> {
  const file = resolve(source.cwd, localFile);
  if (!(await source.readFile(file, { bytesMax: configBytesMax }))) return undefined;
  const config = await loadConfig({ source, path: localFile });
  const externalUser = [...config.users.values()].find(
    ({ exec, tokenFile, clientCertificate, clientKey }) => exec ?? tokenFile ?? clientCertificate ?? clientKey,
  );
  if (!externalUser) return config;
  throw new CommandError(
    `${localFile}: ${externalUser.field} names a program or a file, which is only allowed in a configuration that is named ` +
      `explicitly; if you trust it, use --kubeconfig=${localFile}`,
  );
}

/** Whether an environment variable lists configuration files. */
function isNamed({ source, vocabulary }: ConfigurationOptions): boolean {
  return (source.env[configVariable(vocabulary)] ?? "") !== "";
}

function noConfiguration(options: ConfigurationOptions, localFile: string): CommandError {
  const { source, vocabulary } = options;
  const variable = configVariable(vocabulary);
  const files = defaultFiles(source, vocabulary).join(", ");
  const searchedPlaces = isNamed(options)
    ? `${variable} names ${files}, but no such file exists.\n`
    : `${variable} is not set, and neither ${files} nor ${localFile} exists.\n`;
  return new CommandError(
    `no server is configured: ${searchedPlaces}` +
      "`orch up` starts a server and writes <data-dir>/admin.kubeconfig; then run commands in the folder where it was " +
      `started, or name the file with --kubeconfig=FILE or ${variable}=FILE.`,
  );
}
