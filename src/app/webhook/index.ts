/** Services that review tokens or access: their client configuration, and requests to them. */
export { readWebhookConfig, type WebhookConfigFile, type WebhookConfigOptions } from "./webhook-config.ts";
export { type CreateWebhookRequest, webhookRequests } from "./webhook-request.ts";
