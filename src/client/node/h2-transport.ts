/**
 * An HTTP/2 transport. All requests share one connection, which is opened when it is needed, and again after it was
 * lost. If the server ends the connection, the next request opens another one. A server limits the requests in progress
 * on a connection, such as watches, to 100 for example. Further requests open further connections, which are closed after an idle minute.
 */
import { isProxyUrl } from "../../tunnel/index.ts";
import { ConnectionError, type Transport, type TransportRequest, type TransportResponse } from "../transport.ts";
import { H2ClientConnection, RefusedStreamError } from "./h2-connection.ts";
import type { H2TransportOptions, TransportCredentials } from "./h2-transport-options.ts";

/**
 * Maximum number of attempts at a request whose stream the server rejects, because it is closing the connection or is
 * overloaded.
 */
const triesMax = 3;

/**
 * Sends requests over HTTP/2 with TLS or without.
 * @example
 * ```ts
 * const transport = new H2Transport({
 *   url: "https://127.0.0.1:6443",
 *   credentials: () => ({ headers: { authorization: "Bearer secret" } }),
 * });
 * await using client = new Client({ transport });
 * console.log(await client.read("/version"));
 * ```
 */
export class H2Transport implements Transport {
  readonly #options: H2TransportOptions;
  readonly #connections = new Set<H2ClientConnection>();
  readonly #closing = new AbortController();

  /** @throws TypeError if the scheme of the proxy is not supported */
  constructor(options: H2TransportOptions) {
    const { proxy } = options;
    if (proxy && !isProxyUrl(proxy)) throw new TypeError(`a proxy is http:, https: or socks5:, not ${proxy.protocol}`);
    this.#options = options;
  }

  /**
   * Sends a request. If the server responds with 401, `onRejected` is called and the request is repeated once. @throws
   * ConnectionError if there is no response; the error of `credentials`; the signal's reason
   * @param request its target is relative to the `url` of the options
   */
  async send(request: TransportRequest): Promise<TransportResponse> {
    const { credentials: used, response } = await this.#sendOnce(request);
    if (response.status !== 401 || !this.#options.onRejected) return response;
    this.#options.onRejected(used);
    for await (const _ of response.body);
    return (await this.#sendOnce(request)).response;
  }

  async #sendOnce(
    request: TransportRequest,
  ): Promise<{ readonly credentials: TransportCredentials; readonly response: TransportResponse }> {
    const { signal = this.#closing.signal } = request;
    signal.throwIfAborted();
    const credentials = (await this.#options.credentials?.(signal)) ?? {};
    for (let tries = 1; ; tries++) {
      signal.throwIfAborted();
      try {
        const response = await this.#connectionFor(credentials).send(request, credentials.headers);
        return { credentials, response };
      } catch (error) {
        if (!(error instanceof RefusedStreamError) || tries === triesMax) throw error;
      }
    }
  }

  /** Aborts all requests in progress and closes the connections. */
  async close(): Promise<void> {
    this.#closing.abort(new ConnectionError("the transport is closed"));
    await Promise.all([...this.#connections].map((connection) => connection.close()));
  }

  #connectionFor({ certificate }: TransportCredentials): H2ClientConnection {
    this.#closing.signal.throwIfAborted();
    const existing = this.#freeConnection(certificate);
    if (existing) return existing;
    // Connections with another certificate are closed when their last requests end.
    for (const connection of this.#connections) if (!connection.hasCertificate(certificate)) connection.retire();
    const connection = new H2ClientConnection(this.#options, certificate, {
      onGone: () => this.#connections.delete(connection),
      isSurplus: () => this.#freeConnection(certificate, connection) !== undefined,
    });
    this.#connections.add(connection);
    return connection;
  }

  /** Returns a connection that can take another request. Undefined if there is none besides `excluded`. */
  #freeConnection(
    certificate: TransportCredentials["certificate"],
    excluded?: H2ClientConnection,
  ): H2ClientConnection | undefined {
    for (const connection of this.#connections) {
      if (connection === excluded || !connection.isUsable || !connection.hasFreeStream) continue;
      if (connection.hasCertificate(certificate)) return connection;
    }
    return undefined;
  }
}
