/** The credentials that a transport sends with requests. */

/** A client certificate. */
export interface Certificate {
  /** The certificate and its intermediate certificates, in PEM. */
  readonly cert: string;
  /** The private key of the certificate, in PEM. */
  readonly key: string;
}

/** The credentials of one request. */
export interface RequestCredentials {
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The same object as long as certificate and key do not change. If it is another object, new requests need a new
   * connection.
   */
  readonly certificate?: Certificate;
}

/** The current credentials of a user. Files are read again and plugins run again when necessary. */
export interface Credentials {
  /**
   * Returns the credentials for the next request. Call it before each request: it is cheap while nothing changes.
   * @param signal ends the wait of this caller, but not that of others
   * @throws CredentialError if no credentials can be obtained
   */
  current(signal: AbortSignal): Promise<RequestCredentials>;
  /**
   * Discards credentials after a 401 response, so that `current()` obtains new ones.
   * @param rejected the rejected credentials. Nothing happens if they have already been replaced
   */
  invalidate(rejected?: RequestCredentials): void;
}

/**
 * No credentials could be obtained. The message names their source.
 * @example
 * ```ts
 * try {
 *   await client.read("/version");
 * } catch (error) {
 *   if (error instanceof CredentialError) console.error(`log in again: ${error.message}`);
 *   else throw error;
 * }
 * ```
 */
export class CredentialError extends Error {
  override readonly name = "CredentialError";
}

/**
 * Returns the Authorization header of a bearer token. @throws CredentialError that names `origin`, but not the token,
 * if the token is empty or contains invalid characters
 */
export function bearer(token: string, origin: string): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const problem = token === "" ? "is empty" : "holds characters that no header can carry";
    throw new CredentialError(`the token of ${origin} ${problem}`);
  }
  return { authorization: `Bearer ${token}` };
}

/** Returns the Authorization header of basic authentication. */
export function basic(username: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}
