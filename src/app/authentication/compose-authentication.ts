/**
 * Composes the methods of authentication that the configuration enables. Each method has its own file in this folder,
 * which reads files and connects the pure code of `authn/` with the cluster.
 */
import {
  type AnonymousAccess,
  type Authenticator,
  anonymousAuthenticator,
  authenticateBy,
  authenticateTokenBy,
  bearerTokenAuthenticator,
  CertificateMetrics,
  CertificateVerifier,
  certificateAuthenticator,
  frontProxyAuthenticator,
  type TokenAuthenticator,
  TokenCache,
  TokenCacheMetrics,
  warnOfIgnoredToken,
  webSocketTokenAuthenticator,
  withOwnAudiences,
} from "../../authn/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { Counter, type MetricDefinition, type MetricRegistry } from "../../base/metrics.ts";
import type { Random } from "../../base/random.ts";
import type { SendEgressRequest } from "../../egress/index.ts";
import type { IsEnabled } from "../../meta/feature-gates.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ObjectAccess } from "../../schema/index.ts";
import { isWebSocketUpgrade, type RequestAuthentication } from "../../server/index.ts";
import type { LoadedAuthentication } from "../config/authentication-config.ts";
import type { AccountTokens } from "./account-tokens.ts";
import { bootstrapTokens } from "./bootstrap-tokens.ts";
import type { ClientTrust } from "./client-trust.ts";
import type { JwtMethod } from "./jwt-method.ts";
import { tokenFile } from "./token-file.ts";
import { tokenWebhook } from "./token-webhook.ts";

/** Everything that the methods use. */
export interface AuthenticationServices {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly vocabulary: Vocabulary;
  readonly isEnabled: IsEnabled;
  /** The objects of the cluster, such as ServiceAccounts and Secrets. */
  readonly objects: ObjectAccess;
  readonly metrics: MetricRegistry;
  readonly trust: ClientTrust;
  readonly accountTokens: AccountTokens;
  readonly jwt: JwtMethod;
  readonly random: Random;
  /** Sends requests to webhooks. */
  readonly send: SendEgressRequest;
}

/** Returns the authentication that the configuration describes. */
export function composeAuthentication(
  config: LoadedAuthentication,
  services: AuthenticationServices,
): RequestAuthentication {
  const { frontProxy } = config;
  const { audiences: ownAudiences } = services.accountTokens;
  showReloads(services);
  const methods = [
    warnOfIgnoredToken,
    ...proxyMethods(config, services),
    certificateMethod(services),
    ...tokenMethods(config, services),
  ];
  const identify = authenticateBy({ methods, anonymous: anonymousAuthenticator(anonymousAccess(config)) });
  const keepsAnonymousConnections = !services.isEnabled("UnauthenticatedHTTP2DOSMitigation");
  return { identify, ownAudiences, proxyHeaders: frontProxy, keepsAnonymousConnections };
}

function certificateMethod({ trust, clock, metrics, vocabulary }: AuthenticationServices): Authenticator {
  const certificates = new CertificateMetrics(metrics);
  const verifier = new CertificateVerifier(
    () => trust.users(),
    clock,
    (remainingMs) => certificates.observe(remainingMs),
  );
  return certificateAuthenticator(verifier, vocabulary);
}

const caReloads: MetricDefinition<"flag" | "result"> = {
  name: "authentication_ca_file_reloads_total",
  help: "Number of loads of changed CA files, by flag and result: success or failure.",
  stability: "ALPHA",
  labels: ["flag", "result"],
};

/** Adds the metric of the reloads of CA files. */
function showReloads({ metrics, trust }: AuthenticationServices): void {
  metrics.add(new Counter(caReloads), (counter) => {
    for (const { flag, success, failure } of trust.reloads()) {
      counter.raise([flag, "success"], success);
      counter.raise([flag, "failure"], failure);
    }
  });
}

function proxyMethods(
  { frontProxy }: LoadedAuthentication,
  { trust, clock, accountTokens: { audiences: ownAudiences } }: AuthenticationServices,
): readonly Authenticator[] {
  if (!frontProxy) return [];
  const verifier = new CertificateVerifier(() => trust.proxies(), clock);
  return [frontProxyAuthenticator({ ...frontProxy, verifier, ownAudiences })];
}

/** Returns the methods that find a token in a request. Both share the cache of tokens. */
function tokenMethods(config: LoadedAuthentication, services: AuthenticationServices): readonly Authenticator[] {
  const { clock, metrics } = services;
  const cacheMetrics = new TokenCacheMetrics(metrics);
  const authenticate = authenticateTokenBy([
    ...tokenAuthenticators(config, services),
    ...tokenWebhook(config, { ...services, audiences: services.accountTokens.audiences, cacheMetrics }),
  ]);
  const cache = new TokenCache({ authenticate, clock, metrics: cacheMetrics });
  const check: TokenCache["check"] = (...args) => cache.check(...args);
  return [
    bearerTokenAuthenticator(check),
    webSocketTokenAuthenticator(check, (credentials) => isWebSocketUpgrade((name) => credentials.header(name))),
  ];
}

/** Returns the methods that check tokens, in the reference's order: those that need no other server come first. */
function tokenAuthenticators(
  config: LoadedAuthentication,
  services: AuthenticationServices,
): readonly TokenAuthenticator[] {
  const { bootstrapTokens: hasBootstrapTokens } = config;
  const { audiences, authenticators: accountTokenMethods } = services.accountTokens;
  return [
    ...tokenFile(config, services).map((method) => withOwnAudiences(audiences, method)),
    ...accountTokenMethods,
    ...(hasBootstrapTokens ? [withOwnAudiences(audiences, bootstrapTokens(services))] : []),
    ...services.jwt.authenticators.map((method) => withOwnAudiences(audiences, method)),
  ];
}

function anonymousAccess({ allowsAnonymous, fileAnonymous }: LoadedAuthentication): AnonymousAccess {
  const { enabled, conditions = [] } = fileAnonymous ?? { enabled: allowsAnonymous };
  return { enabled, paths: conditions.map(({ path }) => path) };
}
