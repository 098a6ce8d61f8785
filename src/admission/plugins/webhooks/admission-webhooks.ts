/** The plugins MutatingAdmissionWebhook and ValidatingAdmissionWebhook. */
import { namespace } from "../../../api/core/v1/namespace.ts";
import type { AdmissionPlugin } from "../../plugin.ts";
import { type AdmissionWebhookServices, mutatingWebhooks, validatingWebhooks } from "../../webhooks/index.ts";
import type { PluginServices } from "../plugin-services.ts";

/** Returns the plugin whose webhooks change objects. */
export function mutatingAdmissionWebhook(services: PluginServices): AdmissionPlugin {
  return mutatingWebhooks(webhookServices(services, "MutatingAdmissionWebhook"));
}

/** Returns the plugin whose webhooks accept and reject requests. */
export function validatingAdmissionWebhook(services: PluginServices): AdmissionPlugin {
  return validatingWebhooks(webhookServices(services, "ValidatingAdmissionWebhook"));
}

function webhookServices(
  services: PluginServices,
  name: "MutatingAdmissionWebhook" | "ValidatingAdmissionWebhook",
): AdmissionWebhookServices {
  const { webhooks, configurations } = services;
  const settings = configurations[name];
  const credentialsFor = settings && webhooks.credentialsIn(settings);
  return { ...services, ...webhooks, credentialsFor, namespaces: services.fewObjects(namespace) };
}
