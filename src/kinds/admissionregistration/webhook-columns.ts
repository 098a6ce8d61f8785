import type { MutatingWebhookConfiguration, ValidatingWebhookConfiguration } from "../../api/index.ts";
import type { Column } from "../../schema/index.ts";
import { ageColumn, column, nameColumn } from "../columns.ts";

type WebhookConfiguration = MutatingWebhookConfiguration | ValidatingWebhookConfiguration;

/** Columns of both kinds of webhook configurations in a Table. */
export const webhookColumns: readonly Column<WebhookConfiguration>[] = [
  nameColumn,
  column("Webhooks", "Number of webhooks.", ({ webhooks }) => webhooks?.length ?? 0, { type: "integer" }),
  ageColumn,
];
