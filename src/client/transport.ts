/** How requests reach a server: over a socket, or through the memory of one process. */

/** One request, whole. */
export interface TransportRequest {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | undefined;
  /** Breaks the request off, also while its answer is read. */
  readonly signal?: AbortSignal | undefined;
}

/** The head of an answer, and its body as it comes. */
export interface TransportResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  /** The pieces as they come; ending the iteration early breaks the request off. */
  readonly body: AsyncIterable<Uint8Array>;
}

/** Carries requests to one server. */
export interface Transport {
  /** @throws ConnectionError when there is no answer; the signal's reason */
  send(request: TransportRequest): Promise<TransportResponse>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

/** No answer, or not all of one. Whether the request had an effect is not known. */
export class ConnectionError extends Error {
  override readonly name = "ConnectionError";
}
