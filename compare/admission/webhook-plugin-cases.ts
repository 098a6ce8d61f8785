/** Configurations of the plugins that call webhooks. */
import { type ConfigurationCase, configurationType } from "./configuration-case.ts";

const type = { apiVersion: "apiserver.config.k8s.io/v1", kind: "WebhookAdmissionConfiguration" };

/** Returns a case with a configuration of a plugin inside the file. */
function webhooks(title: string, configuration: unknown, name = "ValidatingAdmissionWebhook"): ConfigurationCase {
  const plugins = JSON.stringify([{ name, configuration }]);
  return {
    title: `${name}: ${title}`,
    files: { "admission.yaml": `${configurationType}plugins: ${plugins}\n` },
  };
}

/** Cases about plugins that call webhooks. */
export const webhookPluginCases: readonly ConfigurationCase[] = [
  webhooks("no file", type),
  webhooks("a relative path", { ...type, kubeConfigFile: "credentials.yaml" }),
  webhooks("a number as a path", { ...type, kubeConfigFile: 1 }),
  webhooks("an unknown member", { ...type, kubeConfigFiles: "/x" }),
  webhooks("no type", { kubeConfigFile: "/x" }),
  webhooks("a version that does not exist", { ...type, apiVersion: "apiserver.config.k8s.io/v2" }),
  webhooks("the old kind in the new version", { ...type, kind: "WebhookAdmission" }),
  webhooks("the old version", { apiVersion: "apiserver.config.k8s.io/v1alpha1", kind: "WebhookAdmission" }),
  webhooks("a relative path", { ...type, kubeConfigFile: "credentials.yaml" }, "MutatingAdmissionWebhook"),
];
