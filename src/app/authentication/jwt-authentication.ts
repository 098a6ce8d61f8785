/** The running authentication by tokens of OpenID providers. `jwt-method.ts` loads this module when it is needed. */
import type { TokenIdentity } from "../../authn/index.ts";
import { type Fetch, JwtAuthenticator, JwtMetrics } from "../../authn/jwt/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { MetricRegistry } from "../../base/metrics.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import { subLabel } from "../../meta/vocabulary.ts";
import type { LoadedAuthentication } from "../config/authentication-config.ts";
import { ConfigurationWatch } from "../machine/configuration-watch.ts";
import { ReloadMetrics } from "../machine/reload-metrics.ts";
import { type JwtNames, jwtSettings, settingsOfFile } from "./jwt-settings.ts";

/** Everything that reaches issuers, and reports about them. */
export interface JwtServices extends JwtNames {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly metrics: MetricRegistry;
  /** Returns the identity of the API server, which the metrics show as a hash. */
  readonly serverName: () => string;
  /** Sends requests to the issuers. */
  readonly fetch: Fetch;
}

/** Key in the `extra` of users that identifies their token. */
const credentialId = subLabel("authentication/credential-id");

/** Authenticates tokens, looks for their issuers, and follows the configuration file. */
export class JwtAuthentication implements AsyncDisposable {
  readonly #authenticator: JwtAuthenticator;
  /** Undefined if flags describe the issuer. */
  readonly #watch: ConfigurationWatch | undefined;

  private constructor(authenticator: JwtAuthenticator, watch: ConfigurationWatch | undefined) {
    this.#authenticator = authenticator;
    this.#watch = watch;
  }

  /** Starts the authentication. @param config its issuers were checked when its files were read */
  static async start(config: LoadedAuthentication, services: JwtServices): Promise<JwtAuthentication> {
    const { clock, logger, fetch, vocabulary } = services;
    const { authenticators, algorithms } = await jwtSettings(config, config, services);
    const metrics = new JwtMetrics(services.metrics);
    const credentialIdKey = vocabulary.bind(credentialId);
    const options = { clock, logger, fetch, metrics, algorithms, credentialIdKey };
    const authenticator = new JwtAuthenticator(authenticators, options);
    authenticator.start();
    const { configurationFile: path, configurationContent: content = "", fileAnonymous: anonymous } = config;
    if (path === undefined) return new JwtAuthentication(authenticator, undefined);
    const subject = "authentication";
    const watch = new ConfigurationWatch({
      subject,
      path,
      content,
      load: async (text) => {
        const settings = await settingsOfFile(text, config, services);
        if (JSON.stringify(settings.anonymous) !== JSON.stringify(anonymous)) {
          throw new ConfigurationError("anonymous: Forbidden: changed from initial configuration file");
        }
        await authenticator.replace(settings.authenticators);
        return true;
      },
      metrics: new ReloadMetrics(services.metrics, { subject, serverName: services.serverName() }),
      clock,
      logger,
    });
    await watch.firstLook;
    return new JwtAuthentication(authenticator, watch);
  }

  /** The content of the configuration file that is in effect. Undefined if flags describe the issuer. */
  get content(): string | undefined {
    return this.#watch?.contentInEffect;
  }

  /** Returns the owner of a token. Undefined if no issuer has issued it. @throws AuthenticationError if it is invalid */
  async authenticate(token: string): Promise<TokenIdentity | undefined> {
    return await this.#authenticator.authenticate(token);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#authenticator[Symbol.dispose]();
    await this.#watch?.[Symbol.asyncDispose]();
  }
}
