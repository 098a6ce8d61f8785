/** The configuration of authorizers: files (AuthorizationConfiguration), their rules, and the settings that follow from them. */
export type {
  AuthorizerSettings,
  PlainAuthorizerSettings,
  WebhookAuthorizerSettings,
  WebhookSettings,
} from "./authorizer-settings.ts";
export type { CheckCondition } from "./check-condition.ts";
