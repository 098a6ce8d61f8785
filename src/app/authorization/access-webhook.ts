/** The webhooks that review access: their client configuration files, and requests to them. */
import type { AuthorizerSettings, WebhookSettings } from "../../authz/configuration/index.ts";
import type { ListedAuthorizer } from "../../authz/index.ts";
import { AccessWebhookMetrics, webhookAuthorizer } from "../../authz/webhook/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { Random } from "../../base/random.ts";
import { type SendEgressRequest, sendToWebhook } from "../../egress/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import {
  checkWebhookFile,
  type WebhookConfigFile,
  type WebhookConfigOptions,
  webhookRequests,
} from "../webhook/index.ts";

/** Services that the webhooks need. */
export interface AccessWebhookServices {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly vocabulary: Vocabulary;
  readonly metrics: MetricRegistry;
  readonly send: SendEgressRequest;
}

/**
 * Checks the client configuration files of webhooks.
 * @throws ConfigurationError if a file cannot be used
 */
export async function checkWebhookFiles(
  authorizers: readonly AuthorizerSettings[],
  options: WebhookConfigOptions,
): Promise<void> {
  for (const authorizer of authorizers) {
    if (authorizer.type === "Webhook") await checkWebhookFile(fileOf(authorizer.webhook), options);
  }
}

function fileOf({ name, configFile: path, configContent: content }: WebhookSettings): WebhookConfigFile {
  return { namedBy: `webhook ${name}`, path, content };
}

/** Returns the function that makes the authorizer of a webhook. Its file and match conditions have been checked. */
export function accessWebhooks(services: AccessWebhookServices): (settings: WebhookSettings) => ListedAuthorizer {
  const { clock, vocabulary, metrics: registry } = services;
  // Registered with the first webhook, as in the reference.
  let metrics: AccessWebhookMetrics | undefined;
  return (settings) => {
    const { timeoutMs } = settings;
    const createRequest = webhookRequests(fileOf(settings), { clock, vocabulary: vocabulary.name, timeoutMs });
    metrics ??= new AccessWebhookMetrics(registry);
    return webhookAuthorizer({
      ...services,
      metrics,
      settings,
      send: async (body, signal) => await sendToWebhook(await createRequest(body), services, timeoutMs, signal),
    });
  };
}
