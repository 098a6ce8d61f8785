/** The server that a command asks: which one, as whom, and what is said when there is none. */
import { resolve } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { CommandError } from "../../cli/index.ts";
import {
  type ClientConfig,
  type ConfigSource,
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

export interface ConfigurationOptions {
  readonly source: ConfigSource;
  readonly runner: ProcessRunner;
  readonly clock: Clock;
  readonly vocabulary: VocabularyName;
  /** The only configuration file. */
  readonly path: string | undefined;
  readonly context: string | undefined;
}

export interface FoundConfiguration {
  readonly config: ResolvedConfig;
  /** Where it stands, for messages. */
  readonly origin: string;
}

/** What `orch up` writes where it is started without flags. */
const localFile = "./.orch/admin.kubeconfig";

/**
 * The file that is asked for; else what any client of this vocabulary takes; else what a server that was started in this
 * folder has left.
 * @throws ConfigError for what is wrong with it; CommandError when there is none
 */
export async function findClientConfiguration(options: ConfigurationOptions): Promise<FoundConfiguration> {
  const { path, context, ...rest } = options;
  const resolving = { ...rest, ...(context === undefined ? {} : { context }) };
  const loaded = await loadConfig({ ...rest, ...(path === undefined ? {} : { path }) });
  if (loaded.files.length > 0) return { config: await resolveConfig(loaded, resolving), origin: originOf(loaded) };
  if (isInCluster(rest)) return { config: await inClusterConfig(rest), origin: "the Pod in which this runs" };
  // Who names a file that is not there means no other one.
  const local = isNamed(options) ? undefined : await loadLocal(options.source);
  if (!local) throw noConfiguration(options);
  return { config: await resolveConfig(local, resolving), origin: localFile };
}

function originOf({ files }: ClientConfig): string {
  return files.join(", ");
}

/**
 * The configuration in this folder, which may be anybody's: it may not name programs to run, or files to send.
 * @returns undefined when there is none
 */
async function loadLocal(source: ConfigSource): Promise<ClientConfig | undefined> {
  const file = resolve(source.cwd, localFile);
  if (!(await source.readFile(file, { bytesMax: configBytesMax }))) return undefined;
  const config = await loadConfig({ source, path: localFile });
  const reaching = [...config.users.values()].find(
    ({ exec, tokenFile, clientCertificate, clientKey }) => exec ?? tokenFile ?? clientCertificate ?? clientKey,
  );
  if (!reaching) return config;
  throw new CommandError(
    `${localFile}: ${reaching.field} names a program or a file, which is taken from a configuration only that is named ` +
      `itself: if you trust it, use --kubeconfig=${localFile}`,
  );
}

/** Whether the environment lists files. */
function isNamed({ source, vocabulary }: ConfigurationOptions): boolean {
  return (source.env[configVariable(vocabulary)] ?? "") !== "";
}

function noConfiguration(options: ConfigurationOptions): CommandError {
  const { source, vocabulary } = options;
  const variable = configVariable(vocabulary);
  const files = defaultFiles(source, vocabulary).join(", ");
  const looked = isNamed(options)
    ? `${variable} names ${files}, and there is no such file.\n`
    : `${variable} is not set, there is no ${files}, and no ${localFile} in this folder.\n`;
  return new CommandError(
    `no server is configured: ${looked}` +
      "`orch up` starts a server and writes <data-dir>/admin.kubeconfig; then run commands in the folder where it was " +
      `started, or name the file with --kubeconfig=FILE or ${variable}=FILE.`,
  );
}
