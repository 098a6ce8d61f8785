/** The webhook that reviews the tokens which no other method recognizes. */
import { AuthenticationError, type TokenAuthenticator, TokenCache, type TokenCacheMetrics } from "../../authn/index.ts";
import { type WebhookReply, webhookAuthenticator } from "../../authn/webhook/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { CredentialError, impersonationHeaders, type ResolvedConfig } from "../../client/config/index.ts";
import { callWebhook, type SendEgressRequest, WebhookError, type WebhookRequest } from "../../egress/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { AuthenticationConfig, LoadedAuthentication } from "../config/authentication-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";
import { readWebhookConfig, type WebhookConfigOptions } from "./webhook-config.ts";

const flag = "--authentication-token-webhook-config-file";

/** Time limit in the query of the request, as in the reference. */
const timeoutParameter = "30s";

/**
 * Returns the content of the webhook's client configuration file. Undefined if there is none.
 * @throws StartupError if the file cannot be used
 */
export async function readTokenWebhook(
  { webhook }: AuthenticationConfig,
  options: WebhookConfigOptions,
): Promise<string | undefined> {
  if (!webhook) return undefined;
  const { configFile: path } = webhook;
  const content = readFlagFile(flag, path);
  await readWebhookConfig({ flag, path, content }, options);
  return content;
}

/** Services that the webhook needs. */
export interface TokenWebhookServices {
  readonly clock: Clock;
  readonly random: Random;
  readonly vocabulary: Vocabulary;
  readonly send: SendEgressRequest;
  /** Audiences of this server. */
  readonly audiences: readonly string[];
  readonly cacheMetrics: TokenCacheMetrics;
}

/** Returns the method that asks the webhook, with its cache. Empty if there is no webhook. */
export function tokenWebhook(
  { webhook, webhookContent: content }: LoadedAuthentication,
  services: TokenWebhookServices,
): readonly TokenAuthenticator[] {
  if (!webhook) return [];
  const { clock, vocabulary, cacheMetrics: metrics } = services;
  const file = { flag, path: webhook.configFile, content };
  const authenticate = webhookAuthenticator({
    call: rejectingTokens(webhookCall(() => readWebhookConfig(file, { clock, vocabulary: vocabulary.name }), services)),
    version: webhook.version,
    vocabulary,
    serverAudiences: services.audiences,
  });
  if (webhook.cacheMs === 0) return [authenticate];
  const cache = new TokenCache({ authenticate, clock, metrics, lifetimeMs: webhook.cacheMs, keepsUnknown: true });
  return [fromCache(cache)];
}

function fromCache(cache: TokenCache): TokenAuthenticator {
  return async (token, audiences) => {
    const outcome = await cache.check(token, audiences);
    if (outcome instanceof AuthenticationError) throw outcome;
    return outcome;
  };
}

type Call = (body: string) => Promise<WebhookReply>;

/** @param readConfig reads the configuration with the first token, because most processes never see one */
function webhookCall(readConfig: () => Promise<ResolvedConfig>, services: TokenWebhookServices): Call {
  let config: ResolvedConfig | undefined;
  return async (body) => {
    config ??= await readConfig();
    return await callWebhook(await requestOf(config, body), services);
  };
}

async function requestOf(config: ResolvedConfig, body: string): Promise<WebhookRequest> {
  const { server, ca, tlsServerName, insecure, impersonate, credentials } = config;
  const { headers, certificate } = await credentials.current(new AbortController().signal);
  const url = new URL(server);
  url.searchParams.set("timeout", timeoutParameter);
  return {
    url,
    body,
    insecure,
    headers: {
      accept: "application/json, */*",
      "content-type": "application/json",
      ...headers,
      ...(impersonate ? impersonationHeaders(impersonate) : {}),
    },
    ...(ca === undefined ? {} : { ca }),
    ...(tlsServerName === undefined ? {} : { serverName: tlsServerName }),
    ...(certificate ? { clientCertificate: certificate.cert, clientKey: certificate.key } : {}),
  };
}

/** Makes the failure of a call the reason for which the token is rejected. */
function rejectingTokens(call: Call): Call {
  return async (body) => {
    try {
      return await call(body);
    } catch (error) {
      const isExpected =
        error instanceof WebhookError || error instanceof CredentialError || error instanceof StartupError;
      if (!isExpected) throw error;
      throw new AuthenticationError(error.message, { cause: error });
    }
  };
}
