/** Authentication by a webhook that reviews tokens. */
export {
  type WebhookAuthenticatorOptions,
  type WebhookReply,
  webhookAuthenticator,
} from "./webhook-authenticator.ts";
