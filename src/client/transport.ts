/** The interface that carries requests to a server, over a socket or within the process. */

/** A complete request. */
export interface TransportRequest {
  /** HTTP method in upper case. */
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** The complete body. Undefined for none. */
  readonly body?: string | Uint8Array | undefined;
  /** Aborts the request. Also ends the body of its response. */
  readonly signal?: AbortSignal | undefined;
}

/** The status and headers of a response, and its body as a stream. */
export interface TransportResponse {
  /** HTTP status code. */
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The body in chunks. Ending the iteration early aborts the request. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Carries requests to one server. */
export interface Transport {
  /**
   * Sends a request, and resolves with the head of the response.
   * @param request the complete request; its signal also ends the body of the response
   * @throws ConnectionError if there is no response; the
   * signal's reason if it is aborted
   */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Aborts all requests in progress and closes the connections. */
  close(): Promise<void>;
}

/**
 * The server did not respond, or its response is incomplete. The request may or may not have been performed.
 * @example
 * ```ts
 * try {
 *   await client.read("/readyz");
 * } catch (error) {
 *   if (!(error instanceof ConnectionError)) throw error;
 *   console.error(`no response: ${error.message}`);
 * }
 * ```
 */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}
