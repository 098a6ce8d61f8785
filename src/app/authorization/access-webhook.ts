/** The webhooks that review access: their client configuration files, and requests to them. */
import type { WebhookSettings } from "../../authz/configuration/index.ts";
import type { ListedAuthorizer } from "../../authz/index.ts";
import { type AccessWebhookMetrics, webhookAuthorizer } from "../../authz/webhook/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Random } from "../../base/random.ts";
import { type SendEgressRequest, sendToWebhook } from "../../egress/index.ts";
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
  readonly send: SendEgressRequest;
  readonly metrics: AccessWebhookMetrics;
}

/**
 * Checks a client configuration file. Its server must be an https URL without a query, which the reference would drop.
 * @throws StartupError if the file cannot be used
 */
export async function checkAccessWebhookFile(file: WebhookConfigFile, options: WebhookConfigOptions): Promise<void> {
  const { server } = await readWebhookConfig(file, options);
  if (server.protocol === "https:" && server.search === "" && server.hash === "") return;
  const rule = `server must be an https URL without a query, not ${JSON.stringify(server.href)}`;
  throw new StartupError(`${file.namedBy}: ${file.path}: ${rule}`);
}

/** Returns the authorizer that asks a webhook. @param settings its file and its match conditions have been checked */
export function accessWebhook(settings: WebhookSettings, services: AccessWebhookServices): ListedAuthorizer {
  const { name, timeoutMs, configFile: path, configContent: content } = settings;
  const file = { namedBy: `authorization webhook ${name}`, path, content };
  const { clock, vocabulary } = services;
  const createRequest = webhookRequests(file, { clock, vocabulary: vocabulary.name, timeoutMs });
  return webhookAuthorizer({
    ...services,
    settings,
    send: async (body, signal) => await sendToWebhook(await createRequest(body), services, timeoutMs, signal),
  });
}
