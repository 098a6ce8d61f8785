/** `orch storage rewrite`: rewrites the stored objects of a running server. */
import { type ClientContext, CommandError, rewriteStored } from "../../cli/index.ts";
import { vocabularyOfConfiguration } from "../../codec/index.ts";
import { namesResource, readEncryptionConfiguration } from "../../encryption/index.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import type { GroupResource } from "../../meta/group-version.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";

/** Types whose objects are rewritten. */
export interface StorageRewriteOptions {
  /** Types as the user names them. Empty for those in the configuration of encryption, or for all. */
  readonly words: readonly string[];
  /** Path of the configuration of encryption, whose resources are rewritten. */
  readonly encryptionConfig: string | undefined;
}

/** Runs the command. @returns the exit code @throws CommandError */
export async function runStorageRewrite(
  { words, encryptionConfig }: StorageRewriteOptions,
  context: ClientContext,
): Promise<number> {
  const isChosen = encryptionConfig === undefined ? () => true : coverageOf(encryptionConfig, context);
  return await rewriteStored({ words, isChosen }, context);
}

/** Returns whether a configuration names a resource. */
function coverageOf(path: string, { vocabulary }: ClientContext): (resource: GroupResource) => boolean {
  const flag = "--encryption-provider-config";
  try {
    const content = readFlagFile(flag, path);
    const configuration = readEncryptionConfiguration(content, {
      path,
      // The server that is rewritten need not be that of this folder, so the file itself determines the vocabulary.
      vocabulary: vocabularyOfConfiguration(Buffer.from(content)) ?? vocabulary,
      isReloaded: false,
      isEnabled: () => true,
    });
    return (resource) => configuration.some(({ resources }) => resources.some((one) => namesResource(one, resource)));
  } catch (error) {
    if (error instanceof ConfigurationError) throw new CommandError(`${flag}: ${error.message}`, { cause: error });
    if (error instanceof StartupError) throw new CommandError(error.message, { cause: error });
    throw error;
  }
}
