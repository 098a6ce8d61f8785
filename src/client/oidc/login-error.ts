/** Errors of logins. Their messages contain no tokens, codes or secrets. */

/** A login failed. The message names the issuer's document or rule that was violated. */
export class LoginError extends Error {
  override readonly name: string = "LoginError";
}

/** The issuer did not respond. The same request may succeed later. */
export class IssuerUnreachableError extends LoginError {
  override readonly name = "IssuerUnreachableError";
}

/** The token endpoint rejected a request. */
export class TokenRejectedError extends LoginError {
  override readonly name = "TokenRejectedError";
  /** Error code of OAuth 2.0, such as `invalid_grant`. */
  readonly code: string;

  /** @param code error code of the response */
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
