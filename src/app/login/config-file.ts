/** Writes the user of a login into the client configuration file. */
import { realpath, stat } from "node:fs/promises";
import type { Clock } from "../../base/clock.ts";
import { CommandError, contextNameOf, type LoginEntry, withLoginEntry } from "../../cli/index.ts";
import {
  type ClientConfig,
  type ConfigSource,
  chooseEntries,
  configBytesMax,
  loadConfig,
} from "../../client/config/index.ts";
import { editYaml, parseYaml } from "../../codec/index.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import { writeAtomically } from "../machine/files.ts";
import { FileLock } from "./file-lock.ts";

/** Which configuration is changed, and how. */
export interface ConfigChange {
  /** The only file. Undefined: those of the environment or the home directory. */
  readonly path: string | undefined;
  /** Context whose cluster and namespace the user gets. Undefined: the current one. */
  readonly context: string | undefined;
  readonly vocabulary: VocabularyName;
  readonly userName: string;
  /** Credential plugin of the user. */
  readonly exec: object;
}

/** Files and clock of this machine. */
export interface ConfigFileHost {
  readonly source: ConfigSource;
  readonly clock: Clock;
  readonly signal: AbortSignal;
}

const yamlLimits = { depthMax: 100, keysMax: 200_000 };

/**
 * Adds the user and a context, which becomes the current one, to the file that names the current context.
 * @returns lines that say what was changed
 * @throws ConfigError, CommandError if the configuration is invalid
 */
export async function addLoginUser(change: ConfigChange, host: ConfigFileHost): Promise<readonly string[]> {
  const { path, context, vocabulary, userName, exec } = change;
  const options = { source: host.source, vocabulary, ...(path === undefined ? {} : { path }) };
  const config = await loadConfig(options);
  if (config.files.length === 0) {
    return ["no client configuration was changed, because none exists; name one with --kubeconfig=FILE"];
  }
  const { clusterName, namespace } = chooseEntries(config, context === undefined ? {} : { context });
  const entry: LoginEntry = { userName, exec, clusterName, namespace };
  const file = await fileToChange(config, options);
  await replaceContent(file, entry, host);
  return [
    `${file}: wrote the user "${userName}" and the context "${contextNameOf(entry)}", which is now the current context`,
    ...previousContext(config, entry),
  ];
}

function previousContext({ currentContext }: ClientConfig, entry: LoginEntry): readonly string[] {
  if (currentContext === undefined || currentContext === contextNameOf(entry)) return [];
  return [`the context before was "${currentContext}"; use it with --context=${currentContext}`];
}

/** Returns the file that names the current context, because other files cannot replace it. */
async function fileToChange(
  config: ClientConfig,
  options: { readonly source: ConfigSource; readonly vocabulary: VocabularyName },
): Promise<string> {
  for (const path of config.files) {
    const { currentContext } = await loadConfig({ ...options, path });
    if (currentContext !== undefined) return path;
  }
  return config.files[0] ?? "";
}

async function replaceContent(
  file: string,
  entry: LoginEntry,
  { source, clock, signal }: ConfigFileHost,
): Promise<void> {
  const target = await realpath(file);
  // The lock that kubectl uses, too.
  await using _ = await FileLock.acquire(`${target}.lock`, { clock, signal });
  const content = await source.readFile(target, { bytesMax: configBytesMax });
  if (!content) throw new CommandError(`${file} was deleted`);
  const { value } = await parseYaml(content, yamlLimits);
  const change = withLoginEntry(value, entry);
  const { mode } = await stat(target);
  await writeAtomically(target, editYaml(content.toString("utf8"), change, yamlLimits), { mode: mode & 0o777 });
}
