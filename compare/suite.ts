/**
 * The comparison with the reference: the same requests go to two servers, and every answer is compared.
 *
 * How to write a suite:
 *
 * - A suite is a file in `compare/suites/` that exports a `Suite`, listed in `compare/suites/index.ts`.
 * - Its scenarios are short programs. Each runs once against either server, side by side, and sends requests with
 *   `server.send()`. The frame records and compares every exchange: status, headers and body.
 * - A scenario may use what came back (a resource version, an address), because each server runs its own copy.
 * - Both copies must make the same choices. Take them from the random source in `scenarios()`, before `run()` starts, by
 *   the functions of `random-choices.ts`. `sequences/random-objects.ts` chooses objects of all kinds.
 * - Scenarios run side by side. Each works in its own namespace (`server.namespace`), which exists when `run()` starts, and
 *   names cluster-wide objects with `server.name("x")`.
 * - The frame replaces what must differ before it compares: uids, resource versions, times, generated names and
 *   allocated addresses and ports. `normalise.ts` holds these rules. Equal values stay equal, so a wrong one is seen.
 * - `npm run compare -- NAME --case=TITLE` runs one scenario and prints every difference in full.
 */
import type { Random } from "../src/base/random.ts";

/** Parsed JSON. Loosely typed, because scenarios look into objects of every kind. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any;

/** One request of a scenario. */
export interface ComparedRequest {
  /** Default: GET, or POST with a body. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  /**
   * Whether the target is sent byte by byte, one byte to a character. By default it is resolved like a link: without dots
   * and with escapes for other characters.
   */
  readonly isTargetExact?: boolean;
  /** Whether the client presents no certificate. */
  readonly isAnonymous?: boolean;
}

/** A server's response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The parsed body; undefined if it is no JSON. */
  readonly json: Json;
}

/** A watch that a scenario has started. */
export interface ComparedWatch {
  /** Resolves when `count` events have arrived in all, or the stream has ended, or ten seconds are over. */
  upTo(count: number): Promise<void>;
  /** Closes the stream. Whatever arrived before counts as the body of the exchange. */
  close(): Promise<void>;
}

/** One of the two servers, as a scenario uses it. */
export interface ComparedServer {
  /** Namespace of this scenario. It exists already. */
  readonly namespace: string;
  /** Returns a name for a cluster-wide object that no other scenario uses. */
  name(base: string): string;
  /**
   * Sends a request, records the exchange, and returns the answer. A server that breaks the connection gives status 0.
   * @param target path and query
   */
  send(target: string, request?: ComparedRequest): Promise<Answer>;
  /**
   * Sends bytes, one to a character, over a connection of their own, and records the first response to them. Several may
   * be sent at a time.
   */
  sendBytes(bytes: string): Promise<Answer>;
  /**
   * Sends frames of HTTP/2 over a connection of their own, and records what became of the streams and of the connection.
   * Several may be sent at a time.
   * @param name what is sent
   */
  sendFrames(name: string, frames: Buffer): Promise<Answer>;
  /** Sends a request that prepares the scenario. Its answer is not compared; one that is no success fails the scenario. */
  prepare(target: string, request?: ComparedRequest): Promise<Answer>;
  /** Starts a watch. A refusal is recorded as an ordinary exchange. */
  watch(target: string, request?: ComparedRequest): Promise<ComparedWatch>;
}

/** A short program that runs against both servers. */
export interface Scenario {
  /** Names the scenario in reports. Unique in its suite. */
  readonly title: string;
  run(server: ComparedServer): Promise<void>;
}

/** Requests of one area. */
export interface Suite {
  readonly name: string;
  /** Description of the requests, for the help. */
  readonly covers: string;
  /** False if no scenario uses `server.namespace`; the frame then creates none. */
  readonly usesNamespaces: boolean;
  /**
   * Names of headers (lower case) that are not compared in this suite, besides those that no suite compares.
   */
  readonly ignoredHeaders?: readonly string[];
  /** Returns a body without what this suite does not compare. Default: the body as it came. */
  readonly rewriteBody?: (text: string) => string;
  /**
   * Makes the scenarios. A random suite may go on for ever; the runner takes `standardCount` of them, or as many as the
   * time allows.
   */
  scenarios(random: Random): Iterable<Scenario>;
  /** How many scenarios a standard run takes. Infinity takes all of a suite that ends. */
  readonly standardCount: number;
}
