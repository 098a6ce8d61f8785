/**
 * The files of JWT authentication: the structured configuration, and the CA certificates of the provider that flags
 * describe. They are read at the start, so that all processes of the server begin with the same content.
 */
import {
  type AnonymousConfiguration,
  type AuthenticationConfiguration,
  type CompiledAuthenticator,
  ConfigurationError,
  compileConfiguration,
  configurationOfFlags,
  readConfiguration,
  signatureAlgorithms,
} from "../../authn/jwt/index.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { AuthenticationConfig } from "../config/authentication-config.ts";
import { readIfPresent } from "../machine/files.ts";
import { StartupError } from "../machine/startup-error.ts";

/** The content of the files. */
export interface JwtFiles {
  /** Undefined without `--authentication-config`. */
  readonly configurationContent: string | undefined;
  /** CA certificates in PEM. Undefined without `--oidc-ca-file`. */
  readonly openIdCa: string | undefined;
}

/** The token issuers of a server. */
export interface JwtSettings {
  readonly authenticators: readonly CompiledAuthenticator[];
  /** Accepted algorithms of signatures. */
  readonly algorithms: readonly string[];
  /** Undefined if the file does not say which requests without credentials are served. */
  readonly anonymous: AnonymousConfiguration | undefined;
}

/** What a configuration depends on besides its file. */
export interface JwtContext {
  readonly vocabulary: Vocabulary;
  /** Issuers of the cluster's own tokens. */
  readonly ownIssuers: readonly string[];
}

const fileFlag = "--authentication-config";
const caFlag = "--oidc-ca-file";

/**
 * Returns the content of the files.
 * @throws StartupError if a file is missing, or its content cannot be used
 */
export function readJwtFiles(config: AuthenticationConfig, context: JwtContext): JwtFiles {
  const files = {
    configurationContent: readRequired(fileFlag, config.configurationFile),
    openIdCa: readRequired(caFlag, config.openId?.caFile),
  };
  try {
    jwtSettings(config, files, context);
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { configurationFile } = config;
    const where = configurationFile === undefined ? "the flags --oidc-*" : `${fileFlag}: ${configurationFile}`;
    throw new StartupError(`${where}: ${error.message}`, { cause: error });
  }
  return files;
}

function readRequired(flag: string, path: string | undefined): string | undefined {
  if (path === undefined) return undefined;
  const content = readIfPresent(path);
  if (content === undefined) throw new StartupError(`${flag}: file ${path} does not exist`);
  return content;
}

/**
 * Returns the issuers that the file or the flags describe. Undefined if there is neither.
 * @throws ConfigurationError with all faults
 */
export function jwtSettings(
  { openId, anonymous, ...config }: AuthenticationConfig,
  { configurationContent, openIdCa }: JwtFiles,
  context: JwtContext,
): JwtSettings | undefined {
  if (config.configurationFile !== undefined) {
    return settingsOfFile(configurationContent ?? "", { ...context, isAnonymousSet: anonymous !== undefined });
  }
  if (!openId) return undefined;
  const algorithms = openId.signingAlgorithms;
  const unknown = algorithms.find((name) => !signatureAlgorithms.includes(name));
  if (unknown !== undefined) throw new ConfigurationError(`oidc: unsupported signing alg: "${unknown}"`);
  const configuration = configurationOfFlags({ ...openId, certificateAuthority: openIdCa });
  return { authenticators: compile(configuration, context), algorithms, anonymous: undefined };
}

/**
 * Returns the issuers in a configuration file.
 * @param context.isAnonymousSet whether a flag says which requests without credentials are served
 * @throws ConfigurationError with all faults
 */
export function settingsOfFile(
  content: string,
  context: JwtContext & { readonly isAnonymousSet: boolean },
): JwtSettings {
  const configuration = readConfiguration(Buffer.from(content), context.vocabulary);
  if (configuration.anonymous && context.isAnonymousSet) throw new ConfigurationError(anonymousConflict);
  return {
    authenticators: compile(configuration, context),
    algorithms: signatureAlgorithms,
    anonymous: configuration.anonymous,
  };
}

// The reference spells the flag like this.
const anonymousConflict =
  "anonymous: Forbidden: --anonynous-auth flag cannot be set when anonymous field is configured in authentication " +
  "configuration file";

function compile(
  configuration: AuthenticationConfiguration,
  { vocabulary, ownIssuers }: JwtContext,
): readonly CompiledAuthenticator[] {
  return compileConfiguration(configuration, { vocabulary, disallowedIssuers: ownIssuers });
}
