/** Errors of credentials that are invalid. */
import { distinct } from "../base/distinct.ts";
import { aggregateErrors } from "../meta/aggregate-errors.ts";

/** Cause, annotations and consequence of an error. */
export interface AuthenticationErrorOptions extends ErrorOptions {
  readonly needsNewConnection?: boolean;
  readonly annotations?: readonly (readonly [name: string, value: string])[];
}

/**
 * Credentials of a known form that are invalid. The client sees 401 without the message. The message is for the log and for
 * the `status.error` of a TokenReview. It never contains a token or another secret.
 */
export class AuthenticationError extends Error {
  override readonly name: string = "AuthenticationError";
  /** Annotations of the audit event of the request, each with its whole name. */
  readonly annotations: readonly (readonly [name: string, value: string])[];
  /** Whether the credentials may be valid on a new connection. This connection must end, so that its client opens one. */
  readonly needsNewConnection: boolean;

  constructor(message: string, options: AuthenticationErrorOptions = {}) {
    super(message, options);
    this.annotations = options.annotations ?? [];
    this.needsNewConnection = options.needsNewConnection ?? false;
  }

  /** The messages of the methods that rejected the credentials. */
  get messages(): readonly string[] {
    return [this.message];
  }
}

class CombinedAuthenticationError extends AuthenticationError {
  readonly #messages: readonly string[];

  constructor(messages: readonly string[], errors: readonly AuthenticationError[]) {
    super(aggregateErrors(messages), {
      annotations: errors.flatMap(({ annotations }) => annotations),
      needsNewConnection: errors.some(({ needsNewConnection }) => needsNewConnection),
    });
    this.#messages = messages;
  }

  override get messages(): readonly string[] {
    return this.#messages;
  }
}

/**
 * Returns one error for the errors of several methods. As in the reference, its text lists the different messages.
 * Undefined if there is no error.
 */
export function combineAuthenticationErrors(errors: readonly AuthenticationError[]): AuthenticationError | undefined {
  if (errors.length <= 1) return errors[0];
  return new CombinedAuthenticationError(distinct(errors.flatMap((error) => error.messages)), errors);
}
