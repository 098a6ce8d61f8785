/** A request that the server processes: the exchange, and the values that filters have set. */

import { setMaxListeners } from "node:events";
import type { AuditNotes } from "../../audit/index.ts";
import { anonymous, type User } from "../../authn/index.ts";
import { assert } from "../../base/assert.ts";
import type { Clock } from "../../base/clock.ts";
import type { LinkedSetEntry } from "../../base/linked-set.ts";
import type { Logger } from "../../base/logger.ts";
import { splitOnce } from "../../base/split-once.ts";
import type { GroupVersionResource } from "../../meta/group-version.ts";
import type { TimeStore } from "../../registry/index.ts";
import { type CallTrace, endWithBody } from "./call-trace.ts";
import type { Deprecation } from "./deprecation.ts";
import type { BodyWriter, Exchange, HeaderValue, MessageFraming, ResponseHeaders } from "./exchange.ts";
import { Query } from "./query.ts";
import type { RequestInfo } from "./request-info.ts";
import { Warnings } from "./warnings.ts";

/** Whether responses are compressed, and from which size on. */
export interface Compression {
  readonly enabled: boolean;
  readonly bytesMin: number;
}

/** Values that the server assigns to a call. */
export interface CallContext {
  /** Id of the request in audit events and in the response. The client may have chosen it. */
  readonly id: string;
  readonly startedMs: number;
  readonly logger: Logger;
  readonly compression: Compression;
  readonly clock: Clock;
}

/** Longest id of a request in the log, as in the reference. */
const loggedIdCharsMax = 64;

/** Names of the resource or subresource that serves a request. */
export interface CallTarget extends GroupVersionResource {
  /** Empty for the resource itself. */
  readonly subresource: string;
}

const noAnnotations: ReadonlyMap<string, string> = new Map();
const noLatencies: ReadonlyMap<string, number> = new Map();

/** A request, and the way to respond to it. */
export class Call {
  readonly exchange: Exchange;
  /** Entry in the API server's set of open calls. */
  openCallsEntry: LinkedSetEntry<Call> | undefined;
  readonly method: string;
  /** The path as the client sent it, without the query. */
  readonly rawPath: string;
  /** Id of the request in the log: the start of `auditId`. */
  readonly id: string;
  /** Id of the request in audit events, and in the response's `audit-id` header. */
  readonly auditId: string;
  readonly startedMs: number;
  readonly logger: Logger;
  readonly compression: Compression;
  /** Verb, resource and name of the request. Until the filter `info` has read them, a plain path. */
  info: RequestInfo;
  /** User as whom the request acts. Anonymous until the filter `authenticate` has identified the user. */
  user: User = anonymous;
  /** User who sends the request, if it acts as another user. */
  impersonator: User | undefined;
  /** Set by the filter `info` if an endpoint serves the request. */
  target: CallTarget | undefined;
  /** Set by the router if the path has a CBOR form. Errors before that are never sent in CBOR. */
  servesCbor = false;
  /** Set by the verb for requests with `dryRun`, which store nothing. */
  dryRun = false;
  /**
   * Set by a filter that denies the request because of its user. As in the reference, the response then has
   * `x-content-type-options`.
   */
  isDenied = false;
  /** The spans of the request. Undefined if it is not traced. */
  trace: CallTrace | undefined;
  /** Set for requests to deprecated versions. */
  deprecation: Deprecation | undefined;
  /** Monotonic time at which the time of the request is over, in milliseconds. */
  deadlineMs = Number.POSITIVE_INFINITY;
  /** Status of the response. 0 until the response begins. */
  status = 0;
  /** Bytes of the body of the request. Undefined until it has been read. */
  requestBytes: number | undefined;
  /** Bytes of the response body that have been sent, after compression. Those of watches are not counted. */
  responseBytes = 0;
  /** Notes for the audit events of the request. Undefined if it is not recorded. */
  audit: AuditNotes | undefined;
  /** Resolves when the response has left after its audit event was stored. Undefined if it did not have to wait. */
  waitingResponse: Promise<void> | undefined;
  #isDetached = false;
  #hasEnded = false;
  readonly #clock: Clock;
  readonly #queryText: string;
  #query: Query | undefined;
  #abort: AbortController | undefined;
  #endListeners: ((call: Call) => void)[] | undefined;
  #warnings: Warnings | undefined;
  #annotations: Map<string, string> | undefined;
  #latencies: Map<string, number> | undefined;
  #setHeaders: Record<string, string> | undefined;
  #body: Promise<Buffer> | undefined;

