/** Webhooks: servers outside the cluster's API that change objects, or accept and reject requests. */
export { loadConditions } from "./load-conditions.ts";
export { mutatingWebhooks } from "./mutating-webhooks.ts";
export { validatingWebhooks } from "./validating-webhooks.ts";
export { Webhook } from "./webhook.ts";
export type { ConditionEvaluation } from "./webhook-conditions.ts";
export { readWebhookPluginSettings, type WebhookPluginSettings } from "./webhook-plugin-configuration.ts";
export type { AdmissionWebhookServices, CredentialsForWebhook, WebhookCredentials } from "./webhook-services.ts";
