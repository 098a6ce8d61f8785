/**
 * The API server above the transport: the filters in running order, the tables of what is served, and the handling of one
 * exchange. Transports call `handle`; the composing room makes the parts.
 */
import { type Authenticator, authenticateBy } from "../authn/index.ts";
import type { Authorizer } from "../authz/index.ts";
import type { Clock } from "../base/clock.ts";
import { LinkedSet } from "../base/linked-set.ts";
import type { Logger } from "../base/logger.ts";
import type { Random } from "../base/random.ts";
import { chain, type Filter } from "./chain.ts";
import { authenticate } from "./filters/authenticate.ts";
import { authorize } from "./filters/authorize.ts";
import { deadline } from "./filters/deadline.ts";
import { flow, type InFlightLimits } from "./filters/flow.ts";
import { impersonate } from "./filters/impersonate.ts";
import { info } from "./filters/info.ts";
import { observe } from "./filters/observe.ts";
import { recover } from "./filters/recover.ts";
import type { ServerMetrics } from "./metrics.ts";
import { Call, type Compression } from "./requests/call.ts";
import type { Exchange } from "./requests/exchange.ts";
import { isLongRunning } from "./requests/long-running.ts";
import { type PathTable, router } from "./route.ts";
import { type ResourceTable } from "./served/resource-table.ts";

export interface ApiServerOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly resources: ResourceTable;
  readonly paths: PathTable;
  readonly metrics: ServerMetrics;
  readonly authenticators: readonly Authenticator[];
  readonly authorizer: Authorizer;
  readonly inFlight: InFlightLimits;
  /** What a request gets that is not meant to last. */
  readonly requestTimeoutMs: number;
  readonly compression: Compression;
  /** Runs last: what a test orders to go wrong. */
  readonly faults?: Filter;
  /** Hands large writes to another thread; absent: this thread handles them. */
  readonly offload?: Filter;
}

export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #handle: (call: Call) => Promise<void>;
  readonly #openCalls = new LinkedSet<Call>();
  readonly #forget = ({ openCallsPlace }: Call): void => {
    if (openCallsPlace) this.#openCalls.remove(openCallsPlace);
  };

  constructor(options: ApiServerOptions) {
    const { clock, metrics, resources, paths } = options;
    this.#options = options;
    this.#handle = chain(
      [
        observe(metrics, clock),
        recover,
        info(resources),
        deadline(clock, options.requestTimeoutMs),
        authenticate(authenticateBy(options.authenticators), clock),
        impersonate,
        flow(options.inFlight, metrics),
        authorize(options.authorizer),
        ...(options.faults ? [options.faults] : []),
        ...(options.offload ? [options.offload] : []),
      ],
      router(resources, paths),
    );
  }

  /** Handles one request; never rejects. Resolves when it is answered, or goes on by itself. */
  async handle(exchange: Exchange): Promise<void> {
    // It asks about the server, not about a path (RFC 9110, section 9.3.7). The reference's HTTP library answers it.
    if (exchange.method === "OPTIONS" && exchange.target === "*") return exchange.respond(200, {}, Buffer.alloc(0));
    const { random, clock, logger, compression } = this.#options;
    const call = new Call(exchange, { id: random.uuid(), startedMs: clock.monotonicMs(), logger, compression });
    call.openCallsPlace = this.#openCalls.add(call);
    call.onEnd(this.#forget);
    try {
      await this.#handle(call);
    } catch (error) {
      call.logger.error("a request could not be answered", error, { id: call.id });
      call.exchange.destroy();
    }
    if (!call.isDetached) call.end();
  }

  /** Resolves when the requests that are under way now are answered; those that are meant to last do not count. */
  async requestsAnswered(): Promise<void> {
    await whenAllEnd([...this.#openCalls].filter((call) => !isLongRunning(call)));
  }

  /** Breaks off the requests that are under way now, but for those that are meant to last. */
  abortRequests(): void {
    for (const call of this.#openCalls) {
      if (isLongRunning(call)) continue;
      call.abort(new Error("the server closes"));
      call.exchange.destroy();
    }
  }

  /** Resolves when every request that is under way now has ended. */
  async requestsEnded(): Promise<void> {
    await whenAllEnd([...this.#openCalls]);
  }
}

async function whenAllEnd(calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((call) => new Promise<unknown>((resolve) => call.onEnd(resolve))));
}