  constructor(exchange: Exchange, context: CallContext) {
    this.exchange = exchange;
    this.method = exchange.method;
    [this.rawPath, this.#queryText = ""] = splitOnce(exchange.target, "?");
    this.info = { isResource: false, path: this.rawPath, verb: exchange.method.toLowerCase(), pathFault: undefined };
    this.auditId = context.id;
    this.id = context.id.length > loggedIdCharsMax ? context.id.slice(0, loggedIdCharsMax) : context.id;
    this.startedMs = context.startedMs;
    this.logger = context.logger;
    this.compression = context.compression;
    this.#clock = context.clock;
  }

  /** The parsed query. It is parsed at the first access. */
  get query(): Query {
    this.#query ??= new Query(this.#queryText);
    return this.#query;
  }

  /**
   * Returns the whole body of the request. Further calls return the same body.
   * @param bytesMax must be the same in each call
   * @throws StatusError 413 for more than `bytesMax`, 400 if the client disconnects
   */
  readBody(bytesMax: number): Promise<Buffer> {
    this.#body ??= this.#readBody(bytesMax);
    return this.#body;
  }

  async #readBody(bytesMax: number): Promise<Buffer> {
    const body = await this.exchange.readBody(bytesMax);
    this.requestBytes = body.length;
    return body;
  }

  get hasQuery(): boolean {
    return this.#queryText !== "";
  }

  /** The annotations of the request's audit event. */
  get annotations(): ReadonlyMap<string, string> {
    return this.#annotations ?? noAnnotations;
  }

