/**
 * HTTP/2 over TLS: one connection for all requests, made when it is first needed, and again when it is gone. A server that
 * takes no more streams gets another connection beside it.
 */
import { ConnectionError, type Transport, type TransportRequest, type TransportResponse } from "../transport.ts";
import { H2Connection, RefusedStreamError } from "./h2-connection.ts";
import type { H2TransportOptions, TransportCredentials } from "./h2-transport-options.ts";
import { isProxyUrl } from "./tunnel.ts";

/** Of a request at which the server has not looked, because it ends the connection or has too much to do. */
const triesMax = 3;

/** Carries requests over HTTP/2, as whom the credentials say. */
export class H2Transport implements Transport {
  readonly #options: H2TransportOptions;
  #connection: H2Connection | undefined;
  readonly #all = new Set<H2Connection>();
  readonly #closing = new AbortController();

  /** @throws TypeError for a proxy that it cannot speak to */
  constructor(options: H2TransportOptions) {
    const { proxy } = options;
    if (proxy && !isProxyUrl(proxy)) throw new TypeError(`a proxy is http:, https: or socks5:, not ${proxy.protocol}`);
    this.#options = options;
  }

  /** One that the server refuses with 401 is made once more, with what `onRefused` has led to. */
  async send(request: TransportRequest): Promise<TransportResponse> {
    const { credentials: used, response } = await this.#sendOnce(request);
    if (response.status !== 401 || !this.#options.onRefused) return response;
    this.#options.onRefused(used);
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

  /** Ends what is under way. */
  async close(): Promise<void> {
    this.#closing.abort(new ConnectionError("the transport is closed"));
    await Promise.all([...this.#all].map((connection) => connection.close()));
  }

  #connectionFor({ certificate }: TransportCredentials): H2Connection {
    this.#closing.signal.throwIfAborted();
    const known = this.#connection;
    if (known?.isUsable && known.isOf(certificate)) return known;
    const made = new H2Connection(this.#options, certificate, () => {
      this.#all.delete(made);
      if (this.#connection === made) this.#connection = undefined;
    });
    // The one before ends when its last request does.
    known?.retire();
    this.#all.add(made);
    this.#connection = made;
    return made;
  }
}
