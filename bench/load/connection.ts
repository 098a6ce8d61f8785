/** The interface of the load generator's connections, which is independent of the protocol. */
import type { TLSSocket } from "node:tls";

/** A request that is sent many times. */
export interface RequestTemplate {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Body. Each run of `#` in path or body is replaced by a counting number, padded with zeros. */
  readonly body?: string;
  /** `latin1` if each character of the body is one byte, as in protobuf. Default: `utf8`. */
  readonly bodyEncoding?: "utf8" | "latin1";
  /** Bearer tokens that the requests send in turn, by their numbers. Only over HTTP/2. */
  readonly tokens?: readonly string[];
}

/** Status and size of a whole response. */
export interface ResponseSummary {
  readonly status: number;
  readonly bodyBytes: number;
}

/** One connection that sends the same request many times. */
export interface Connection {
  /** Number of concurrent requests that the connection can send. */
  readonly streams: number;
  /** Sends one request with `number` as its counter. Calls `onAnswer` at the end of the response. */
  send(number: number, onAnswer: (answer: ResponseSummary) => void): void;
  /**
   * Sends one request whose response does not end. Calls `onHead` for the head, and `onBody` for each piece of the
   * body.
   */
  listen(number: number, onHead: (status: number) => void, onBody: (piece: Buffer) => void): void;
  close(): void;
}

/** Creates the connection of a protocol on an open socket. */
export type OpenConnection = (socket: TLSSocket, template: RequestTemplate, streams: number) => Connection;

/** Position of a counter in the bytes of a template. */
export interface CounterPosition {
  readonly offset: number;
  readonly digits: number;
}

/** Returns each run of `#`. */
export function findCounters(bytes: Buffer): readonly CounterPosition[] {
  return [...bytes.toString("latin1").matchAll(/#+/g)].map((run) => ({ offset: run.index, digits: run[0].length }));
}

/** Writes the number into each counter. A counter that is too short gets the number's last digits. */
export function writeCounters(bytes: Buffer, counters: readonly CounterPosition[], number: number): void {
  for (const { offset, digits } of counters) {
    bytes.write(String(number).padStart(digits, "0").slice(-digits), offset, "latin1");
  }
}
