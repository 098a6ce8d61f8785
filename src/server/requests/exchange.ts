/**
 * One request and its response, independent of the transport: HTTP/2, HTTP/1.1, or memory. The rest of the server uses
 * the transport only through this interface. Writing to a disconnected client does nothing.
 */
import type { TLSSocket } from "node:tls";

/** Value of a response header. A list is sent as several headers of the same name. */
export type HeaderValue = string | readonly string[];
/** Response headers by their names in lower case. */
export type ResponseHeaders = Readonly<Record<string, HeaderValue>>;

/** The client's end of a connection. All requests of the connection share it. */
export interface Peer {
  /** IP address of the client. Empty for clients in this process. */
  readonly address: string;
  /** The TLS connection. Undefined for clients in this process. */
  readonly tls: TLSSocket | undefined;
  /** Values that filters keep for later requests of the same connection. */
  readonly memo: Map<symbol, unknown>;
  /** Ends an HTTP/2 connection after its open requests have ended. Undefined for other connections. */
  readonly endConnection?: (() => void) | undefined;
}

/** Writes a response body in pieces. */
export interface BodyWriter {
  /** Returns false if the caller should wait for `drained()` before it writes more. */
  write(bytes: Buffer): boolean;
  /** Resolves when the client can take more, or has disconnected. */
  drained(): Promise<void>;
  end(): void;
}

/** How the pieces of a body are divided into messages of a WebSocket connection. */
export interface MessageFraming {
  readonly isText: boolean;
  /** Returns the messages in a piece that is written. */
  messagesIn(bytes: Buffer): Iterable<Buffer>;
}

/** One request and its response. */
export interface Exchange {
  readonly method: string;
  /** Path and query as the client sent them. */
  readonly target: string;
  readonly peer: Peer;
  /**
   * Returns a request header.
   * @param name in lower case. Several values are joined with a comma.
   */
  header(name: string): string | undefined;
  /** Returns the values of a request header, as the client sent them. @param name in lower case */
  headerValues(name: string): readonly string[];
  /** Returns the names of the request headers, in lower case. */
  headerNames(): readonly string[];
  /**
   * Replaces a request header, or removes it, so that nothing later reads it.
   * @param name in lower case, of a header that the request has
   */
  replaceHeader(name: string, value: string | undefined): void;
  /**
   * Returns the whole body.
   * @throws StatusError 413 for more than `bytesMax`, 400 if the client disconnects
   */
  readBody(bytesMax: number): Promise<Buffer>;
  /** Releases the request headers. Called when they will not be read again. */
  releaseHeaders(): void;
  /** Whether a response has begun. No other response can be sent then. */
  readonly hasResponse: boolean;
  /** Whether the client has disconnected. */
  readonly isClosed: boolean;
  /** Why the exchange was closed, if this process did it in place of the client. */
  readonly closeReason?: Error | undefined;
  /** Calls `listener` once, when the client disconnects or the response is complete. */
  onClose(listener: () => void): void;
  /** Sends a response with a complete body. */
  respond(status: number, headers: ResponseHeaders, body: Buffer): void;
  /** Sends the head of a response. The body follows in pieces. */
  begin(status: number, headers: ResponseHeaders): BodyWriter;
  /**
   * Responds with 101 and switches to the WebSocket protocol. Absent if the client does not ask for that, or the
   * transport does not support it.
   */
  beginWebSocket?(headers: ResponseHeaders, framing: MessageFraming): BodyWriter;
  /** Ends the exchange without completing the response. */
  destroy(): void;
}
