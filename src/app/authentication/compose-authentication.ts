/**
 * Composes the methods of authentication that the configuration enables. Each method has its own file in this folder,
 * which reads files and connects the pure code of `authn/` with the cluster.
 */
import {
  AuthenticationError,
  type Authenticator,
  authenticateBy,
  bearerToken,
  type CredentialSource,
  certificateAuthenticator,
  type TokenAuthenticator,
  type User,
} from "../../authn/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { unauthorized } from "../../meta/status-error.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ObjectAccess } from "../../schema/index.ts";
import type { AuthenticationConfig } from "../config/authentication-config.ts";
import type { AccountTokens } from "./account-tokens.ts";

/** Everything that the methods use. */
export interface AuthenticationServices {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly vocabulary: Vocabulary;
  /** The objects of the cluster, such as ServiceAccounts and Secrets. */
  readonly objects: ObjectAccess;
  readonly accountTokens: AccountTokens;
}

/** The authentication of a server. */
export interface Authentication {
  /** The methods, in the order in which they are tried. */
  readonly authenticators: readonly Authenticator[];
  /**
   * Returns the user with these credentials.
   * @throws StatusError 401 if there is none
   */
  readonly identify: (credentials: CredentialSource) => Promise<User>;
}

/** Returns the authentication that the configuration describes. */
export function composeAuthentication(
  _config: AuthenticationConfig,
  { clock, vocabulary, accountTokens }: AuthenticationServices,
): Authentication {
  const authenticators = [certificateAuthenticator(clock, vocabulary), bearerTokens(accountTokens.authenticators)];
  return { authenticators, identify: authenticateBy(authenticators) };
}

function bearerTokens(methods: readonly TokenAuthenticator[]): Authenticator {
  return async (credentials) => {
    const token = bearerToken(credentials.header("authorization"));
    if (token === undefined) return undefined;
    try {
      for (const method of methods) {
        const identity = await method(token, []);
        if (identity) return identity.user;
      }
    } catch (error) {
      if (error instanceof AuthenticationError) throw unauthorized();
      throw error;
    }
    return undefined;
  };
}
