/** Reads the file that `--admission-control-config-file` names, and the files of plugins. They count only at the start. */
import { dirname, resolve } from "node:path";
import { readPluginConfigurations } from "../../admission/plugins/index.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { AdmissionConfig, LoadedAdmission } from "../config/admission-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";
import { pluginContents } from "./admission-configuration.ts";

const fileFlag = "--admission-control-config-file";

/**
 * Returns the plugins with their configurations.
 * @throws StartupError if a file cannot be used
 */
export async function loadAdmission(config: AdmissionConfig, vocabulary: VocabularyName): Promise<LoadedAdmission> {
  const { configurationFile: path, plugins } = config;
  if (path === undefined) return { ...config, configurations: {} };
  try {
    const options = { plugins, vocabulary: vocabularies[vocabulary] };
    const contents = pluginContents(readFlagFile(fileFlag, path), options.vocabulary, readPluginFile(path));
    return { ...config, configurations: await readPluginConfigurations(contents, options) };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new StartupError(`${fileFlag}: ${path}: ${error.message}`, { cause: error });
  }
}

/** Returns the function that reads a file, relative to the one that names it. */
function readPluginFile(namedBy: string): (path: string) => string {
  return (path) => readFlagFile(`${fileFlag}: ${namedBy}`, resolve(dirname(namedBy), path));
}