  /** Adds an annotation to the request's audit event. A second value of the same key is ignored. */
  annotate(key: string, value: string): void {
    this.#annotations ??= new Map();
    if (!this.#annotations.has(key)) this.#annotations.set(key, value);
  }

  /** Adds an annotation to the request's audit event if it records objects. @param value returns the value */
  annotateObjects(key: string, value: () => string): void {
    if (this.audit?.notesRequests) this.annotate(key, value());
  }

  /** The user as whom the request acts, if it is not the sender. */
  get impersonatedUser(): User | undefined {
    return this.impersonator && this.user;
  }

  /**
   * Durations of parts of the request, in milliseconds. Those of webhooks and queues are always recorded, those of other parts only
   * if the request is.
   */
  get latencies(): ReadonlyMap<string, number> {
    return this.#latencies ?? noLatencies;
  }

  /**
   * Records the duration of a part of the request for metrics and for the audit event.
   * @param combine with earlier durations of the part: their sum, or the longest one if they overlap
   */
  addLatency(part: string, durationMs: number, combine: "sum" | "longest"): void {
    this.#latencies ??= new Map();
    const earlierMs = this.#latencies.get(part) ?? 0;
    this.#latencies.set(part, combine === "sum" ? earlierMs + durationMs : Math.max(earlierMs, durationMs));
  }

  /** Runs a step, and adds its duration to that of the part if the request is recorded. */
  measure<T>(part: string, run: () => T): T {
    if (!this.audit) return run();
    const startMs = this.#clock.monotonicMs();
    try {
      return run();
    } finally {
      this.addLatency(part, this.#clock.monotonicMs() - startMs, "sum");
    }
  }

  /** Measures the steps in the store. Undefined if the request is not recorded. */
  get timeStore(): TimeStore | undefined {
    if (!this.audit) return undefined;
    return async (run) => {
      const startMs = this.#clock.monotonicMs();
      try {
        return await run();
      } finally {
        this.addLatency("etcd", this.#clock.monotonicMs() - startMs, "sum");
      }
    };
  }

  /** Signal that is aborted when the client disconnects before `end()`, or the request's time is over. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      this.#abort = new AbortController();
      // One request can run many parts at the same time, such as calls of webhooks. Each adds a listener until it ends.
      setMaxListeners(0, this.#abort.signal);
      this.exchange.onClose(() => this.#abortUnfinished());
      if (this.exchange.isClosed) this.#abortUnfinished();
    }
    return this.#abort.signal;
  }

  /** Aborts `signal` because the client has gone. Nothing waits for a call that has ended, and an abort takes 15 us. */
  #abortUnfinished(): void {
    if (!this.#hasEnded) this.#abort?.abort(this.exchange.closeReason ?? new Error("the client has gone"));
  }

  /** Aborts `signal`, and so the work that waits for it. */
  abort(reason: Error): void {
    this.#abort ??= new AbortController();
    this.#abort.abort(reason);
  }

  /**
   * Calls `listener` when the response is complete or broken off. The listener receives the call, so that one function
   * can serve all calls.
   */
  onEnd(listener: (call: Call) => void): void {
    // The array is replaced, because V8 reserves room for 16 more elements when an array grows by push().
    this.#endListeners = this.#endListeners ? [...this.#endListeners, listener] : [listener];
  }

  /** Whether the response continues after the handler has returned. */
  get isDetached(): boolean {
    return this.#isDetached;
  }

  /**
   * Makes the response continue after the handler has returned, as a watch does. `end()` must be called when it is
   * complete. Releases the query and the request headers, because there may be very many such calls.
   */
  detach(): void {
    this.#isDetached = true;
    this.#query = undefined;
    this.exchange.releaseHeaders();
  }

  /**
   * Runs the listeners of `onEnd()`. Called when the response is complete or broken off, by the API server or, after
   * `detach()`, by the code that writes the response.
   */
  end(): void {
    this.#hasEnded = true;
    const listeners = this.#endListeners;
    this.#endListeners = undefined;
    for (const listener of listeners ?? []) listener(this);
  }

  /**
   * Sets a header of the response, including error responses. Meant for filters, before the handler runs. It replaces a
   * header that every response has, such as `cache-control`, but not one that the handler sets.
   * @param name in lower case
   * @throws AssertionError if the response has begun
   */
  setHeader(name: string, value: string): void {
    assert(!this.exchange.hasResponse, `the header ${name} is set before the response begins`);
    this.#setHeaders ??= {};
    this.#setHeaders[name] = value;
  }

  /**
   * Adds a Warning header to the response. A repeated text is sent once. `Warnings` limits the length of all texts
   * together.
   */
  warn(message: string): void {
    this.#warnings ??= new Warnings();
    this.#warnings.add(message);
  }

  /** Warns the client that the version is deprecated, and marks the call for the metrics. */
  deprecate(deprecation: Deprecation): void {
    this.deprecation = deprecation;
    this.warn(deprecation.warning);
    if (this.audit) for (const [key, value] of deprecation.annotations) this.annotate(key, value);
  }

  /** Sends a response with a complete body. */
  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    if (this.waitingResponse) return;
    this.status = status;
    this.responseBytes = body.length;
    const stored = this.#completeAudit();
    this.trace?.serialize(status, headers)?.end();
    if (!stored) return this.exchange.respond(status, this.#headers(headers), body);
    this.waitingResponse = stored.then(() => this.exchange.respond(status, this.#headers(headers), body));
  }

  /** Records the end of the response. @returns a promise if the end must wait until the event is stored */
  #completeAudit(): Promise<void> | undefined {
    const stored = this.audit?.complete(this.status);
    // As in the reference, a response that comes too late does not wait for a slow audit log.
    return this.#abort?.signal.aborted ? undefined : stored;
  }

  respondText(status: number, text: string, headers: ResponseHeaders = {}): void {
    const type = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
    this.respond(status, { ...type, ...headers }, Buffer.from(text));
  }

  /** Begins a response whose body is written in pieces. */
  begin(status: number, headers: ResponseHeaders): BodyWriter {
    this.status = status;
    this.audit?.begin(status);
    const writer = this.exchange.begin(status, this.#headers(headers));
    if (this.info.verb === "watch") return writer;
    return endWithBody(this.#counting(writer), this.trace?.serialize(status, headers));
  }

  #counting(writer: BodyWriter): BodyWriter {
    return {
      write: (bytes) => {
        this.responseBytes += bytes.length;
        return this.measure("response-write", () => writer.write(bytes));
      },
      drained: () => (this.audit ? this.#waitForClient(writer) : writer.drained()),
      end: () => {
        const stored = this.#completeAudit();
        if (!stored) return writer.end();
        this.waitingResponse = stored.then(() => writer.end());
      },
    };
  }

  async #waitForClient(writer: BodyWriter): Promise<void> {
    const startMs = this.#clock.monotonicMs();
    await writer.drained();
    this.addLatency("response-write", this.#clock.monotonicMs() - startMs, "sum");
  }

  /**
   * Switches to the WebSocket protocol.
   * @throws TypeError if the client has not requested it
   */
  beginWebSocket(headers: ResponseHeaders, framing: MessageFraming): BodyWriter {
    const writer = this.exchange.beginWebSocket?.({ ...this.#setHeaders, ...headers }, framing);
    if (!writer) throw new TypeError("the client has not requested the WebSocket protocol");
    this.status = 101;
    this.audit?.begin(101);
    return writer;
  }

  /** Returns the headers of a response: those of every response, those of filters, `more`, and warnings. */
  #headers(more: Readonly<Record<string, HeaderValue>>): ResponseHeaders {
    const headers: Record<string, HeaderValue> = {
      "audit-id": this.auditId,
      "cache-control": "no-cache, private",
      ...this.#setHeaders,
      ...more,
    };
    if (this.#warnings) headers["warning"] = this.#warnings.headers();
    return headers;
  }
}
