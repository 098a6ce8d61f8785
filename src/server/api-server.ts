/**
 * The API server above the transport: the filters in running order, and the handling of one exchange. Transports call
 * `handle`. The `app` room creates the parts.
 */

import type { Auditor } from "../audit/index.ts";
import type { Clock } from "../base/clock.ts";
import { LinkedSet } from "../base/linked-set.ts";
import type { Logger } from "../base/logger.ts";
import type { Random } from "../base/random.ts";
import type { Authorizer } from "../meta/access/access-control.ts";
import type { Vocabulary } from "../meta/vocabulary.ts";
import type { Tracer } from "../tracing/index.ts";
import { chain, type Filter } from "./chain.ts";
import { audit, auditFailure } from "./filters/audit.ts";
import { authenticate, type RequestAuthentication } from "./filters/authenticate.ts";
import { authorize } from "./filters/authorize.ts";
import { cors } from "./filters/cors.ts";
import { deadline } from "./filters/deadline.ts";
import { type FairnessSettings, fairness } from "./filters/fairness.ts";
import { flow, type InFlightLimits } from "./filters/flow.ts";
import { goaway } from "./filters/goaway.ts";
import { impersonate } from "./filters/impersonate.ts";
import { type FollowedTypes, info } from "./filters/info.ts";
import { observe } from "./filters/observe.ts";
import { recover } from "./filters/recover.ts";
import { retryAfterStop } from "./filters/retry-after-stop.ts";
import { trace } from "./filters/trace.ts";
import { traceAuthenticated } from "./filters/trace-authenticated.ts";
import { traceVerb } from "./filters/trace-verb.ts";
import { transportSecurity } from "./filters/transport-security.ts";
import { writeDeadline } from "./filters/write-deadline.ts";
import type { ServerMetrics } from "./metrics.ts";
import { Call, type Compression } from "./requests/call.ts";
import type { Exchange } from "./requests/exchange.ts";
import { isLongRunning } from "./requests/long-running.ts";
import { type PathTable, router } from "./route.ts";
import { type ResourceTable } from "./served/resource-table.ts";

/** The parts and settings of an API server. */
export interface ApiServerOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly resources: ResourceTable;
  readonly paths: PathTable;
  readonly metrics: ServerMetrics;
  readonly authentication: RequestAuthentication;
  readonly authorizer: Authorizer;
  readonly vocabulary: Vocabulary;
  /** Whether the authorizer sees the selectors of requests. */
  readonly seesSelectors: boolean;
  /** The custom types. Default: there are none. */
  readonly types?: FollowedTypes;
  /** Limits of concurrent reads and writes, or the priority levels that share their sum. */
  readonly admission: InFlightLimits | FairnessSettings;
  /** Time limit for a request that is not long-running. */
  readonly requestTimeoutMs: number;
  readonly compression: Compression;
  /** Records requests for the audit log. Absent: the server has none. */
  readonly audit?: Auditor;
  /** Notes what the audit log of another thread needs. Absent: this thread does not serve another one. */
  readonly noteAudit?: Filter;
  /** Begins the spans of requests. Default: no request is traced. */
  readonly trace?: Tracer | undefined;
  /** Whether requests are rejected at the moment, because the server stops. Default: they are served until it has stopped. */
  readonly retryAfterStop?: (() => boolean) | undefined;
  /** Value of the header Strict-Transport-Security. Default: it is not sent. */
  readonly transportSecurity?: string | undefined;
  /** Share of the requests after which an HTTP/2 connection ends. Default: 0. */
  readonly goaway?: number | undefined;
  /** Patterns of the origins whose web pages may read responses. Default: none. */
  readonly cors?: readonly string[] | undefined;
  /** Injects the errors and delays that a test orders. Runs after authorization. */
  readonly faults?: Filter;
  /** Hands large writes to another thread. Absent: this thread handles them. */
  readonly offload?: Filter;
}

/** A request in progress. */
export interface OpenRequest {
  readonly id: string;
  readonly method: string;
  /** The path without the query. */
  readonly path: string;
  readonly user: string;
  /** Monotonic time at which it began, in milliseconds. */
  readonly startedMs: number;
  readonly isWatch: boolean;
}

