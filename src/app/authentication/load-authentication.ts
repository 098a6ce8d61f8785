import { vocabularies } from "../../meta/vocabulary.ts";
import type { AuthenticationConfig, LoadedAuthentication } from "../config/authentication-config.ts";
import type { WebhookConfigOptions } from "../webhook/index.ts";
import { accountTokenIssuers } from "./account-tokens.ts";
import { readJwtFiles } from "./jwt-method.ts";
import { readTokenFile } from "./token-file.ts";
import { readTokenWebhook } from "./token-webhook.ts";

/**
 * Reads the files that count only at the start of a server.
 * @throws StartupError if one of them cannot be used
 */
export async function loadAuthentication(
  config: AuthenticationConfig,
  options: WebhookConfigOptions,
): Promise<LoadedAuthentication> {
  const vocabulary = vocabularies[options.vocabulary];
  return {
    ...config,
    tokenFileContent: readTokenFile(config),
    webhookContent: await readTokenWebhook(config, options),
    ...(await readJwtFiles(config, {
      vocabulary,
      ownIssuers: accountTokenIssuers(config.serviceAccounts, vocabulary),
    })),
  };
}
