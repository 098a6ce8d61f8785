/** How a transport learns with what a request proves who asks. */

export interface Certificate {
  /** The certificate, and those above it, in PEM. */
  readonly cert: string;
  /** Its private key in PEM. */
  readonly key: string;
}

/** What one request is sent with. */
export interface RequestCredentials {
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The same object for as long as certificate and key stay the same: another one means that connections which were
   * made with the former may not be used for further requests.
   */
  readonly certificate?: Certificate;
}

/** What proves who asks, as it is now: files are read again, plugins run again. */
export interface Credentials {
  /**
   * What the next request is to be sent with; asked for each request, and cheap while nothing changes.
   * @param signal gives up waiting; others who wait for the same go on
   * @throws CredentialError when there are none
   */
  current(signal: AbortSignal): Promise<RequestCredentials>;
  /**
   * The server answered 401: the next `current()` gets new ones.
   * @param refused those that the request had; nothing happens when they were replaced meanwhile
   */
  invalidate(refused?: RequestCredentials): void;
}

/** Nobody can say who asks. The message is one sentence that names where the credentials were to come from. */
export class CredentialError extends Error {
  override readonly name = "CredentialError";
}

/** @throws CredentialError naming `origin`, never the token, when no header can carry it */
export function bearer(token: string, origin: string): Record<string, string> {
  if (!/^[\x21-\x7e]+$/.test(token)) {
    const problem = token === "" ? "is empty" : "holds characters that no header can carry";
    throw new CredentialError(`the token of ${origin} ${problem}`);
  }
  return { authorization: `Bearer ${token}` };
}

export function basic(username: string, password: string): Record<string, string> {
  return { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}` };
}
