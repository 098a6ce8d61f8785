/** Reads the configuration of encryption at the start of a process. */
import { vocabularies } from "../../meta/vocabulary.ts";
import type { EncryptionConfig, LoadedEncryption } from "../config/encryption-flags.ts";
import type { ServerConfig } from "../config/server-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import type { EncryptionServices, StorageEncryption } from "./storage-encryption.ts";

/** Everything besides the file on which the encryption of a process depends. */
export interface OpenEncryptionOptions extends Pick<EncryptionServices, "clock" | "logger" | "random" | "isEnabled"> {
  readonly config: Pick<ServerConfig, "vocabulary" | "storage">;
}

/**
 * Reads the file. `StorageEncryption.open` checks it.
 * @throws StartupError if it does not exist
 */
export function loadEncryption(config: EncryptionConfig | undefined): LoadedEncryption | undefined {
  return config && { ...config, content: readFlagFile("--encryption-provider-config", config.path) };
}

/**
 * Returns the encryption that a file describes. Its code is loaded only then.
 * @throws StartupError if the configuration cannot be used
 */
export async function openEncryption(
  loaded: LoadedEncryption | undefined,
  { config, ...services }: OpenEncryptionOptions,
): Promise<StorageEncryption | undefined> {
  if (!loaded) return undefined;
  const { StorageEncryption } = await import("./storage-encryption.ts");
  const { keyPrefix } = config.storage;
  return await StorageEncryption.open(loaded, { vocabulary: vocabularies[config.vocabulary], keyPrefix, ...services });
}
