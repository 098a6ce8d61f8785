/** Issuers without a network, for tests. */

import { silentLogger } from "../../../base/logger.ts";
import { ManualClock } from "../../../base/manual-clock.ts";
import { MetricRegistry } from "../../../base/metrics.ts";
import { vocabularies } from "../../../meta/vocabulary.ts";
import { compileConfiguration } from "../configuration/compile-configuration.ts";
import type { AuthenticationConfiguration } from "../configuration/schema.ts";
import type { Fetch, FetchRequest, FetchResponse } from "../issuers/fetch.ts";
import { JwtAuthenticator, type JwtAuthenticatorOptions } from "../jwt-authenticator.ts";
import { JwtMetrics } from "../metrics.ts";
import { signatureAlgorithms } from "../tokens/token-header.ts";

/** The documents of fake issuers, and the requests for them. */
export class FakeIssuers {
  /** Bodies by URL. An Error fails the request. A URL without a document has the status 404. */
  readonly documents = new Map<string, string | Error>();
  /** Headers of all responses. */
  readonly headers = new Map<string, string>();
  readonly requests: FetchRequest[] = [];
  /** Sends the document of a URL. */
  readonly fetch: Fetch = async (request): Promise<FetchResponse> => {
    this.requests.push(request);
    const document = this.documents.get(request.url.href);
    if (document instanceof Error) throw document;
    return { status: document === undefined ? 404 : 200, headers: this.headers, body: Buffer.from(document ?? "") };
  };

  /** Adds the discovery document of an issuer and its keys. */
  add(issuer: string, keys: unknown, keysUrl = `${issuer}/jwks`): void {
    this.documents.set(`${issuer}/.well-known/openid-configuration`, JSON.stringify({ issuer, jwks_uri: keysUrl }));
    this.documents.set(keysUrl, JSON.stringify(keys));
  }

  /** Returns the paths of the requests. */
  get paths(): readonly string[] {
    return this.requests.map(({ url }) => url.pathname);
  }
}

/** Returns an authenticator with a configuration, and the clock that it uses, which shows the year 2030. */
export async function authenticatorOf(
  configuration: AuthenticationConfiguration,
  issuers: FakeIssuers,
  options: Partial<JwtAuthenticatorOptions> = {},
): Promise<{ authenticator: JwtAuthenticator; clock: ManualClock; registry: MetricRegistry }> {
  const clock = new ManualClock(Date.UTC(2030, 0, 1));
  const registry = new MetricRegistry();
  const compiled = await compileConfiguration(configuration, {
    vocabulary: vocabularies.kubernetes,
    disallowedIssuers: [],
  });
  const authenticator = new JwtAuthenticator(compiled, {
    clock,
    logger: silentLogger,
    fetch: issuers.fetch,
    metrics: new JwtMetrics(registry),
    algorithms: signatureAlgorithms,
    credentialIdKey: "authentication.kubernetes.io/credential-id",
    ...options,
  });
  return { authenticator, clock, registry };
}
