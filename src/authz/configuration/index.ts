/**
 * The configuration of authorizers: files (AuthorizationConfiguration), their rules, and the settings that follow from them.
 * The flags of a server result in the same settings.
 */
export type {
  AuthorizerSettings,
  PlainAuthorizerSettings,
  WebhookAuthorizerSettings,
  WebhookSettings,
} from "./authorizer-settings.ts";
export type { CheckCondition } from "./check-condition.ts";
export type { ConfigurationContext } from "./configuration-context.ts";
export { authorizerName, authorizersOfFile } from "./read-configuration.ts";
