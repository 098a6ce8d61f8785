/** Where webhooks are. */
import {
  type ServiceReference,
  type WebhookClientConfig,
  webhookClientConfig,
} from "../../api/admissionregistration/v1/webhook-client-config.ts";
import { invalidField, requiredField } from "../../meta/field-error.ts";
import { checkFormat } from "../../meta/formats.ts";
import { type RuleEntry, rulesFor, type ValidationContext } from "../../schema/index.ts";
import { at, reportFieldFormat, reportFormat, within } from "../reporting.ts";

export const clientConfigRules: readonly RuleEntry[] = [
  rulesFor(webhookClientConfig, { validate: reportClientConfig }),
];

function reportClientConfig({ url, service }: WebhookClientConfig, context: ValidationContext): void {
  if ((url === undefined) === !service) {
    context.report(requiredField(context.path(), "exactly one of url or service is required"));
    return;
  }
  if (url !== undefined) reportFieldFormat(context, "url", "webhookURL", url);
  if (service) reportService(service, within(context, "service"));
}

/** The reference takes the name for the namespace and the other way round; clients know the errors so. */
function reportService({ namespace, name, port = 0, path = "" }: ServiceReference, context: ValidationContext): void {
  if (namespace === "") context.report(requiredField(at(context, "name"), "service name is required"));
  if (name === "") context.report(requiredField(at(context, "namespace"), "service namespace is required"));
  for (const message of checkFormat("portNumber", port)) {
    context.report(invalidField(at(context, "port"), port, `port is not valid: ${message}`));
  }
  reportFormat(context, "path", "webhookServicePath", path);
}
