/**
 * Authentication by tokens of OpenID providers, as the flags or a configuration file describe them. The code is loaded only if
 * there is such a provider.
 */
import type { TokenAuthenticator } from "../../authn/index.ts";
import type { AnonymousConfiguration } from "../../authn/jwt/index.ts";
import type { AuthenticationConfig } from "../config/authentication-config.ts";
import { readIfPresent } from "../machine/files.ts";
import { StartupError } from "../machine/startup-error.ts";
import type { JwtServices } from "./jwt-authentication.ts";
import type { JwtNames } from "./jwt-settings.ts";

/** The content of the files. They are read at the start, so that all processes of a server begin with the same content. */
export interface JwtFiles {
  /** Undefined without `--authentication-config`. */
  readonly configurationContent: string | undefined;
  /** CA certificates in PEM. Undefined without `--oidc-ca-file`. */
  readonly openIdCa: string | undefined;
  /** Undefined if the configuration file does not say which requests without credentials are served. */
  readonly fileAnonymous: AnonymousConfiguration | undefined;
}

const fileFlag = "--authentication-config";

/**
 * Reads the files.
 * @throws StartupError if a file is missing, or the issuers that it describes cannot be used
 */
export async function readJwtFiles(config: AuthenticationConfig, names: JwtNames): Promise<JwtFiles> {
  const { configurationFile, openId } = config;
  const files = {
    configurationContent: readRequired(fileFlag, configurationFile),
    openIdCa: readRequired("--oidc-ca-file", openId?.caFile),
    fileAnonymous: undefined,
  };
  if (!hasIssuers(config)) return files;
  const [{ jwtSettings }, { ConfigurationError }] = await Promise.all([
    import("./jwt-settings.ts"),
    import("../../authn/jwt/index.ts"),
  ]);
  try {
    return { ...files, fileAnonymous: (await jwtSettings(config, files, names)).anonymous };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const where = configurationFile === undefined ? "the flags --oidc-*" : `${fileFlag}: ${configurationFile}`;
    throw new StartupError(`${where}: ${error.message}`, { cause: error });
  }
}

function hasIssuers({ configurationFile, openId }: AuthenticationConfig): boolean {
  return configurationFile !== undefined || openId !== undefined;
}

function readRequired(flag: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const content = readIfPresent(path);
  if (content === undefined) throw new StartupError(`${flag}: file ${path} does not exist`);
  return content;
}

/** A method that looks for its issuers, and follows its file, until it is disposed. */
export interface JwtMethod extends AsyncDisposable {
  readonly authenticate: TokenAuthenticator;
}

/** Returns the method. Undefined if neither flags nor a file describe an issuer. */
export function jwtMethod(config: AuthenticationConfig & JwtFiles, services: JwtServices): JwtMethod | undefined {
  if (!hasIssuers(config)) return undefined;
  const loaded = import("./jwt-authentication.ts").then(({ JwtAuthentication }) =>
    JwtAuthentication.start(config, services),
  );
  return {
    authenticate: async (token) => await (await loaded).authenticate(token),
    async [Symbol.asyncDispose]() {
      await (await loaded)[Symbol.asyncDispose]();
    },
  };
}
