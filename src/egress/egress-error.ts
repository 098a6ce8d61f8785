/** Errors of outbound requests. */

/** The part of a request that failed. */
export type EgressFailure =
  /** The host has no address, or none that is allowed. */
  | "address"
  /** No connection could be opened. */
  | "connect"
  /** The TLS handshake failed, or the server's certificate was rejected. */
  | "tls"
  /** The server closed the connection without an HTTP response. */
  | "closed"
  /** The server reset the connection. Another attempt may succeed. */
  | "reset"
  /** The time limit passed. */
  | "timeout"
  /** The response is not HTTP/1.1, or exceeds a limit. */
  | "response"
  /** The client has too many requests, or is closed. */
  | "client";

/** Request that failed, for the message of an error. */
export interface FailedRequest {
  readonly method: string;
  readonly url: URL;
  /** Whether messages show the port of the URL even if it is 443. The reference shows it for Services. Default: false. */
  readonly showsPort?: boolean;
}

/**
 * An outbound request failed without a complete response. The message has the reference's words, because users see it in
 * responses of this server. It contains neither headers, nor bodies, nor the password of a URL.
 */
export class EgressError extends Error {
  override readonly name = "EgressError";
  readonly failure: EgressFailure;
  /** The message without the method and the URL. */
  readonly reason: string;
  /** Whether the response failed after its headers. */
  readonly isInBody: boolean;

  /** @param request undefined for failures while the body is read, because the reference does not name the request there */
  constructor(failure: EgressFailure, reason: string, request?: FailedRequest) {
    super(request ? `${operationOf(request)} "${shownUrl(request)}": ${reason}` : reason);
    this.failure = failure;
    this.reason = reason;
    this.isInBody = request === undefined;
  }
}

/** Returns the error of a request whose time limit passed. @param request see `EgressError` */
export function timeoutError(isReadingBody: boolean, request?: FailedRequest): EgressError {
  const phase = isReadingBody ? "or context cancellation while reading body" : "exceeded while awaiting headers";
  return new EgressError("timeout", `context deadline exceeded (Client.Timeout ${phase})`, request);
}

/** Returns the method in the spelling of Go's HTTP client: `Post`. */
function operationOf({ method }: FailedRequest): string {
  return method.slice(0, 1) + method.slice(1).toLowerCase();
}

/** Returns the URL with a placeholder instead of the password, like Go's HTTP client. */
function shownUrl({ url, showsPort = false }: FailedRequest): string {
  if (showsPort && url.port === "") return url.href.replace(`//${url.host}/`, `//${url.host}:443/`);
  if (url.password === "") return url.href;
  const shown = new URL(url);
  shown.password = "***";
  return shown.href;
}
