/** Sends outbound requests over HTTP/1.1 and TLS, with limits on time and size. It never follows redirects. */
import { type Clock, systemClock } from "../base/clock.ts";
import type { EnvironmentVariables } from "../meta/proxies/environment-proxy.ts";
import { proxyAuthorization } from "../tunnel/index.ts";
import { type HostLookup, systemHostLookup } from "./address-rules.ts";
import { ConnectionPools, defaultPoolLimits, type PoolLimits } from "./connection-pools.ts";
import { timeoutError } from "./egress-error.ts";
import { egressErrorOf } from "./failure-reason.ts";
import { type EgressResponse, ResponseCollector } from "./response-collector.ts";
import type { TargetOptions } from "./target.ts";

/** An outbound request. */
export interface EgressRequest extends TargetOptions {
  /** An `https:` or `http:` URL. */
  readonly url: URL;
  readonly method: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array;
  /** Time limit from the call to the end of the response, in milliseconds. */
  readonly timeoutMs: number;
  /** Maximum size of the response's body. */
  readonly bytesMax: number;
  /** Ends the request. */
  readonly signal?: AbortSignal;
}

/** Signature of `EgressClient.request`, for parts of the server whose tests send no requests. */
export type SendEgressRequest = (request: EgressRequest) => Promise<EgressResponse>;

/** Time, name resolution, proxies and limits of a client. All have defaults. */
export interface EgressClientOptions {
  /** Default: the system's clock. */
  readonly clock?: Clock;
  /** Default: the resolver of the operating system. */
  readonly lookup?: HostLookup;
  /** Variables that name proxies: `HTTPS_PROXY`, `HTTP_PROXY`, `NO_PROXY`. They are read once, as in the reference. Default: none. */
  readonly env?: EnvironmentVariables;
  readonly limits?: Partial<PoolLimits>;
}

/** Sends requests to webhooks and other servers, and keeps connections to them open. */
export class EgressClient implements AsyncDisposable {
  readonly #clock: Clock;
  readonly #pools: ConnectionPools;

  constructor({ clock = systemClock, lookup = systemHostLookup, env = {}, limits = {} }: EgressClientOptions = {}) {
    this.#clock = clock;
    // `process.env` asks the operating system at each access.
    this.#pools = new ConnectionPools({ clock, lookup, env: { ...env }, limits: { ...defaultPoolLimits, ...limits } });
  }

  /** Number of targets to which connections may be open. */
  get targets(): number {
    return this.#pools.size;
  }

  /**
   * Sends a request and reads the whole response.
   * @throws EgressError if there is no complete response within the limits
   * @throws the signal's reason if it is aborted
   */
  async request(request: EgressRequest): Promise<EgressResponse> {
    const { url, method, timeoutMs, signal } = request;
    signal?.throwIfAborted();
    const collector = new ResponseCollector(request.bytesMax);
    const timer = this.#clock.after(timeoutMs, () => collector.abort(timeoutError(collector.isReadingBody)));
    const onAbort = (): void => collector.abort(new Error("the request was aborted", { cause: signal?.reason }));
    signal?.addEventListener("abort", onAbort, { once: true });
    try {
      return await this.#exchange(request, collector);
    } catch (error) {
      signal?.throwIfAborted();
      const { isReadingBody } = collector;
      throw egressErrorOf(error, { method, url, showsPort: request.connectTo !== undefined, isReadingBody });
    } finally {
      timer.cancel();
      signal?.removeEventListener("abort", onAbort);
    }
  }

  /** Closes all connections. Requests in progress fail. */
  async close(): Promise<void> {
    await this.#pools.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #exchange(request: EgressRequest, collector: ResponseCollector): Promise<EgressResponse> {
    const { url, method, body = null } = request;
    const entries = Object.entries(request.headers ?? {});
    const ownHeaders = Object.fromEntries(entries.map(([name, value]) => [name, mutableCopy(value)]));
    return await this.#pools.withPool(url, request, async (pool, proxy) => {
      const forwarder = proxy?.isForwarding === true ? proxy.url : undefined;
      const path = `${forwarder ? url.origin : ""}${url.pathname}${url.search}`;
      const headers = { ...ownHeaders, ...(forwarder ? proxyAuthorization(forwarder) : {}) };
      pool.dispatch({ path, method, headers, body }, collector);
      return await collector.response;
    });
  }
}

/** Returns the values of a header in the type that the HTTP client declares. */
function mutableCopy(value: string | readonly string[]): string | string[] {
  return typeof value === "string" ? value : [...value];
}
