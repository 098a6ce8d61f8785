/** Authentication by tokens of OpenID providers, as the flags or a configuration file describe them. */
import type { TokenAuthenticator } from "../../authn/index.ts";
import { type AnonymousConfiguration, type Fetch, JwtAuthenticator, JwtMetrics } from "../../authn/jwt/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import { subLabel } from "../../meta/vocabulary.ts";
import type { AuthenticationConfig } from "../config/authentication-config.ts";
import { ConfigurationWatch } from "./configuration-watch.ts";
import { type JwtContext, type JwtFiles, type JwtSettings, jwtSettings, settingsOfFile } from "./jwt-files.ts";

/** Everything that the method uses. */
export interface JwtServices extends JwtContext {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricRegistry;
  /** Identity of the API server, which the metrics show as a hash. */
  readonly serverName: string;
  /** Sends requests to the issuers. */
  readonly fetch: Fetch;
}

/** The method. */
export interface JwtMethod extends AsyncDisposable {
  readonly authenticate: TokenAuthenticator;
  /** Undefined if the configuration does not say which requests without credentials are served. */
  readonly anonymous: AnonymousConfiguration | undefined;
  /** Starts to look for the issuers, and to watch the configuration file. */
  start(): void;
}

/** Key in the `extra` of users that identifies their token. */
const credentialId = subLabel("authentication/credential-id");

/** Returns the method. Undefined if neither flags nor a file describe an issuer. */
export function jwtMethod(config: AuthenticationConfig & JwtFiles, services: JwtServices): JwtMethod | undefined {
  const settings = jwtSettings(config, config, services);
  if (!settings) return undefined;
  const { clock, logger, fetch, vocabulary } = services;
  const metrics = new JwtMetrics(services.metrics, services.serverName);
  const authenticator = new JwtAuthenticator(settings.authenticators, {
    clock,
    logger,
    fetch,
    metrics,
    algorithms: settings.algorithms,
    credentialIdKey: vocabulary.bind(credentialId),
  });
  const { configurationFile: path, configurationContent: content = "", anonymous } = config;
  let watch: ConfigurationWatch | undefined;
  return {
    authenticate: (token) => authenticator.authenticate(token),
    anonymous: settings.anonymous,
    start() {
      authenticator.start();
      if (path === undefined) return;
      const context = { ...services, isAnonymousSet: anonymous !== undefined };
      const read = (text: string): JwtSettings => settingsOfFile(text, context);
      watch ??= new ConfigurationWatch({ path, content, settings, read, authenticator, metrics, clock, logger });
    },
    async [Symbol.asyncDispose]() {
      authenticator[Symbol.dispose]();
      await watch?.[Symbol.asyncDispose]();
    },
  };
}
