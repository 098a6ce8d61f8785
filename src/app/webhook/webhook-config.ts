/** Reads the client configuration file that names a webhook and the credentials for it. */
import { dirname } from "node:path";
import type { Clock } from "../../base/clock.ts";
import { ConfigError, type ConfigSource, clientConfiguration, type ResolvedConfig } from "../../client/config/index.ts";
import type { VocabularyName } from "../../meta/vocabulary.ts";
import { machineSource } from "../connection/machine-source.ts";
import { NodeProcessRunner } from "../connection/process-runner.ts";
import { StartupError } from "../machine/startup-error.ts";

/** A client configuration file. */
export interface WebhookConfigFile {
  /** The flag or the setting that names the file, at the beginning of messages. */
  readonly namedBy: string;
  readonly path: string;
  /** Text of the file, if it has been read already. */
  readonly content?: string | undefined;
}

/** Context of `readWebhookConfig()`. */
export interface WebhookConfigOptions {
  readonly clock: Clock;
  readonly vocabulary: VocabularyName;
}

/**
 * Returns the webhook of the file's current context.
 * @throws StartupError if the file cannot be used
 */
export async function readWebhookConfig(
  file: WebhookConfigFile,
  { clock, vocabulary }: WebhookConfigOptions,
): Promise<ResolvedConfig> {
  const { namedBy, path } = file;
  const runner = new NodeProcessRunner({ noTerminal: "a server asks nobody", clock });
  try {
    return await clientConfiguration({ path, source: sourceOf(file), runner, vocabulary, clock });
  } catch (error) {
    if (error instanceof ConfigError) throw new StartupError(`${namedBy}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Returns access to the machine, with the file's earlier content. */
function sourceOf({ path, content }: WebhookConfigFile): ConfigSource {
  return {
    readFile: async (readPath, limits) =>
      readPath === path && content !== undefined
        ? Buffer.from(content)
        : await machineSource.readFile(readPath, limits),
    env: machineSource.env,
    cwd: dirname(path),
    homeDir: machineSource.homeDir,
  };
}
