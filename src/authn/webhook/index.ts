/** Authentication by a webhook that reviews tokens. */
export { type WebhookAuthenticatorOptions, webhookAuthenticator } from "./webhook-authenticator.ts";
