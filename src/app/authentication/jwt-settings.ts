/** Finds the token issuers in the configuration file, or in the flags of OpenID Connect. */
import {
  type AnonymousConfiguration,
  type AuthenticationConfiguration,
  type CompiledAuthenticator,
  compileConfiguration,
  configurationOfFlags,
  readConfiguration,
  signatureAlgorithms,
} from "../../authn/jwt/index.ts";
import { ConfigurationError } from "../../meta/configuration-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { AuthenticationConfig, LoadedAuthentication } from "../config/authentication-config.ts";

/** The content of the files. They are read at the start, so that all processes of a server begin with the same content. */
export type JwtFiles = Pick<LoadedAuthentication, "configurationContent" | "openIdCa" | "fileAnonymous">;

/** The token issuers of a server. */
export interface JwtSettings {
  readonly authenticators: readonly CompiledAuthenticator[];
  /** Accepted algorithms of signatures. */
  readonly algorithms: readonly string[];
  /** Undefined if the file does not say which requests without credentials are served. */
  readonly anonymous: AnonymousConfiguration | undefined;
}

/** Names that no file and no flag of OpenID Connect contains. */
export interface JwtNames {
  readonly vocabulary: Vocabulary;
  /** Issuers of the cluster's own tokens. */
  readonly ownIssuers: readonly string[];
}

/**
 * Returns the issuers that the file or the flags describe.
 * @throws ConfigurationError with all faults
 */
export async function jwtSettings(
  config: AuthenticationConfig,
  { configurationContent, openIdCa }: Omit<JwtFiles, "fileAnonymous">,
  names: JwtNames,
): Promise<JwtSettings> {
  const { openId } = config;
  if (!openId) return await settingsOfFile(configurationContent ?? "", config, names);
  const algorithms = openId.signingAlgorithms;
  const unknown = algorithms.find((name) => !signatureAlgorithms.includes(name));
  if (unknown !== undefined) throw new ConfigurationError(`oidc: unsupported signing alg: "${unknown}"`);
  const configuration = configurationOfFlags({ ...openId, certificateAuthority: openIdCa });
  return { authenticators: await compile(configuration, names), algorithms, anonymous: undefined };
}

/**
 * Returns the issuers in a configuration file.
 * @throws ConfigurationError with all faults
 */
export async function settingsOfFile(
  content: string,
  config: Pick<AuthenticationConfig, "anonymous">,
  names: JwtNames,
): Promise<JwtSettings> {
  const configuration = readConfiguration(Buffer.from(content), names.vocabulary);
  const { anonymous } = configuration;
  if (anonymous && config.anonymous !== undefined) throw new ConfigurationError(anonymousConflict);
  return { authenticators: await compile(configuration, names), algorithms: signatureAlgorithms, anonymous };
}

// The reference spells the flag like this.
const anonymousConflict =
  "anonymous: Forbidden: --anonynous-auth flag cannot be set when anonymous field is configured in authentication " +
  "configuration file";

async function compile(
  configuration: AuthenticationConfiguration,
  { vocabulary, ownIssuers }: JwtNames,
): Promise<readonly CompiledAuthenticator[]> {
  return await compileConfiguration(configuration, { vocabulary, disallowedIssuers: ownIssuers });
}
