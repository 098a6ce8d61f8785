/** Limits of connections and requests. They apply before a client is authenticated. */
export interface TransportLimits {
  /** Total size of a request's headers. */
  readonly headerBytesMax: number;
  /** Number of a request's headers. */
  readonly headersMax: number;
  /** Number of requests that may wait on an HTTP/1.1 connection while an earlier one is handled. */
  readonly pipelinedMax: number;
  /** Number of requests that may be open on an HTTP/2 connection. */
  readonly streamsMax: number;
  /** Time from the connection to the end of the TLS handshake. */
  readonly handshakeTimeoutMs: number;
  /** Time from the first byte of a request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** Time to the end of the request's body. */
  readonly requestTimeoutMs: number;
  /** A complete response is aborted if its client reads nothing of it for this time. */
  readonly responseTimeoutMs: number;
  /** A connection without requests is closed after this time. */
  readonly idleTimeoutMs: number;
  /** Time that a connection has for its first request, after the listener has begun to drain. */
  readonly firstRequestMs: number;
  /** Maximum time to send unfinished responses when the server closes. */
  readonly closeTimeoutMs: number;
}
