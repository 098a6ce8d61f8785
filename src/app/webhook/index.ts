/** Services that review tokens, access or images: their client configuration, and requests to them. */
export { checkWebhookFile } from "./check-webhook-file.ts";
export { readWebhookConfig, type WebhookConfigFile, type WebhookConfigOptions } from "./webhook-config.ts";
export { type CreateWebhookRequest, webhookRequests } from "./webhook-request.ts";
export { checkWebhookUsers, type WebhookUsersOptions, webhookCredentials } from "./webhook-users.ts";
