/** What the load generator asks of a connection, whatever the protocol. */
import type { TLSSocket } from "node:tls";

/** A request that is sent over and over. */
export interface RequestTemplate {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** A run of `#` in path or body is replaced by a number that counts up, padded with zeros. */
  readonly body?: string;
}

export interface Answered {
  readonly status: number;
  readonly bodyBytes: number;
}

export interface Connection {
  /** How many requests may be under way at a time. */
  readonly streams: number;
  /** Sends one request; `number` fills the template's counter. Calls back when its answer has ended. */
  send(number: number, onAnswer: (answer: Answered) => void): void;
  /** Sends one request, whose answer does not end; tells of the head and of every piece of the body. */
  listen(number: number, onHead: (status: number) => void, onBody: (piece: Buffer) => void): void;
  close(): void;
}

export type OpenConnection = (socket: TLSSocket, template: RequestTemplate, streams: number) => Connection;

/** Where a template's counter stands in its bytes. */
export interface Counter {
  readonly offset: number;
  readonly digits: number;
}

export function findCounters(bytes: Buffer): readonly Counter[] {
  return [...bytes.toString("latin1").matchAll(/#+/g)].map((run) => ({ offset: run.index, digits: run[0].length }));
}

/** Writes as many of the number's last digits as there is room for. */
export function writeCounters(bytes: Buffer, counters: readonly Counter[], number: number): void {
  for (const { offset, digits } of counters) {
    bytes.write(String(number).padStart(digits, "0").slice(-digits), offset, "latin1");
  }
}
