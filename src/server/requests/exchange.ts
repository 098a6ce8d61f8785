/**
 * One request and its answer, whatever carries them: HTTP/2, HTTP/1.1, or memory. All that the rest of the server knows
 * of the transport is here. Writing to a client that has gone is harmless everywhere.
 */
import type { TLSSocket } from "node:tls";

export type HeaderValue = string | readonly string[];
export type ResponseHeaders = Readonly<Record<string, HeaderValue>>;

/** What is known of the other end of a connection; shared by its requests. */
export interface Peer {
  /** Address of the client; empty for clients in this process. */
  readonly address: string;
  /** The connection, when it is encrypted. */
  readonly tls: TLSSocket | undefined;
  /** What filters keep for later requests of the connection. */
  readonly memo: Map<symbol, unknown>;
  /** Ends an HTTP/2 connection once the requests under way are answered. Undefined for other connections. */
  readonly endConnection?: (() => void) | undefined;
}

/** The body of an answer that is written piece by piece. */
export interface BodyWriter {
  /** @returns false when the client should be given time; see `drained` */
  write(bytes: Buffer): boolean;
  /** Resolves when the client can take more, or has gone. */
  drained(): Promise<void>;
  end(): void;
}

/** How the pieces of a body become messages of a WebSocket connection. */
export interface MessageFraming {
  readonly isText: boolean;
  /** The messages in a piece that is written. */
  messagesIn(bytes: Buffer): Iterable<Buffer>;
}

export interface Exchange {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly peer: Peer;
  /** The request header in lower case; several values are joined with a comma. */
  header(name: string): string | undefined;
  /** Names of the request headers, in lower case. */
  headerNames(): readonly string[];
  /**
   * The whole body.
   * @throws StatusError 413 over `bytesMax`, 400 when the client breaks off
   */
  readBody(bytesMax: number): Promise<Buffer>;
  /** Nobody will ask for request headers any more: they need not be kept. */
  releaseHeaders(): void;
  /** True once an answer has begun; from then on nothing else can be answered. */
  readonly hasResponse: boolean;
  /** True once the client has gone. */
  readonly isClosed: boolean;
  /** Calls `listener` once when the client goes, or the answer is complete. */
  onClose(listener: () => void): void;
  /** The whole answer at once. */
  respond(status: number, headers: ResponseHeaders, body: Buffer): void;
  /** The head of an answer; the body follows in pieces. */
  begin(status: number, headers: ResponseHeaders): BodyWriter;
  /**
   * Answers with 101 and continues in the WebSocket protocol. Absent where the client does not ask for that, or the
   * transport cannot.
   */
  beginWebSocket?(headers: ResponseHeaders, framing: MessageFraming): BodyWriter;
  /** Breaks the exchange off, when an answer that has begun cannot be completed. */
  destroy(): void;
}
