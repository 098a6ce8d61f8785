/** The plugins MutatingAdmissionWebhook and ValidatingAdmissionWebhook. */
import { namespace } from "../../../api/core/v1/namespace.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import { type AdmissionWebhookServices, mutatingWebhooks, validatingWebhooks } from "../../webhooks/index.ts";
import type { PluginServices } from "../plugin-services.ts";

/** Returns the plugin whose webhooks change objects. */
export function mutatingAdmissionWebhook(services: PluginServices): AdmissionPlugin {
  return mutatingWebhooks(webhookServices(services));
}

/** Returns the plugin whose webhooks accept and reject requests. */
export function validatingAdmissionWebhook(services: PluginServices): AdmissionPlugin {
  return validatingWebhooks(webhookServices(services));
}

function webhookServices(services: PluginServices): AdmissionWebhookServices {
  return { ...services, ...services.webhooks, namespaces: services.fewObjects(namespace) };
}
