/** Authentication of requests: the methods are tried in order, until one recognizes the credentials. */
import type { TLSSocket } from "node:tls";
import { type AuthenticationError, combineAuthenticationErrors } from "./authentication-error.ts";
import type { User } from "./user.ts";

/** The parts of a request that authentication uses. */
export interface CredentialSource {
  readonly tls: TLSSocket | undefined;
  /** The decoded path of the request. Empty if there is none. */
  readonly path: string;
  /**
   * Returns a request header.
   * @param name in lower case. Several values are joined with a comma.
   */
  header(name: string): string | undefined;
  /** Returns the values of a request header, as the client sent them. @param name in lower case */
  headerValues(name: string): readonly string[];
  /** Returns the names of the request headers, in lower case. */
  headerNames(): readonly string[];
  /** Replaces a request header, or removes it, so that nothing later reads it. @param name in lower case */
  replaceHeader(name: string, value: string | undefined): void;
  /** Adds a warning to the response. */
  warn(message: string): void;
}

/** The user whom a method has recognized. */
export interface RecognizedUser {
  readonly user: User;
  /** The requested audiences for which the credentials are valid. Undefined if the method does not distinguish audiences. */
  readonly audiences?: readonly string[];
  /** Advice about the credentials, for the client that used them. */
  readonly warnings?: readonly string[];
  /** Annotations of the audit events of requests with the credentials, each with its whole name. */
  readonly annotations?: readonly (readonly [name: string, value: string])[];
}

/**
 * Result of a method: the user, the reason why the credentials are invalid, or undefined if the request has no credentials of
 * this type. The reason is returned and not thrown, because many requests have a certificate that one of two methods rejects.
 */
export type AuthenticationOutcome = RecognizedUser | AuthenticationError | undefined;

/**
 * One authentication method. It is synchronous if it need not wait, because most requests have credentials that the server
 * has seen before.
 * @param audiences the credentials must be valid for one of them; empty if any will do
 */
export type Authenticator = (
  credentials: CredentialSource,
  audiences: readonly string[],
) => AuthenticationOutcome | Promise<AuthenticationOutcome>;

/** Methods of authentication, in the order in which they are tried. */
export interface AuthenticationMethods {
  readonly methods: readonly Authenticator[];
  /** Recognizes requests without credentials. Undefined if they are rejected. */
  readonly anonymous: Authenticator | undefined;
}

/**
 * Returns a method that tries others in order. The first method that recognizes the credentials decides. Its error combines
 * their errors, which count only if no method recognizes the credentials. `anonymous` is tried if there is no error.
 */
export function authenticateBy({ methods, anonymous }: AuthenticationMethods): Authenticator {
  const tryFrom = (
    first: number,
    credentials: CredentialSource,
    audiences: readonly string[],
    errors: readonly AuthenticationError[],
  ): AuthenticationOutcome | Promise<AuthenticationOutcome> => {
    let allErrors = errors;
    for (let index = first; index < methods.length; index++) {
      const outcome = methods[index]?.(credentials, audiences);
      if (outcome === undefined) continue;
      if (outcome instanceof Promise) {
        const soFar = allErrors;
        return outcome.then((later) => {
          if (isRecognized(later)) return later;
          return tryFrom(index + 1, credentials, audiences, later ? [...soFar, later] : soFar);
        });
      }
      if (isRecognized(outcome)) return outcome;
      allErrors = [...allErrors, outcome];
    }
    return combineAuthenticationErrors(allErrors) ?? anonymous?.(credentials, audiences);
  };
  return (credentials, audiences) => tryFrom(0, credentials, audiences, noErrors);
}

const noErrors: readonly AuthenticationError[] = [];

/** Whether a method has recognized the credentials. */
export function isRecognized(outcome: AuthenticationOutcome): outcome is RecognizedUser {
  return outcome !== undefined && "user" in outcome;
}
