/** One request on its way through the server: the exchange, and what the filters have found out about it. */
import { anonymous, type User } from "../../authn/index.ts";
import { assert } from "../../base/assert.ts";
import type { LinkedSetEntry } from "../../base/linked-set.ts";
import type { Logger } from "../../base/logger.ts";
import type { GroupVersionResource } from "../../meta/group-version.ts";
import type { Deprecation } from "../served/deprecation.ts";
import type { BodyWriter, Exchange, HeaderValue, MessageFraming, ResponseHeaders } from "./exchange.ts";
import { Query } from "./query.ts";
import type { RequestInfo } from "./request-info.ts";
import { Warnings } from "./warnings.ts";

/** Whether and from which size on answers are compressed. */
export interface Compression {
  readonly enabled: boolean;
  readonly bytesMin: number;
}

export interface CallContext {
  readonly id: string;
  readonly startedMs: number;
  readonly logger: Logger;
  readonly compression: Compression;
}

/** The resource that serves a request. */
export interface CallTarget extends GroupVersionResource {
  /** Empty for the objects themselves. */
  readonly subresource: string;
}

export class Call {
  readonly exchange: Exchange;
  /** Among those that are under way. */
  openCallsPlace: LinkedSetEntry<Call> | undefined;
  readonly method: string;
  /** As it came, without the query. */
  readonly rawPath: string;
  /** Identifies the request in the log and to the client. */
  readonly id: string;
  readonly startedMs: number;
  readonly logger: Logger;
  readonly compression: Compression;
  /** What the request is about; until the filter `info` has read it, a path of no meaning. */
  info: RequestInfo;
  /** Who asks; nobody known until the filter `authenticate` has found out. */
  user: User = anonymous;
  /** Set by the filter `info`, where something serves the request. */
  target: CallTarget | undefined;
  /** Set by the verb, for requests that change nothing. */
  dryRun = false;
  /** Set by a filter that denies the request because of its user. The response then has one more header. */
  isDenied = false;
  /** Set for requests of versions that are on their way out. */
  deprecation: Deprecation | undefined;
  /** The status of the answer; 0 until there is one. */
  status = 0;
  /** Bytes of the response's body so far, as they are sent. Those of watches are not counted. */
  responseBytes = 0;
  #isDetached = false;
  readonly #queryText: string;
  #query: Query | undefined;
  #abort: AbortController | undefined;
  #endListeners: ((call: Call) => void)[] | undefined;
  #warnings: Warnings | undefined;
  #setHeaders: Record<string, string> | undefined;
  #body: Promise<Buffer> | undefined;

  constructor(exchange: Exchange, context: CallContext) {
    this.exchange = exchange;
    this.method = exchange.method;
    const query = exchange.target.indexOf("?");
    this.rawPath = query < 0 ? exchange.target : exchange.target.slice(0, query);
    this.info = { isResource: false, path: this.rawPath, verb: exchange.method.toLowerCase(), pathFault: undefined };
    this.#queryText = query < 0 ? "" : exchange.target.slice(query + 1);
    this.id = context.id;
    this.startedMs = context.startedMs;
    this.logger = context.logger;
    this.compression = context.compression;
  }

  /** The query, parsed when it is first asked for. */
  get query(): Query {
    this.#query ??= new Query(this.#queryText);
    return this.#query;
  }

  /**
   * Returns the whole body of the request. It can be asked for again.
   * @param bytesMax the same at each call
   * @throws StatusError 413 over `bytesMax`, 400 when the client breaks off
   */
  readBody(bytesMax: number): Promise<Buffer> {
    this.#body ??= this.exchange.readBody(bytesMax);
    return this.#body;
  }

  get hasQuery(): boolean {
    return this.#queryText !== "";
  }

