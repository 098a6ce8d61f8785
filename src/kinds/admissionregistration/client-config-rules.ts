/** Where webhooks are. */
import { webhookClientConfig } from "../../api/admissionregistration/v1/webhook-client-config.ts";
import { type RuleEntry, rulesFor } from "../../schema/index.ts";
import { reportWebhookPlace } from "../meta/webhook-place.ts";

export const clientConfigRules: readonly RuleEntry[] = [
  rulesFor(webhookClientConfig, { validate: reportWebhookPlace }),
];
