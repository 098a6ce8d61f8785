/** Reads the file that `--admission-control-config-file` names, and the files of plugins. They count only at the start. */
import { dirname, resolve } from "node:path";
import { readPluginConfigurations } from "../../admission/plugins/index.ts";
import { systemClock } from "../../base/clock.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { AdmissionConfig, LoadedAdmission } from "../config/admission-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";
import { checkWebhookUsers } from "../webhook/index.ts";
import { pluginContents } from "./admission-configuration.ts";
import { checkImageWebhook } from "./image-webhook.ts";

const fileFlag = "--admission-control-config-file";

/**
 * Returns the plugins with their configurations.
 * @throws StartupError if a file cannot be used
 */
export async function loadAdmission(config: AdmissionConfig, vocabulary: VocabularyName): Promise<LoadedAdmission> {
  const { configurationFile: path, plugins } = config;
  try {
    const options = { plugins, vocabulary: vocabularies[vocabulary] };
    const contents =
      path === undefined
        ? new Map<string, string>()
        : pluginContents(readFlagFile(fileFlag, path), options.vocabulary, readPluginFile(path));
    const configurations = await readPluginConfigurations(contents, options);
    const { ImagePolicyWebhook: images } = configurations;
    if (images) await checkImageWebhook(images, { clock: systemClock, vocabulary });
    for (const plugin of ["MutatingAdmissionWebhook", "ValidatingAdmissionWebhook"] as const) {
      const settings = configurations[plugin];
      if (settings) await checkWebhookUsers(plugin, settings, { clock: systemClock, vocabulary });
    }
    return { ...config, configurations };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const where = path === undefined ? "" : `${fileFlag}: ${path}: `;
    throw new StartupError(where + error.message, { cause: error });
  }
}

/** Returns the function that reads a file, relative to the one that names it. */
function readPluginFile(namedBy: string): (path: string) => string {
  return (path) => readFlagFile(`${fileFlag}: ${namedBy}`, resolve(dirname(namedBy), path));
}
