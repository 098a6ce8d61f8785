/** Rules of the location of a webhook: a URL or a Service. */
import { invalidField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import type { ValidationContext } from "../../schema/index.ts";
import { at, reportFieldFormat, reportFormat, within } from "../reporting.ts";

/** The part of a webhook's client configuration that says where it runs: `url` or `service`. */
export interface WebhookLocation {
  readonly url?: string;
  readonly service?: WebhookService;
}

interface WebhookService {
  readonly namespace: string;
  readonly name: string;
  readonly port?: number;
  readonly path?: string;
}

/** Reports an invalid location. The errors have the paths of the reference. */
export function reportWebhookLocation({ url, service }: WebhookLocation, context: ValidationContext): void {
  if ((url === undefined) === !service) {
    context.report(requiredField(context.path(), "exactly one of url or service is required"));
    return;
  }
  if (url !== undefined) reportFieldFormat(context, "url", "webhookURL", url);
  if (service) reportService(service, within(context, "service"));
}

/** Reports an invalid Service. The reference confuses name and namespace in these two errors. */
function reportService({ namespace, name, port = 0, path = "" }: WebhookService, context: ValidationContext): void {
  if (namespace === "") context.report(requiredField(at(context, "name"), "service name is required"));
  if (name === "") context.report(requiredField(at(context, "namespace"), "service namespace is required"));
  for (const message of checkFormat("portNumber", port)) {
    context.report(invalidField(at(context, "port"), port, `port is not valid: ${message}`));
  }
  reportFormat(context, "path", "webhookServicePath", path);
}
