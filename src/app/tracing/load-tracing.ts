/** Reads the configuration of tracing at the start of a server. */
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { type VocabularyName, vocabularies } from "../../meta/vocabulary.ts";
import type { LoadedTracing } from "../config/tracing-flags.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";

const flag = "--tracing-config-file";

/**
 * Reads the file. Undefined if no request is traced.
 * @throws StartupError if the file cannot be used
 */
export async function loadTracing(
  path: string | undefined,
  vocabulary: VocabularyName,
): Promise<LoadedTracing | undefined> {
  if (path === undefined) return undefined;
  const content = readFlagFile(flag, path);
  const { readTracingConfiguration } = await import("./tracing-configuration.ts");
  try {
    const { endpoint, samplingRatePerMillion = 0 } = readTracingConfiguration(content, vocabularies[vocabulary]);
    if (samplingRatePerMillion === 0) return undefined;
    return { endpoint: endpoint === "" ? undefined : endpoint, samplesPerMillion: samplingRatePerMillion };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    throw new StartupError(`${flag}: ${error.message}`, { cause: error });
  }
}
