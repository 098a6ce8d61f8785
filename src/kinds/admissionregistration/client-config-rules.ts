/** Rules of the location of webhooks. */
import { webhookClientConfig } from "../../api/admissionregistration/v1/webhook-client-config.ts";
import { type RuleEntry, rulesFor } from "../../schema/index.ts";
import { reportWebhookLocation } from "../meta/webhook-location.ts";

/** Rules of webhook client configurations. */
export const clientConfigRules: readonly RuleEntry[] = [
  rulesFor(webhookClientConfig, { validate: reportWebhookLocation }),
];
