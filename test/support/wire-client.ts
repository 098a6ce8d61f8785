/** A minimal HTTP client over TLS that returns exactly what the server sent. */
import { type ClientHttp2Session, connect } from "node:http2";
import { Agent, request as httpsRequest } from "node:https";
import type { SecureContext } from "node:tls";
import { systemClock } from "../../src/base/clock.ts";
import { ReadingCheck } from "../../src/http2/index.ts";
import { JsonLines } from "./json-lines.ts";
import { type ClientCredentials, preparedContext } from "./prepared-contexts.ts";

/** Method, headers and body of a request. */
export interface WireRequest {
  /** Default: POST if there is a body, otherwise GET. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  /** Text and bytes are sent unchanged. Any other value is sent as JSON. */
  readonly body?: unknown;
  /** Over HTTP/1.1: sends the target unchanged, encoded as Latin-1, instead of normalizing it as a URL. */
  readonly isTargetExact?: boolean;
}

/** Status, headers and complete body of a response. */
export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The parsed body. Deliberately untyped: tests read arbitrary fields. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

/** A watch event in JSON. */
export interface WatchEventDocument {
  readonly type: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly object: any;
}

/** Server and TLS options of a client. */
export interface WireClientOptions extends ClientCredentials {
  readonly url: string;
  /** Default: HTTP/1.1. */
  readonly protocol?: "h1" | "h2";
  /** Whether to accept any server certificate. */
  readonly insecure?: boolean;
  /** Initial HTTP/2 flow-control window of a stream. Default: that of the protocol. */
  readonly windowBytes?: number;
}

/** HTTP/1.1 or HTTP/2 client of a server. */
export class WireClient implements AsyncDisposable {
  readonly url: string;
  readonly #options: WireClientOptions;
  readonly #tls: ConnectionTls;
  readonly #agent: Agent;
  #session: ClientHttp2Session | undefined;
  #reading: ReadingCheck | undefined;
  #streams = 0;

  constructor(options: WireClientOptions) {
    this.url = options.url;
    this.#options = options;
    this.#tls = tlsOf(options);
    this.#agent = new Agent({ keepAlive: true, ...this.#tls });
  }

  /** Sends a request and resolves with the complete response. @param target path and query */
  async request(target: string, request: WireRequest = {}): Promise<WireResponse> {
    const stream = await this.open(target, request);
    const bytes = await stream.readAll();
    return {
      status: stream.status,
      headers: stream.headers,
      bytes,
      text: bytes.toString("utf8"),
      get json() {
        return JSON.parse(bytes.toString("utf8"));
      },
    };
  }

  /** Sends a request and resolves when the headers of the response have arrived. */
  open(target: string, request: WireRequest = {}): Promise<WireStream> {
    return this.#options.protocol === "h2" ? this.#openH2(target, request) : this.#openH1(target, request);
  }

  /** Starts a watch and resolves once the server has accepted it. */
  async watch(target: string, request: WireRequest = {}): Promise<JsonLines<WatchEventDocument>> {
    const stream = await this.open(target, request);
    if (stream.status !== 200)
      throw new Error(`the watch was refused: ${stream.status} ${String(await stream.readAll())}`);
    return new JsonLines(stream);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#agent.destroy();
    this.#session?.destroy();
  }

  #openH1(target: string, { method, headers, body, isTargetExact }: WireRequest): Promise<WireStream> {
    const payload = encode(body);
    const url = isTargetExact ? this.url : `${this.url}${target}`;
    return new Promise((resolve, reject) => {
      const outgoing = httpsRequest(
        url,
        {
          ...(isTargetExact ? { path: target } : {}),
          agent: this.#agent,
          method: method ?? (body === undefined ? "GET" : "POST"),
          headers: { ...contentHeaders(body, payload), ...headers },
          ...this.#tls,
        },
        (incoming) => {
          resolve(
            new WireStream(incoming.statusCode ?? 0, incoming.headers, incoming, () => {
              incoming.destroy();
            }),
          );
        },
      );
      outgoing.on("error", reject);
      outgoing.end(payload);
    });
  }

  #connectH2(): ClientHttp2Session {
    const { windowBytes } = this.#options;
    const settings = windowBytes === undefined ? {} : { settings: { initialWindowSize: windowBytes } };
    const session = connect(this.url, { ...this.#tls, ...settings });
    // The requests of the session fail with the same error.
    session.on("error", () => session.destroy());
    this.#reading = new ReadingCheck(session, systemClock, () => this.#streams > 0);
    return session;
  }

  #openH2(target: string, { method, headers, body }: WireRequest): Promise<WireStream> {
    // The server closes idle connections, so the session may have to be replaced.
    if (!this.#session || this.#session.closed) this.#session = this.#connectH2();
    const payload = encode(body);
    const stream = this.#session.request(
      {
        ":method": method ?? (body === undefined ? "GET" : "POST"),
        ":path": target,
        ...contentHeaders(body, payload),
        ...headers,
      },
      { endStream: payload.length === 0 },
    );
    this.#streams++;
    this.#reading?.noteRequest();
    stream.once("close", () => this.#streams--);
    if (payload.length > 0) stream.end(payload);
    return new Promise((resolve, reject) => {
      stream.on("error", reject);
      // A stream that the client itself closes emits `close` without an error.
      stream.on("close", () => reject(new Error("the stream closed without an answer")));
      stream.on("response", ({ ":status": status, ...answered }) => {
        resolve(new WireStream(status ?? 0, answered, stream, () => stream.close()));
      });
    });
  }
}

/** A response whose body is still arriving. */
export class WireStream {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: AsyncIterable<Buffer>;
  readonly #close: () => void;

  constructor(
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    body: AsyncIterable<Buffer>,
    close: () => void,
  ) {
    this.status = status;
    this.headers = headers;
    this.body = body;
    this.#close = close;
  }

  async readAll(): Promise<Buffer> {
    const chunks: Buffer[] = [];
    for await (const chunk of this.body) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  /** Aborts the response. */
  close(): void {
    this.#close();
  }
}

interface ConnectionTls {
  readonly secureContext: SecureContext;
  readonly rejectUnauthorized: boolean;
}

function tlsOf({ ca, cert, key, insecure }: WireClientOptions): ConnectionTls {
  return { secureContext: preparedContext({ ca, cert, key }), rejectUnauthorized: insecure !== true };
}

function encode(body: unknown): Buffer {
  if (body === undefined) return Buffer.alloc(0);
  if (body instanceof Uint8Array) return Buffer.from(body);
  return Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
}

function contentHeaders(body: unknown, payload: Buffer): Record<string, string> {
  if (body === undefined) return {};
  return { "content-type": "application/json", "content-length": String(payload.length) };
}
