/** Rules of the place of a webhook: a URL or a Service. */
import { invalidField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at, reportFieldFormat, reportFormat, within } from "../reporting.ts";

/** The place of a webhook, in all kinds that have webhooks. */
export interface WebhookPlace {
  readonly url?: string;
  readonly service?: WebhookService;
}

interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly port?: number;
  readonly path?: string;
}

/** Reports what is wrong with the place of a webhook, under the paths that clients know. */
export function reportWebhookPlace({ url, service }: WebhookPlace, context: ValidationContext): void {
  if ((url === undefined) === !service) {
    context.report(requiredField(context.path(), "exactly one of url or service is required"));
    return;
  }
  if (url !== undefined) reportFieldFormat(context, "url", "webhookURL", url);
  if (service) reportService(service, within(context, "service"));
}

/** The reference takes the name for the namespace and the other way round; clients know the errors so. */
function reportService({ namespace, name, port = 0, path = "" }: WebhookService, context: ValidationContext): void {
  if (namespace === "") context.report(requiredField(at(context, "name"), "service name is required"));
  if (name === "") context.report(requiredField(at(context, "namespace"), "service namespace is required"));
  for (const message of checkFormat("portNumber", port)) {
    context.report(invalidField(at(context, "port"), port, `port is not valid: ${message}`));
  }
  reportFormat(context, "path", "webhookServicePath", path);
}
