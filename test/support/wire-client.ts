/** A client on a real TLS socket, as plain as can be: what it sends and gets is what went over the wire. */
import { type ClientHttp2Session, connect } from "node:http2";
import { Agent, request as httpsRequest } from "node:https";
import type { SecureContextOptions } from "node:tls";
import { JsonLines } from "./json-lines.ts";

export interface WireRequest {
  /** Default: GET, or POST with a body. */
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and bytes are sent as they are, anything else as JSON. */
  readonly body?: unknown;
  /** Over HTTP/1.1: sends the target as it is, one byte to a character, instead of resolving it like a link. */
  readonly isTargetExact?: boolean;
}

export interface WireResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  readonly text: string;
  /** The body, parsed. Loosely typed on purpose: tests look at what came. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

export interface WatchEventDocument {
  readonly type: string;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly object: any;
}

export interface WireClientOptions extends SecureContextOptions {
  readonly url: string;
  readonly protocol?: "h1" | "h2";
  /** Takes any certificate of the server. */
  readonly insecure?: boolean;
  /** What an HTTP/2 stream may be sent that has not been read; default: what the protocol starts with. */
  readonly windowBytes?: number;
}

export class WireClient implements AsyncDisposable {
  readonly url: string;
  readonly #options: WireClientOptions;
  readonly #agent: Agent;
  #session: ClientHttp2Session | undefined;

  constructor(options: WireClientOptions) {
    this.url = options.url;
    this.#options = options;
    this.#agent = new Agent({ keepAlive: true, ...tlsOf(options) });
  }

  /** @param target path and query */
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

  /** Sends a request and resolves with the head of its answer; the body is still to come. */
  open(target: string, request: WireRequest = {}): Promise<WireStream> {
    return this.#options.protocol === "h2" ? this.#openH2(target, request) : this.#openH1(target, request);
  }

  /** Starts a watch and resolves once it is accepted. */
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
          ...tlsOf(this.#options),
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
    return connect(this.url, { ...tlsOf(this.#options), ...settings });
  }

  #openH2(target: string, { method, headers, body }: WireRequest): Promise<WireStream> {
    // A connection that is not used is closed by the server.
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
    if (payload.length > 0) stream.end(payload);
    return new Promise((resolve, reject) => {
      stream.on("error", reject);
      // A stream that the client breaks off itself closes without an error.
      stream.on("close", () => reject(new Error("the stream closed without an answer")));
      stream.on("response", ({ ":status": status, ...answered }) => {
        resolve(new WireStream(status ?? 0, answered, stream, () => stream.close()));
      });
    });
  }
}

/** An answer whose body is still coming. */
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

  /** Breaks off. */
  close(): void {
    this.#close();
  }
}

function tlsOf({
  ca,
  cert,
  key,
  insecure,
}: WireClientOptions): SecureContextOptions & { readonly rejectUnauthorized?: boolean } {
  return {
    ...(ca ? { ca } : {}),
    ...(cert ? { cert } : {}),
    ...(key ? { key } : {}),
    ...(insecure ? { rejectUnauthorized: false } : {}),
  };
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
