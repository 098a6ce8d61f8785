/** Reads the structured authentication configuration. */
import { readConfigurationFile } from "../../../codec/index.ts";
import { ConfigurationError } from "../../../meta/configuration-error.ts";
import type { Vocabulary } from "../../../meta/vocabulary.ts";
import { type AuthenticationConfiguration, configurationSchema, configurationVersions } from "./schema.ts";

/** The reference's name of its table of configuration types. */
const typeTable = "pkg/kubeapiserver/options/authentication.go:853";

/**
 * Returns the configuration in a YAML or JSON file.
 * @throws ConfigurationError with the reference's message
 */
export function readConfiguration(bytes: Buffer, vocabulary: Vocabulary): AuthenticationConfiguration {
  if (bytes.length === 0) throw new ConfigurationError("empty config data");
  return readConfigurationFile(bytes, {
    vocabulary,
    kind: "AuthenticationConfiguration",
    schemas: new Map(configurationVersions.map((version) => [version, configurationSchema(version)])),
    typeTable,
  });
}
