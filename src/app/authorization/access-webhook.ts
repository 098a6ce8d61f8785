/** The webhooks that review access: their client configuration files, and requests to them. */
import type { AuthorizerSettings, WebhookSettings } from "../../authz/configuration/index.ts";
import type { ListedAuthorizer } from "../../authz/index.ts";
import { AccessWebhookMetrics, webhookAuthorizer } from "../../authz/webhook/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import type { Random } from "../../base/random.ts";
import { type SendEgressRequest, sendToWebhook } from "../../egress/index.ts";
import { ConfigurationError } from "../../meta/configuration-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import { StartupError } from "../machine/startup-error.ts";
import {
  readWebhookConfig,
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
 * Checks the client configuration files of webhooks. Their servers must be https URLs, because reviews contain names of users.
 * The reference accepts http.
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

async function checkWebhookFile(file: WebhookConfigFile, options: WebhookConfigOptions): Promise<void> {
  const server = await serverOf(file, options);
  if (server.protocol === "https:") return;
  const rule = `server must be an https URL, not ${JSON.stringify(server.href)}`;
  throw new ConfigurationError(`${file.namedBy}: ${file.path}: ${rule}`);
}

async function serverOf(file: WebhookConfigFile, options: WebhookConfigOptions): Promise<URL> {
  try {
    return (await readWebhookConfig(file, options)).server;
  } catch (error) {
    if (error instanceof StartupError) throw new ConfigurationError(error.message, { cause: error });
    throw error;
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
