/** Keeps connections to targets open for later requests, and closes those without requests. */
import { createSecureContext } from "node:tls";
import { callbackify } from "node:util";
import type { Pool } from "undici";
import type { Clock, Timer } from "../base/clock.ts";
import {
  type EnvironmentProblem,
  type EnvironmentVariables,
  environmentProxy,
} from "../meta/proxies/environment-proxy.ts";
import { plainHost } from "../tunnel/index.ts";
import type { HostLookup } from "./address-rules.ts";
import { EgressError } from "./egress-error.ts";
import { headerBytesMax } from "./failure-reason.ts";
import { openConnection } from "./open-connection.ts";
import { type EgressTarget, type ProxyRoute, routeThrough, type TargetOptions, targetKey } from "./target.ts";

/** Limits of an egress client. */
export interface PoolLimits {
  /** Number of targets with open connections. The one that was unused for longest is closed. */
  readonly targetsMax: number;
  /** Number of connections to one target. */
  readonly connectionsMax: number;
  /** Number of requests to one target that are in progress or wait for a connection. */
  readonly requestsMax: number;
  /** Time after which connections without requests are closed, in milliseconds. */
  readonly idleMs: number;
}

/** Limits with which one target cannot use up the process's sockets or memory. */
export const defaultPoolLimits: PoolLimits = {
  targetsMax: 128,
  connectionsMax: 256,
  requestsMax: 1024,
  idleMs: 90_000,
};

interface Entry {
  readonly key: string;
  readonly pool: Pool;
  /** Undefined for direct connections. */
  readonly proxy: ProxyRoute | undefined;
  requests: number;
  idleTimer: Timer | undefined;
}

/** Context of `ConnectionPools`. */
export interface ConnectionPoolsOptions {
  readonly clock: Clock;
  readonly lookup: HostLookup;
  /** Variables that name proxies. */
  readonly env: EnvironmentVariables;
  readonly limits: PoolLimits;
}

/** The open connections of an egress client. */
export class ConnectionPools {
  readonly #options: ConnectionPoolsOptions;
  /** In the order of their last use. */
  readonly #entries = new Map<string, Entry>();
  /** Loaded with the first request, because a server without webhooks does not need it. */
  #poolClass: typeof Pool | undefined;
  #isClosed = false;

  constructor(options: ConnectionPoolsOptions) {
    this.#options = options;
  }

  /** Number of targets with a pool. */
  get size(): number {
    return this.#entries.size;
  }

  /**
   * Passes the pool of the target to `use`, and counts the request until `use` ends.
   * @throws EgressError beyond a limit, and if the environment variables name no usable proxy
   */
  async withPool<T>(
    url: URL,
    options: TargetOptions,
    use: (pool: Pool, proxy: ProxyRoute | undefined) => Promise<T>,
  ): Promise<T> {
    // An import takes several microseconds, even of a module that is loaded.
    this.#poolClass ??= (await import("./undici-pool.ts")).Pool;
    if (this.#isClosed) throw new EgressError("client", "http: the client is closed");
    const entry = this.#entryOf(url, options, this.#poolClass);
    const { requestsMax } = this.#options.limits;
    if (entry.requests >= requestsMax) {
      throw new EgressError("client", `http: more than ${requestsMax} requests to this server are in progress`);
    }
    entry.requests++;
    entry.idleTimer?.cancel();
    try {
      return await use(entry.pool, entry.proxy);
    } finally {
      if (--entry.requests === 0 && !this.#isClosed) this.#closeWhenIdle(entry);
    }
  }

  /** Closes all connections. Requests in progress fail. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const entries = [...this.#entries.values()];
    this.#entries.clear();
    for (const { idleTimer } of entries) idleTimer?.cancel();
    await Promise.all(entries.map(({ pool }) => pool.destroy()));
  }

  #entryOf(url: URL, options: TargetOptions, PoolClass: typeof Pool): Entry {
    // Addresses inside the cluster are not behind the proxies of the environment.
    const proxy = options.proxy ?? (options.connectTo ? undefined : this.#environmentProxy(url));
    const key = targetKey(url, options, proxy);
    const entry = this.#entries.get(key) ?? this.#newEntry(url, options, { key, proxy, PoolClass });
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > this.#options.limits.targetsMax) this.#closeOldest();
    return entry;
  }

  #environmentProxy(url: URL): URL | undefined {
    const problems: EnvironmentProblem[] = [];
    const proxy = environmentProxy(url, { env: this.#options.env, problems });
    const [problem] = problems;
    if (!problem) return proxy;
    throw new EgressError("client", `the environment variable ${problem.field} ${problem.rule}`);
  }

  #newEntry(
    url: URL,
    options: TargetOptions,
    {
      key,
      proxy: proxyUrl,
      PoolClass,
    }: { readonly key: string; readonly proxy: URL | undefined; readonly PoolClass: typeof Pool },
  ): Entry {
    const proxy = proxyUrl && routeThrough(proxyUrl, url, options);
    const pool = this.#newPool(url.origin, targetOf(url, options, proxy), PoolClass);
    return { key, pool, proxy, requests: 0, idleTimer: undefined };
  }

  #newPool(origin: string, target: EgressTarget, PoolClass: typeof Pool): Pool {
    const { connectionsMax, idleMs } = this.#options.limits;
    return new PoolClass(origin, {
      connections: connectionsMax,
      pipelining: 1,
      maxHeaderSize: headerBytesMax,
      keepAliveTimeout: idleMs,
      keepAliveMaxTimeout: idleMs,
      // The client's clock limits the time of requests instead.
      headersTimeout: 0,
      bodyTimeout: 0,
      connect: (_, callback) => {
        callbackify(openConnection)(target, this.#options, (error, socket) =>
          error ? callback(error, null) : callback(null, socket),
        );
      },
    });
  }

  #closeWhenIdle(entry: Entry): void {
    entry.idleTimer = this.#options.clock.after(this.#options.limits.idleMs, () => this.#remove(entry));
  }

  #closeOldest(): void {
    const [oldest] = this.#entries.values();
    if (oldest) this.#remove(oldest);
  }

  /** Removes a pool. Its connections close when their requests end. */
  #remove(entry: Entry): void {
    entry.idleTimer?.cancel();
    if (this.#entries.get(entry.key) === entry) this.#entries.delete(entry.key);
    void entry.pool.close();
  }
}

/** @throws EgressError if a certificate or key cannot be used */
function targetOf(url: URL, options: TargetOptions, proxy: ProxyRoute | undefined): EgressTarget {
  const { ca, clientCertificate: cert, clientKey: key, serverName, insecure, allowsPrivateAddresses } = options;
  const host = plainHost(url);
  const isTls = url.protocol === "https:";
  try {
    return {
      host: options.connectTo?.host ?? host,
      port: options.connectTo?.port ?? Number(url.port || (isTls ? 443 : 80)),
      verifiedHost: serverName ?? host,
      isInsecure: insecure ?? false,
      allowsPrivateAddresses: allowsPrivateAddresses ?? true,
      proxy,
      tls: isTls
        ? createSecureContext({ ...(ca === undefined ? {} : { ca }), ...(cert && key ? { cert, key } : {}) })
        : undefined,
    };
  } catch {
    // OpenSSL's message is dropped, because it may describe the key.
    throw new EgressError("tls", "tls: failed to use the configured certificate authority, certificate or key");
  }
}
