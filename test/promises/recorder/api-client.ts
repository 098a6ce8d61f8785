/** A client that survives everything that a test does to servers and connections, and never repeats a request. */
import type { ServerAddress } from "../../support/orch-process.ts";
import { WireClient, type WireRequest, type WireStream } from "../../support/wire-client.ts";

/** Result of one request. */
export type Reply =
  // oxlint-disable-next-line typescript/no-explicit-any
  | { readonly kind: "response"; readonly status: number; readonly json: any }
  /** The server did not get the request. */
  | { readonly kind: "unreachable" }
  /** The server may have got the request. */
  | { readonly kind: "unknown"; readonly cause: string };

/** HTTP/1.1 or HTTP/2. */
export type Protocol = "h1" | "h2";

/** Time after which a client gives up. A pause of the server is shorter. */
const replyMaxMs = 15_000;

/** Error codes of connections that were never established. */
const unreachableCodes: readonly unknown[] = ["ECONNREFUSED", "EHOSTUNREACH", "ENETUNREACH"];

/** A client of one server, over one protocol. */
export class ApiClient implements AsyncDisposable {
  readonly #address: ServerAddress;
  readonly #protocol: Protocol;
  #client: WireClient;

  constructor(address: ServerAddress, protocol: Protocol) {
    this.#address = address;
    this.#protocol = protocol;
    this.#client = this.#connect();
  }

  /** Sends a request. Does not throw. */
  async request(target: string, request: WireRequest = {}): Promise<Reply> {
    let timer: NodeJS.Timeout | undefined;
    const expiry = new Promise<Reply>((resolve) => {
      timer = setTimeout(() => resolve({ kind: "unknown", cause: `no response for ${replyMaxMs} ms` }), replyMaxMs);
    });
    const reply = await Promise.race([this.#send(target, request), expiry]);
    clearTimeout(timer);
    if (reply.kind === "unknown") await this.drop();
    return reply;
  }

  /** Begins a request whose response does not end. Undefined if the connection fails. */
  async open(target: string): Promise<WireStream | undefined> {
    try {
      return await this.#client.open(target);
    } catch (error) {
      requireConnectionError(error);
      return undefined;
    }
  }

  /** Closes all connections. The next request opens new ones. */
  async drop(): Promise<void> {
    const old = this.#client;
    this.#client = this.#connect();
    await old[Symbol.asyncDispose]();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#client[Symbol.asyncDispose]();
  }

  async #send(target: string, request: WireRequest): Promise<Reply> {
    try {
      const { status, text } = await this.#client.request(target, request);
      return { kind: "response", status, json: JSON.parse(text) as unknown };
    } catch (error) {
      const code = requireConnectionError(error);
      return unreachableCodes.includes(code) ? { kind: "unreachable" } : { kind: "unknown", cause: String(error) };
    }
  }

  #connect(): WireClient {
    return new WireClient({ ...this.#address, protocol: this.#protocol });
  }
}

/** Returns the code of an error that connections cause. Throws all other errors. */
function requireConnectionError(error: unknown): unknown {
  if (error instanceof Error && "code" in error) return error.code;
  if (error instanceof SyntaxError) return "INCOMPLETE_BODY";
  if (error instanceof Error && error.message === "the stream closed without an answer") return "CLOSED";
  throw error;
}
