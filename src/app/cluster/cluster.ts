import { sleep } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import type { MetricFamily, MetricRegistry } from "../../base/metrics.ts";
import type { ChangeFeed, ResourceCache } from "../../cache/index.ts";
import type { AccessControl } from "../../meta/access/access-control.ts";
import type {
  ApiServer,
  Exchange,
  OffloadedDefinition,
  OffloadedTrace,
  PostStartHooks,
  ResourceTable,
} from "../../server/index.ts";
import { runInSpan } from "../../tracing/index.ts";
import type { RunningTracing } from "../tracing/index.ts";
import type { CachesContents, ClusterOptions, MetricsPath } from "./cluster-options.ts";

/** Longest wait until the caches show a committed write. They usually show it at once. */
const visibilityWaitMs = 10_000;

/** The configuration of authentication and authorization. */
export type AccessConfig = Pick<ClusterOptions, "authentication" | "authorization">;

/** The composed parts of a cluster. */
export interface ClusterParts {
  readonly options: Pick<ClusterOptions, "engine" | "clock" | "lifecycle" | "web">;
  readonly server: ApiServer;
  /** All resources that are served. */
  readonly table: ResourceTable;
  /** Delivers the changes of the store to the caches. Disposed after `upkeep`. */
  readonly feed: ChangeFeed;
  readonly postStart: PostStartHooks;
  /** Undefined if no request is traced. */
  readonly tracing: RunningTracing | undefined;
  readonly access: AccessControl;
  /** Serves the type that a definition declares. */
  readonly learnType: (definition: OffloadedDefinition) => void;
  /** Begins the work of authentication and authorization. */
  readonly startAccess: () => Promise<void>;
  /** Returns the configuration of authentication and authorization that is in effect. */
  readonly accessConfig: () => AccessConfig;
  /** Signs a token of a service account with any claims. */
  readonly signAccountToken: (claims: Readonly<Record<string, unknown>>) => Promise<string>;
  readonly caches: () => readonly ResourceCache[];
  readonly metrics: Readonly<Record<MetricsPath, MetricRegistry>>;
  /** Removes the server from the endpoints of its Service. */
  readonly withdraw: () => Promise<void>;
  /** Aborted by the cluster when it begins to stop. */
  readonly stopping: AbortController;
  /** Aborted by the cluster when the shutdown delay is over. */
  readonly delayOver: AbortController;
  /** Aborted by the cluster when it aborts the requests that have not ended in time. */
  readonly requestsAborted: AbortController;
  /** Work besides requests of clients, in the order in which it ends. */
  readonly upkeep: readonly AsyncDisposable[];
}

/** A cluster in this process, above the transport, from its start to its end. `composeCluster` makes it. */
export class Cluster implements AsyncDisposable {
  readonly #parts: ClusterParts;

  constructor(parts: ClusterParts) {
    this.#parts = parts;
  }

  /** All resources that are served. */
  get resources(): ResourceTable {
    return this.#parts.table;
  }

  /** The permissions of users. */
  get access(): AccessControl {
    return this.#parts.access;
  }

  /** Returns the configuration of authentication and authorization that is in effect. Their files may have changed since the start. */
  accessConfig(): AccessConfig {
    return this.#parts.accessConfig();
  }

  /** Serves the type that a definition declares, if the cluster does not read definitions from the store. */
  learnType(definition: OffloadedDefinition): void {
    this.#parts.learnType(definition);
  }

  /** Registry of the server's metrics. Other parts of the process may add theirs. */
  get metricRegistry(): MetricRegistry {
    return this.#parts.metrics["/metrics"];
  }

  /** Signs a token of a service account with any claims. */
  async signAccountToken(claims: Readonly<Record<string, unknown>>): Promise<string> {
    return await this.#parts.signAccountToken(claims);
  }

  /** Returns the metrics of this process that a path shows. */
  collectMetrics(path: MetricsPath): readonly MetricFamily[] {
    return this.#parts.metrics[path].collect();
  }

  /** Runs the start hooks. The cluster is ready when they have succeeded. */
  async start(): Promise<void> {
    await this.#parts.startAccess();
    await this.#parts.postStart.run();
  }

  /** Returns the contents of the caches that have them for `revision`. Nothing is copied. */
  cacheContents(revision: number): CachesContents {
    const contentsByPrefix = this.#parts
      .caches()
      .map((cache) => [cache.fullKey(""), cache.contentsAt(revision)] as const);
    return new Map(contentsByPrefix.flatMap(([prefix, contents]) => (contents ? [[prefix, contents] as const] : [])));
  }

  /** Resolves when the caches show every write that the engine has committed so far. */
  async waitForCaches(): Promise<void> {
    const { feed, options } = this.#parts;
    await feed.waitFor(await options.engine.progress(), Number.POSITIVE_INFINITY);
  }

  /** Resolves when the caches show every write up to `revision`. */
  async waitForRevision(revision: number): Promise<void> {
    await this.#parts.feed.waitFor(revision, visibilityWaitMs);
  }

  /** Handles one request; never rejects. @param trace the span of another thread to which the request belongs */
  async handle(exchange: Exchange, trace?: OffloadedTrace): Promise<void> {
    const { server, tracing } = this.#parts;
    if (!trace || !tracing) return await server.handle(exchange);
    await runInSpan(tracing.tracer.continueFrom(trace, trace.auditId), () => server.handle(exchange));
  }

  /**
   * Reports from now on that the cluster is not ready, so that load balancers choose another server. Requests are still
   * served. Resolves after the configured shutdown delay, and with `retryAfterStop` when the running requests have ended.
   */
  async announceStop(): Promise<void> {
    const { stopping, delayOver, options, server, withdraw } = this.#parts;
    stopping.abort();
    await withdraw();
    const { shutdownDelayMs } = options.lifecycle;
    if (shutdownDelayMs > 0) await sleep(options.clock, shutdownDelayMs);
    delayOver.abort();
    // Until then, the server rejects other requests, so that their clients choose another server.
    if (options.web?.retryAfterStop) await server.shortRequestsEnded();
  }

  /**
   * Ends watches and upkeep at once, as a crash would. Requests in progress fail. The cluster need not be disposed
   * afterwards.
   */
  async abandon(): Promise<void> {
    const { stopping, tracing } = this.#parts;
    stopping.abort();
    await this.#leaveStore();
    // The last spans are sent meanwhile. A collector that hangs must not delay the caller.
    void tracing?.[Symbol.asyncDispose]();
  }

  /** As `close`, without a limit. Each request has its own timeout. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close(new AbortController().signal);
  }

  /**
   * Waits for the requests in progress, then ends watches.
   * @param timeout aborted when the requests have had enough time: those that are still in progress are then aborted
   */
  async close(timeout: AbortSignal): Promise<void> {
    const { stopping, requestsAborted, server, withdraw } = this.#parts;
    stopping.abort();
    await withdraw();
    const timedOut = deferred();
    timeout.addEventListener("abort", () => timedOut.resolve(), { once: true });
    await Promise.race([server.shortRequestsEnded(), timedOut.promise]);
    if (timeout.aborted) {
      server.abortRequests();
      requestsAborted.abort();
    }
    await this.#leaveStore();
    await server.allRequestsEnded();
    await this.#parts.tracing?.[Symbol.asyncDispose]();
  }

  async #leaveStore(): Promise<void> {
    const { upkeep, feed } = this.#parts;
    for (const work of upkeep) await work[Symbol.asyncDispose]();
    await feed[Symbol.asyncDispose]();
  }
}
