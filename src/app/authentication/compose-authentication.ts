/**
 * Composes the methods of authentication that the configuration enables. Each method has its own file in this folder,
 * which reads files and connects the pure code of `authn/` with the cluster.
 */
import {
  type Authenticator,
  authenticateBy,
  type CredentialSource,
  certificateAuthenticator,
  type User,
} from "../../authn/index.ts";
import type { Clock } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import type { Vocabulary } from "../../meta/vocabulary.ts";
import type { ObjectAccess } from "../../schema/index.ts";
import type { AuthenticationConfig } from "../config/authentication-config.ts";

/** Everything that the methods use. */
export interface AuthenticationServices {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly vocabulary: Vocabulary;
  /** The objects of the cluster, such as ServiceAccounts and Secrets. */
  readonly objects: ObjectAccess;
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
  { clock, vocabulary }: AuthenticationServices,
): Authentication {
  const authenticators = [certificateAuthenticator(clock, vocabulary)];
  return { authenticators, identify: authenticateBy(authenticators) };
}
