/** The webhook that reviews the tokens which no other method recognizes. */
import { AuthenticationError, type TokenAuthenticator, TokenCache, type TokenCacheMetrics } from "../../authn/index.ts";
import { webhookAuthenticator } from "../../authn/webhook/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Random } from "../../base/random.ts";
import { callWebhook, type EgressResponse, type SendEgressRequest, WebhookError } from "../../egress/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { AuthenticationConfig, LoadedAuthentication } from "../config/authentication-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { readWebhookConfig, type WebhookConfigOptions, webhookRequests } from "../webhook/index.ts";

const flag = "--authentication-token-webhook-config-file";

/** Time limit in the query of the request, as in the reference. */
const timeoutMs = 30_000;

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
  await readWebhookConfig({ namedBy: flag, path, content }, options);
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
  const file = { namedBy: flag, path: webhook.configFile, content };
  const createRequest = webhookRequests(file, { clock, vocabulary: vocabulary.name, timeoutMs });
  const authenticate = webhookAuthenticator({
    call: rejectingTokens(async (body) => await callWebhook(await createRequest(body), services)),
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

type Call = (body: string) => Promise<EgressResponse>;

/** Makes the failure of a call the reason for which the token is rejected. */
function rejectingTokens(call: Call): Call {
  return async (body) => {
    try {
      return await call(body);
    } catch (error) {
      if (!(error instanceof WebhookError)) throw error;
      throw new AuthenticationError(error.message, { cause: error });
    }
  };
}
