/** The configurations of all plugins. A new plugin with a configuration adds its reader. */
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { PluginInitializationError, type ReadPluginConfiguration } from "../plugin-configuration.ts";
import type { WebhookPluginSettings } from "../webhooks/index.ts";

const webhooks = async (): Promise<ReadPluginConfiguration<WebhookPluginSettings>> =>
  (await import("../webhooks/index.ts")).readWebhookPluginSettings;

const readers = {
  EventRateLimit: async () => (await import("./events/event-limits.ts")).readEventLimits,
  ImagePolicyWebhook: async () => (await import("./images/image-policy-settings.ts")).readImagePolicySettings,
  MutatingAdmissionWebhook: webhooks,
  PodNodeSelector: async () => (await import("./pods/node-selector-settings.ts")).readNodeSelectorSettings,
  PodSecurity: async () => (await import("../pod-security/index.ts")).readSettings,
  PodTolerationRestriction: async () => (await import("./pods/toleration-settings.ts")).readTolerationSettings,
  ResourceQuota: async () => (await import("./quota/quota-configuration.ts")).readQuotaSettings,
  ValidatingAdmissionWebhook: webhooks,
} satisfies Readonly<Record<string, () => Promise<ReadPluginConfiguration<object>>>>;

type Readers = typeof readers;

/** The reference's messages about plugins that need a configuration and have none. */
const absenceMessages: ReadonlyMap<string, string> = new Map([
  ["EventRateLimit", "limits: Invalid value: []eventratelimit.Limit(nil): must not be empty"],
  ["ImagePolicyWebhook", "no config specified"],
]);

/** The configurations of plugins, by the plugin's name. Absent: the plugin has no configuration. */
export type PluginConfigurations = {
  readonly [Name in keyof Readers]?: ReturnType<Awaited<ReturnType<Readers[Name]>>>;
};

/**
 * Returns the configurations of enabled plugins.
 * @param contents YAML or JSON, by the plugin's name
 * @param options.plugins names of the enabled plugins, in the order in which they are called
 * @throws ConfigurationError with the fault of the first plugin that cannot use its configuration, in the reference's words
 */
export async function readPluginConfigurations(
  contents: ReadonlyMap<string, string>,
  { plugins, vocabulary }: { readonly plugins: readonly string[]; readonly vocabulary: Vocabulary },
): Promise<PluginConfigurations> {
  const configurations: Record<string, object> = {};
  for (const name of plugins) {
    if (!isConfigurable(name)) continue;
    const content = contents.get(name);
    if (content === undefined) rejectAbsence(name);
    else {
      const read: ReadPluginConfiguration<object> = await readers[name]();
      configurations[name] = naming(name, () => read(content, vocabulary));
    }
  }
  return configurations;
}

function isConfigurable(name: string): name is keyof Readers {
  return Object.hasOwn(readers, name);
}

function rejectAbsence(name: string): void {
  const message = absenceMessages.get(name);
  if (message === undefined) return;
  naming(name, () => {
    throw new ConfigurationError(message);
  });
}

/** Adds the name of the plugin to errors. */
function naming<T>(name: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const problem = error instanceof PluginInitializationError ? "failed to initialize" : "couldn't init";
    throw new ConfigurationError(`${problem} admission plugin ${goQuote(name)}: ${error.message}`, { cause: error });
  }
}
