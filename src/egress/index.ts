/**
 * Outbound requests to servers that an administrator configures, such as webhooks. All parts of this server share this
 * client. Each request has limits on time and size, is sent to checked addresses only, and follows no redirect.
 */
export type { HostAddress, HostLookup } from "./address-rules.ts";
export { answerWithinLimits } from "./answer-within-limits.ts";
export {
  EgressClient,
  type EgressClientOptions,
  type EgressRequest,
  type SendEgressRequest,
} from "./egress-client.ts";
export { EgressError, type EgressFailure } from "./egress-error.ts";
export type { EgressResponse } from "./response-collector.ts";
export type { ServerAddress, TargetOptions } from "./target.ts";
export {
  callWebhook,
  repeatWhileTransient,
  sendToWebhook,
  type WebhookRequest,
  type WebhookServices,
} from "./webhook/call-webhook.ts";
export {
  type ResolveService,
  type WebhookAddress,
  type WebhookPlace,
  type WebhookService,
  webhookAddress,
  webhookHeaders,
  webhookTarget,
} from "./webhook/webhook-address.ts";
export { WebhookError, withoutTimeoutPhase } from "./webhook/webhook-error.ts";
