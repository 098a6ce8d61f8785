/** The webhook that decides about the images of Pods: its client configuration, and requests to it. */
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { PluginConfigurations } from "../../admission/plugins/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import {
  type EgressResponse,
  repeatWhileTransient,
  type SendEgressRequest,
  sendToWebhook,
} from "../../egress/index.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { type Vocabulary, type VocabularyName, variable, vocabularies } from "../../meta/vocabulary.ts";
import { checkWebhookFile, type WebhookConfigFile, webhookRequests } from "../webhook/index.ts";

type ImagePolicySettings = NonNullable<PluginConfigurations["ImagePolicyWebhook"]>;

const plugin = "ImagePolicyWebhook";
/** Time limit of a call, in milliseconds, as in the reference. */
const attemptMs = 30_000;
/** Time limit of all attempts. The reference ends them with the client's request, which usually takes at most as long. */
const totalMs = 60_000;

const masterVariable = variable("MASTER");

/**
 * Checks the client configuration that the plugin's configuration names.
 * @throws ConfigurationError if it cannot be used
 */
export async function checkImageWebhook(
  settings: ImagePolicySettings,
  { clock, vocabulary }: { readonly clock: Clock; readonly vocabulary: VocabularyName },
): Promise<void> {
  const { kubeConfigFile } = settings;
  const failed = (why: string): ConfigurationError =>
    new ConfigurationError(`couldn't init admission plugin ${JSON.stringify(plugin)}: ${why}`);
  if (kubeConfigFile === "") {
    const hint = `try setting ${vocabularies[vocabulary].bind(masterVariable)} environment variable`;
    throw failed(`invalid configuration: no configuration has been provided, ${hint}`);
  }
  const file = fileOf(settings);
  if (!existsSync(file.path)) throw failed(`stat ${kubeConfigFile}: no such file or directory`);
  await checkWebhookFile(file, { clock, vocabulary });
}

/** Services that calls of the webhook need. */
export interface ImageWebhookServices {
  readonly clock: Clock;
  readonly random: Random;
  readonly vocabulary: Vocabulary;
  readonly send: SendEgressRequest;
}

/** Returns the function that sends a review, and repeats calls that failed for a moment. It throws a WebhookError. */
export function imageWebhook(
  settings: ImagePolicySettings | undefined,
  services: ImageWebhookServices,
): (body: string) => Promise<EgressResponse> {
  if (!settings) return () => Promise.reject(new TypeError(`${plugin} has no configuration`));
  const { clock, vocabulary } = services;
  const options = { clock, vocabulary: vocabulary.name, timeoutMs: attemptMs };
  const createRequest = webhookRequests(fileOf(settings), options);
  return async (body) =>
    await repeatWhileTransient(
      async (signal) => await sendToWebhook(await createRequest(body), services, attemptMs, signal),
      services,
      totalMs,
      settings.firstDelayMs,
    );
}

/** As in the reference, the path is relative to the working directory. */
function fileOf({ kubeConfigFile }: ImagePolicySettings): WebhookConfigFile {
  return { namedBy: plugin, path: resolve(kubeConfigFile) };
}
