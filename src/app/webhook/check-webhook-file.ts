/** Checks a client configuration file before a server starts. */
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { StartupError } from "../machine/startup-error.ts";
import { readWebhookConfig, type WebhookConfigFile, type WebhookConfigOptions } from "./webhook-config.ts";

/**
 * Checks a client configuration file. Its server must be an https URL, because reviews contain names of users and images. The
 * reference accepts http.
 * @throws ConfigurationError if the file cannot be used
 */
export async function checkWebhookFile(file: WebhookConfigFile, options: WebhookConfigOptions): Promise<void> {
  const server = await serverOf(file, options);
  if (server.protocol === "https:") return;
  const rule = `server must be an https URL, not ${JSON.stringify(server.href)}`;
  throw new ConfigurationError(`${file.namedBy}: ${file.path}: ${rule}`);
}

async function serverOf(file: WebhookConfigFile, options: WebhookConfigOptions): Promise<URL> {
  try {
    return (await readWebhookConfig(file, options)).server;
  } catch (error) {
    if (error instanceof StartupError) throw new ConfigurationError(error.message, { cause: error });
    throw error;
  }
}
