/** Authorization by webhooks that review access. The expression engine is loaded only for webhooks with match conditions. */
export { checkConditions } from "./conditions/load-conditions.ts";
export { type WebhookAuthorizerOptions, webhookAuthorizer } from "./webhook-authorizer.ts";
export { AccessWebhookMetrics } from "./webhook-metrics.ts";
