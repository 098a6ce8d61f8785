/** The configuration of the plugins that call webhooks. */
import { posix } from "node:path";
import { readConfigurationDocument } from "../../codec/index.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { formatFieldError, invalidField } from "../../meta/field-error.ts";
import { group, machineryLabel, type Vocabulary } from "../../meta/vocabulary.ts";
import { optional, type StructSchema, struct, text, typeMetaFields } from "../../schema/index.ts";

interface PluginDocument {
  kubeConfigFile?: string;
}

const configurationGroup = group("apiserver.config");
/** The reference's name of its table of configuration types. */
const typeTable = machineryLabel("apiserver/pkg/admission/plugin/webhook/config/kubeconfig.go:34");

function schemaIn(version: string): StructSchema<PluginDocument> {
  return struct(`webhookadmission/${version}.WebhookAdmission`, "Configuration of the plugin.", {
    ...typeMetaFields,
    kubeConfigFile: optional(text, 1, "Path of a client configuration with the credentials for webhooks."),
  });
}

/** The settings of a plugin that calls webhooks. They are plain data, so that all processes of a server can get them. */
export interface WebhookPluginSettings {
  /** Absolute path of a client configuration, whose users are named after the hosts of webhooks. */
  readonly kubeConfigFile: string;
}

/**
 * Returns the settings in a configuration. As in the reference, unknown members are ignored.
 * @param content YAML or JSON
 * @throws ConfigurationError if it cannot be read, or names no absolute path
 */
export function readWebhookPluginSettings(content: string, vocabulary: Vocabulary): WebhookPluginSettings {
  const groupName = vocabulary.bind(configurationGroup);
  const { kubeConfigFile = "" } = readConfigurationDocument<PluginDocument>(Buffer.from(content), {
    types: [
      { group: groupName, version: "v1", kind: "WebhookAdmissionConfiguration", schema: schemaIn("v1") },
      { group: groupName, version: "v1alpha1", kind: "WebhookAdmission", schema: schemaIn("v1alpha1") },
    ],
    typeTable: vocabulary.bind(typeTable),
    ignoresUnknown: true,
  });
  if (posix.isAbsolute(kubeConfigFile)) return { kubeConfigFile };
  const error = invalidField("kubeConfigFile", kubeConfigFile, "must be an absolute file path");
  throw new ConfigurationError(formatFieldError(error));
}
