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
import type { ClientCertificate } from "../test/authentication/reference/client-certificates.ts";
import type { RunningServer } from "./servers.ts";

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
   * Whether the target is sent unchanged, one byte per character. By default it is resolved like a link: dots are
   * removed and special characters are escaped.
   */
  readonly isTargetExact?: boolean;
  /** Whether the client presents no certificate. */
  readonly isAnonymous?: boolean;
  /** Certificate that the client presents over a separate connection. Default: that of the administrator. */
  readonly certificate?: ClientCertificate;
}

/** A server's response. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** Parsed body. Undefined if it is not JSON. */
  readonly json: Json;
}

/** A watch that a scenario has started. */
export interface ComparedWatch {
  /** Resolves when `count` events have arrived in total, the stream has ended, or ten seconds have passed. */
  upTo(count: number): Promise<void>;
  /** Closes the stream. The events received so far are the body of the exchange. */
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
   * Sends bytes, one per character, over a separate connection, and records the first response. Concurrent calls are
   * possible.
   * @param certificate certificate of the client. Default: that of the administrator. `none` presents none
   */
  sendBytes(bytes: string, certificate?: ClientCertificate | "none"): Promise<Answer>;
  /**
   * Sends HTTP/2 frames over a separate connection, and records the outcome of the streams and of the connection.
   * Concurrent calls are possible.
   * @param name name of the frames in reports
   */
  sendFrames(name: string, frames: Buffer): Promise<Answer>;
  /** Sends a request that prepares the scenario. Its answer is not compared. The scenario fails if the request does. */
  prepare(target: string, request?: ComparedRequest): Promise<Answer>;
  /**
   * Repeats a GET until its answer satisfies the condition, and records the last one as a preparation. The scenario fails if
   * that takes too long.
   */
  until(
    target: string,
    isReached: (answer: Answer) => boolean,
    request?: Pick<ComparedRequest, "headers">,
  ): Promise<Answer>;
  /**
   * Records the events in the audit log about a request, as the body of an exchange. Waits until the request is complete.
   * @param auditId value of the header `Audit-ID` of the request
   */
  audit(auditId: string): Promise<void>;
  /**
   * Records the prefix of a stored value, which names the provider and the key, as the body of an exchange. Only for suites with
   * `plugins: "encrypted"`, which store their objects in etcd.
   * @param key key in the store, such as `/registry/secrets/default/a`
   * @returns the stored value
   */
  stored(key: string): Promise<Buffer>;
  /** Replaces a stored value, or creates one. */
  store(key: string, value: Uint8Array): Promise<void>;
  /**
   * Records the outcome of something that is no request, such as a TLS handshake, as the body of an exchange.
   * @param kind written in reports instead of the method
   * @param name written in reports instead of the target
   * @param run measures a server, and returns a value for JSON
   */
  measure(kind: string, name: string, run: (server: RunningServer) => Promise<unknown>): Promise<void>;
  /**
   * Starts another server with more flags, and stops it when `use` has ended. Only one such server runs at a time. Exchanges with it are
   * recorded like those of this server.
   */
  another(flags: readonly string[], use: (server: ComparedServer) => Promise<void>): Promise<void>;
  /** Starts a watch. A rejection is recorded as an ordinary exchange. */
  watch(target: string, request?: ComparedRequest): Promise<ComparedWatch>;
}

/** A short program that runs against both servers. */
export interface Scenario {
  /** Names the scenario in reports. Unique in its suite. */
  readonly title: string;
  run(server: ComparedServer): Promise<void>;
}

/**
 * Admission plugins of both servers. `usual`: those that are on by default, without those that change every Pod, or reject Pods
 * unless other objects exist. `pods`: all plugins of Pods. `configured`: plugins that a file configures. `mutating`: the usual ones, and
 * mutating policies. `cbor`: the usual ones, and CBOR. `audited`: the usual ones, with an audit log.
 * `encrypted`: the usual ones, with an audit log, encryption and the unsafe deletion of unreadable objects. `encrypted-locked`: the same without
 * this deletion, and without reloading of the configuration. `endpoint`: the usual ones, with flags about connections.
 * `features`: the usual ones, with all alpha and beta features.
 */
export type PluginChoice =
  | "usual"
  | "pods"
  | "configured"
  | "mutating"
  | "cbor"
  | "audited"
  | "encrypted"
  | "encrypted-locked"
  | "endpoint"
  | "features";

/** Requests of one area. */
export interface Suite {
  readonly name: string;
  /** Description of the requests, for the help. */
  readonly covers: string;
  /** False if no scenario uses `server.namespace`; the frame then creates none. */
  readonly usesNamespaces: boolean;
  /** The admission plugins of the servers. Default: `usual`. */
  readonly plugins?: PluginChoice;
  /**
   * Names of headers (lower case) that are not compared in this suite, besides those that no suite compares.
   */
  readonly ignoredHeaders?: readonly string[];
  /** Returns a body without the parts that this suite does not compare. Default: the whole body. */
  readonly rewriteBody?: (text: string) => string;
  /**
   * Yields the scenarios. A random suite may be infinite. The runner takes `standardCount` of them, or as many as the
   * time allows.
   */
  scenarios(random: Random): Iterable<Scenario>;
  /** Number of scenarios in a standard run. Infinity takes all scenarios of a finite suite. */
  readonly standardCount: number;
}