/** Handles exchanges: runs the filters and the router for each. */
export class ApiServer {
  readonly #options: ApiServerOptions;
  readonly #handle: (call: Call) => Promise<void>;
  readonly #openCalls = new LinkedSet<Call>();
  readonly #removeOpenCall = ({ openCallsEntry }: Call): void => {
    if (openCallsEntry) this.#openCalls.remove(openCallsEntry);
  };

  constructor(options: ApiServerOptions) {
    const { clock, metrics, resources, paths } = options;
    this.#options = options;
    const onFailure = options.audit && auditFailure(options.audit);
    this.#handle = chain(
      [
        observe(metrics, clock),
        recover,
        info(resources, options),
        ...(options.trace ? [trace(options.trace)] : []),
        ...(options.retryAfterStop ? [retryAfterStop(options.retryAfterStop)] : []),
        ...(options.transportSecurity ? [transportSecurity(options.transportSecurity)] : []),
        ...(options.goaway ? [goaway(options.goaway, options.random)] : []),
        deadline(clock, options.requestTimeoutMs, onFailure),
        ...(options.cors?.length ? [cors(options.cors)] : []),
        authenticate(options.authentication, metrics.authentication, clock, onFailure),
        ...(options.trace ? [traceAuthenticated] : []),
        ...(options.audit ? [audit(options.audit)] : []),
        ...(options.noteAudit ? [options.noteAudit] : []),
        impersonate(options.authorizer, options.vocabulary),
        admit(options),
        authorize(metrics.authorization.measuring(options.authorizer, clock), options.vocabulary),
        ...(options.faults ? [options.faults] : []),
        ...(options.trace ? [traceVerb] : []),
        writeDeadline(clock),
        ...(options.offload ? [options.offload] : []),
      ],
      router(resources, paths),
    );
  }

  /**
   * Handles one request. Never rejects. Resolves when the response is complete or, for a watch, when the watch has
   * begun.
   */
  async handle(exchange: Exchange): Promise<void> {
    // `OPTIONS *` concerns the server, not a path (RFC 9110, section 9.3.7). The reference's HTTP library responds to
    // it.
    if (exchange.method === "OPTIONS" && exchange.target === "*") return exchange.respond(200, {}, Buffer.alloc(0));
    const { random, clock, logger, compression } = this.#options;
    const id = exchange.headerValues("audit-id")[0] || random.uuid();
    const call = new Call(exchange, { id, startedMs: clock.monotonicMs(), logger, compression, clock });
    call.openCallsEntry = this.#openCalls.add(call);
    call.onEnd(this.#removeOpenCall);
    try {
      await this.#handle(call);
      if (call.waitingResponse) await call.waitingResponse;
    } catch (error) {
      call.logger.error("a request could not be handled", error, { id: call.id });
      call.exchange.destroy();
    }
    if (!call.isDetached) call.end();
  }

  /** Returns the requests in progress. */
  *openRequests(): Generator<OpenRequest> {
    for (const { id, method, rawPath: path, user, startedMs, info } of this.#openCalls) {
      yield { id, method, path, user: user.name, startedMs, isWatch: info.isResource && info.verb === "watch" };
    }
  }

  /** Resolves when all requests that are open at the time of the call have ended, except long-running ones. */
  async shortRequestsEnded(): Promise<void> {
    await whenAllEnd([...this.#openCalls].filter((call) => !isLongRunning(call)));
  }

  /** Aborts all open requests, apart from long-running ones. */
  abortRequests(): void {
    for (const call of this.#openCalls) {
      if (isLongRunning(call)) continue;
      call.abort(new Error("the server closes"));
      call.exchange.destroy();
    }
  }

  /** Resolves when all requests that are open at the time of the call have ended, long-running ones included. */
  async allRequestsEnded(): Promise<void> {
    await whenAllEnd([...this.#openCalls]);
  }
}

/** Returns the filter that limits concurrent requests. */
function admit({ admission, metrics, clock, vocabulary, requestTimeoutMs }: ApiServerOptions): Filter {
  return "fairness" in admission
    ? fairness(admission, { metrics, clock, vocabulary, requestTimeoutMs })
    : flow(admission, metrics, clock);
}

async function whenAllEnd(calls: readonly Call[]): Promise<void> {
  await Promise.all(calls.map((call) => new Promise<unknown>((resolve) => call.onEnd(resolve))));
}
