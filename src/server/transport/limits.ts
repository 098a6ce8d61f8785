/** What a client may cost before anything is known of it, and what its connections may. */
export interface TransportLimits {
  /** All headers of a request together. */
  readonly headerBytesMax: number;
  /** Headers of a request. */
  readonly headersMax: number;
  /** Requests that an HTTP/1.1 client may have sent before it is answered. */
  readonly pipelinedMax: number;
  /** Requests that one HTTP/2 connection may have under way. */
  readonly streamsMax: number;
  /** From the connection to the end of the TLS handshake. */
  readonly handshakeTimeoutMs: number;
  /** From the first byte of a request to the end of its headers. */
  readonly headersTimeoutMs: number;
  /** To the end of the request's body. */
  readonly requestTimeoutMs: number;
  /** A complete answer of which the client takes nothing for so long is broken off. */
  readonly answerTimeoutMs: number;
  /** A connection without a request is closed after this. */
  readonly idleTimeoutMs: number;
  /** What is on its way to clients when the server closes may take so long. */
  readonly closeTimeoutMs: number;
}