  /** Aborted when the client goes or the request's time is over. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      this.#abort = new AbortController();
      this.exchange.onClose(() => this.#abort?.abort(new Error("the client has gone")));
      if (this.exchange.isClosed) this.#abort.abort(new Error("the client has gone"));
    }
    return this.#abort.signal;
  }

  /** Ends what the request still does. */
  abort(reason: Error): void {
    this.#abort ??= new AbortController();
    this.#abort.abort(reason);
  }

  /**
   * Calls `listener` when the call has ended: its answer is complete, or broken off. It is given the call, so that one
   * function does for all calls.
   */
  onEnd(listener: (call: Call) => void): void {
    // An array that is pushed to has room for 16 more.
    this.#endListeners = this.#endListeners ? [...this.#endListeners, listener] : [listener];
  }

  /** True when the call does not end with its handler. */
  get isDetached(): boolean {
    return this.#isDetached;
  }

  /**
   * For a handler whose answer goes on when it has returned, such as a watch: whoever writes on calls `end()`. There may
   * be very many such calls, so that what only finding the handler took is let go.
   */
  detach(): void {
    this.#isDetached = true;
    this.#query = undefined;
    this.exchange.releaseHeaders();
  }

  /** The answer is complete, or broken off. For whoever runs the filters, and for calls that last. */
  end(): void {
    const listeners = this.#endListeners;
    this.#endListeners = undefined;
    for (const listener of listeners ?? []) listener(this);
  }

  /**
   * Sets a header of the response, whatever kind of response it will be. Meant for filters, before the handler runs. It
   * replaces a header that every response has, such as `cache-control`, but not one that the handler sets.
   * @param name in lower case
   * @throws AssertionError if the response has begun
   */
  setHeader(name: string, value: string): void {
    assert(!this.exchange.hasResponse, `the header ${name} is set before the response begins`);
    this.#setHeaders ??= {};
    this.#setHeaders[name] = value;
  }

  /** Adds a Warning header to the answer. Repeated texts are sent once; there is a limit to all of them together. */
  warn(message: string): void {
    this.#warnings ??= new Warnings();
    this.#warnings.add(message);
  }

  /** Tells the client, and whoever counts requests, that the version is on its way out. */
  deprecate(deprecation: Deprecation): void {
    this.deprecation = deprecation;
    this.warn(deprecation.warning);
  }

  /** Answers with the whole body at once. */
  respond(status: number, headers: ResponseHeaders, body: Buffer): void {
    this.status = status;
    this.responseBytes = body.length;
    this.exchange.respond(status, this.#headers(headers), body);
  }

  respondText(status: number, text: string, headers: ResponseHeaders = {}): void {
    const type = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };
    this.respond(status, { ...type, ...headers }, Buffer.from(text));
  }

  /** Begins an answer whose body follows in pieces. */
  begin(status: number, headers: ResponseHeaders): BodyWriter {
    this.status = status;
    const writer = this.exchange.begin(status, this.#headers(headers));
    return this.info.verb === "watch" ? writer : this.#counting(writer);
  }

  #counting(writer: BodyWriter): BodyWriter {
    return {
      write: (bytes) => {
        this.responseBytes += bytes.length;
        return writer.write(bytes);
      },
      drained: () => writer.drained(),
      end: () => writer.end(),
    };
  }

  /** Continues in the WebSocket protocol, for a client that asks for it. */
  beginWebSocket(headers: ResponseHeaders, framing: MessageFraming): BodyWriter {
    const writer = this.exchange.beginWebSocket?.({ ...this.#setHeaders, ...headers }, framing);
    if (!writer) throw new TypeError("the client has not asked for WebSocket");
    this.status = 101;
    return writer;
  }

  /** Headers that every answer has, and `more`. */
  #headers(more: Readonly<Record<string, HeaderValue>>): ResponseHeaders {
    const headers: Record<string, HeaderValue> = {
      "audit-id": this.id,
      "cache-control": "no-cache, private",
      ...this.#setHeaders,
      ...more,
    };
    if (this.#warnings) headers["warning"] = this.#warnings.headers();
    return headers;
  }
}
