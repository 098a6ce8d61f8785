import type { AuthorizationConfig, LoadedAuthorization } from "../config/authorization-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";

/**
 * Reads the files that count only at the start of a server.
 * @throws StartupError if one of them cannot be used
 */
export async function loadAuthorization(config: AuthorizationConfig): Promise<LoadedAuthorization> {
  const { policyFile, webhook, configurationFile } = config;
  return {
    ...config,
    policyContent: policyFile === undefined ? undefined : readFlagFile("--authorization-policy-file", policyFile),
    webhookContent: webhook && readFlagFile("--authorization-webhook-config-file", webhook.configFile),
    configurationContent:
      configurationFile === undefined ? undefined : readFlagFile("--authorization-config", configurationFile),
  };
}
