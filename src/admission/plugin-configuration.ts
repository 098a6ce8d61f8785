/** The configuration of a plugin, which is its part of the file that `--admission-control-config-file` names. */
import { ConfigurationError } from "../meta/configuration/configuration-error.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";

/**
 * Returns the configuration of a plugin as plain data, so that all processes of a server can get it.
 * @param content YAML or JSON
 * @throws ConfigurationError if the content cannot be read
 * @throws PluginInitializationError if it contains invalid values
 */
export type ReadPluginConfiguration<T> = (content: string, vocabulary: Vocabulary) => T;

/** A configuration whose values a plugin cannot use. The reference reports these faults when it initializes the plugin. */
export class PluginInitializationError extends ConfigurationError {}
