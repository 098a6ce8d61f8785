/** Webhooks: servers outside the cluster's API that change objects, or accept and reject requests. */
export { mutatingWebhooks } from "./mutating-webhooks.ts";
export { validatingWebhooks } from "./validating-webhooks.ts";
export { readWebhookPluginSettings, type WebhookPluginSettings } from "./webhook-plugin-configuration.ts";
export type { AdmissionWebhookServices, CredentialsForWebhook, WebhookCredentials } from "./webhook-services.ts";
