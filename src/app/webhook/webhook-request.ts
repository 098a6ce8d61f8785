/** Requests to webhooks that review something, with the server, the certificates and the credentials of a configuration file. */
import { CredentialError, impersonationHeaders, type ResolvedConfig } from "../../client/config/index.ts";
import { WebhookError, type WebhookRequest } from "../../egress/index.ts";
import { formatDuration } from "../../meta/duration.ts";
import { StartupError } from "../machine/startup-error.ts";
import { readWebhookConfig, type WebhookConfigFile, type WebhookConfigOptions } from "./webhook-config.ts";

/** Context of `webhookRequests()`. */
export interface WebhookRequestOptions extends WebhookConfigOptions {
  /** Time limit for the webhook, in the query of the requests. */
  readonly timeoutMs: number;
}

/** Returns the request that sends a body. @throws WebhookError if the configuration or its credentials cannot be used */
export type CreateWebhookRequest = (body: string) => Promise<WebhookRequest>;

/** Returns the function that creates requests. It reads the configuration once, because most processes never send any. */
export function webhookRequests(file: WebhookConfigFile, options: WebhookRequestOptions): CreateWebhookRequest {
  let config: ResolvedConfig | undefined;
  return async (body) => {
    try {
      config ??= await readWebhookConfig(file, options);
      return await requestOf(config, body, options.timeoutMs);
    } catch (error) {
      const isExpected = error instanceof CredentialError || error instanceof StartupError;
      if (!isExpected) throw error;
      throw new WebhookError(error.message, { isTransient: false });
    }
  };
}

const nanosPerMs = 1_000_000;

async function requestOf(config: ResolvedConfig, body: string, timeoutMs: number): Promise<WebhookRequest> {
  const { server, proxy, ca, tlsServerName, insecure, impersonate, credentials } = config;
  const { headers, certificate } = await credentials.current(new AbortController().signal);
  const url = new URL(server);
  url.searchParams.set("timeout", formatDuration(BigInt(Math.round(timeoutMs * nanosPerMs))));
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
    ...(proxy ? { proxy } : {}),
    ...(ca === undefined ? {} : { ca }),
    ...(tlsServerName === undefined ? {} : { serverName: tlsServerName }),
    ...(certificate ? { clientCertificate: certificate.cert, clientKey: certificate.key } : {}),
  };
}
