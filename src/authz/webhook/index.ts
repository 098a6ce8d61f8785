/** Authorization by webhooks that review access. The expression engine is loaded only for webhooks with match conditions. */
export { checkConditions } from "./conditions/load-conditions.ts";
export { webhookAuthorizer, type WebhookAuthorizerOptions } from "./webhook-authorizer.ts";
export { AccessWebhookMetrics } from "./webhook-metrics.ts";
