/**
 * Authentication by tokens of OpenID providers, as the flags or a configuration file describe them. The code is loaded only if
 * there is such a provider.
 */
import type { TokenAuthenticator } from "../../authn/index.ts";
import { ConfigurationError } from "../../meta/configuration/configuration-error.ts";
import type { AuthenticationConfig, LoadedAuthentication } from "../config/authentication-config.ts";
import { readFlagFile } from "../machine/flag-file.ts";
import { StartupError } from "../machine/startup-error.ts";
import type { JwtAuthentication, JwtServices } from "./jwt-authentication.ts";
import type { JwtFiles, JwtNames } from "./jwt-settings.ts";

const fileFlag = "--authentication-config";

/** The reference's message about `anonymous` in a file while the gate is off, with its spelling of the gate. */
const anonymousForbidden =
  "anonymous: Forbidden: anonymous is not supported when AnonymousAuthConfigurableEnpoints feature gate is disabled";

/**
 * Returns the content of the configuration file and of the provider's CA certificates, once their issuers were checked.
 * @throws StartupError if a file is missing, or the issuers that it describes cannot be used
 */
export async function readJwtFiles(config: AuthenticationConfig, names: JwtNames): Promise<JwtFiles> {
  const { configurationFile, openId } = config;
  const files = {
    configurationContent: readIfNamed(fileFlag, configurationFile),
    openIdCa: readIfNamed("--oidc-ca-file", openId?.caFile),
    fileAnonymous: undefined,
  };
  if (!hasIssuers(config)) return files;
  const { jwtSettings } = await import("./jwt-settings.ts");
  try {
    const { anonymous: fileAnonymous } = await jwtSettings(config, files, names);
    if (fileAnonymous && !config.allowsAnonymousInFile) throw new ConfigurationError(anonymousForbidden);
    return { ...files, fileAnonymous };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const where = configurationFile === undefined ? "the flags --oidc-*" : `${fileFlag}: ${configurationFile}`;
    throw new StartupError(`${where}: ${error.message}`, { cause: error });
  }
}

function hasIssuers({ configurationFile, openId }: AuthenticationConfig): boolean {
  return configurationFile !== undefined || openId !== undefined;
}

function readIfNamed(flag: string, path: string | undefined): string | undefined {
  return path === undefined ? undefined : readFlagFile(flag, path);
}

/** The method for tokens of OpenID providers. If neither flags nor a file describe one, it recognizes no token. */
export class JwtMethod implements AsyncDisposable {
  readonly #config: LoadedAuthentication;
  readonly #services: JwtServices;
  #started: Promise<JwtAuthentication> | undefined;
  #running: JwtAuthentication | undefined;

  constructor(config: LoadedAuthentication, services: JwtServices) {
    this.#config = config;
    this.#services = services;
  }

  /** The methods that check tokens. Empty without a provider. */
  get authenticators(): readonly TokenAuthenticator[] {
    return hasIssuers(this.#config) ? [async (token) => await (await this.#start()).authenticate(token)] : [];
  }

  /** The configuration with the content of the file that is in effect. */
  get config(): LoadedAuthentication {
    const configurationContent = this.#running?.content ?? this.#config.configurationContent;
    return { ...this.#config, configurationContent };
  }

  /** Begins to look for the providers, and to follow the file. Without it, the first token begins this. */
  async start(): Promise<void> {
    if (hasIssuers(this.#config)) await this.#start();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await (await this.#started)?.[Symbol.asyncDispose]();
  }

  async #start(): Promise<JwtAuthentication> {
    this.#started ??= import("./jwt-authentication.ts").then((loaded) =>
      loaded.JwtAuthentication.start(this.#config, this.#services),
    );
    this.#running = await this.#started;
    return this.#running;
  }
}
