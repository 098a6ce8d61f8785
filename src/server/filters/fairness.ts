/**
 * Lets each request wait until its priority level has seats for it. A request that cannot wait, or that waits too long, is
 * rejected. A watch takes its seats only until it has started. Without contention, a request does not wait for anything.
 */
import type { Clock } from "../../base/clock.ts";
import { deferred } from "../../base/deferred.ts";
import {
  type ActiveFlowSchema,
  type Fairness,
  type FlowRequest,
  type WatchCounts,
  type WorkEstimate,
} from "../../fairness/index.ts";
import { header, type Vocabulary } from "../../meta/vocabulary.ts";
import type { Filter, Next } from "../chain.ts";
import type { ServerMetrics } from "../metrics.ts";
import { PlainTextError } from "../render-error.ts";
import type { Call } from "../requests/call.ts";
import { estimateWork, type ObjectCounter } from "../requests/estimate-work.ts";
import { isLongRunning, isProfile, opensConnection } from "../requests/long-running.ts";
import { countWatch, forgetWatch } from "../requests/watch-count.ts";

/** The priority levels of a server, and what the seats of requests depend on. */
export interface FairnessSettings {
  readonly fairness: Fairness;
  readonly watches: WatchCounts;
  readonly countObjects: ObjectCounter;
  /** Whether watches that send a state first take seats like lists. */
  readonly countsWatchLists: boolean;
  /** Whether responses name schemas and levels that are not stored, by an empty uid. */
  readonly showsUnstored: boolean;
}

/** Parts of the server that the filter uses. */
export interface FairnessServices {
  readonly metrics: ServerMetrics;
  readonly clock: Clock;
  readonly vocabulary: Vocabulary;
  readonly requestTimeoutMs: number;
}

/** Longest time that a request may wait. */
const waitMsMax = 60_000;
/** Part of the time of a request for which it may wait. */
const waitPart = 1 / 4;

/** Returns the filter. */
export function fairness(settings: FairnessSettings, services: FairnessServices): Filter {
  const admission = new Admission(settings, services);
  const { metrics } = services;
  const longRunningEnded = (call: Call): void => metrics.changeLongRunning(call, -1);
  return (call, next) => {
    if (isLongRunning(call)) {
      metrics.changeLongRunning(call, 1);
      call.onEnd(longRunningEnded);
    }
    // As in the reference, connections and profiles take no seats.
    if (opensConnection(call) || isProfile(call)) return next(call);
    return admission.handle(call, next);
  };
}

const readVerbs: ReadonlySet<string> = new Set(["get", "list", "watch"]);

function kindOf({ info }: Call): "mutating" | "readOnly" {
  return readVerbs.has(info.verb) ? "readOnly" : "mutating";
}

class Admission {
  readonly #settings: FairnessSettings;
  readonly #services: FairnessServices;
  readonly #schemaHeader: string;
  readonly #levelHeader: string;
  /** One function for all watches, because there may be very many. */
  readonly #forgetWatch = (call: Call): void => forgetWatch(call, this.#settings.watches);

  constructor(settings: FairnessSettings, services: FairnessServices) {
    this.#settings = settings;
    this.#services = services;
    this.#schemaHeader = services.vocabulary.bind(header("pf-flowschema-uid"));
    this.#levelHeader = services.vocabulary.bind(header("pf-prioritylevel-uid"));
  }

  handle(call: Call, next: Next): Promise<void> {
    const { fairness: controller } = this.#settings;
    const schema = controller.classify(call.user, call.info);
    this.#setHeaders(call, schema);
    const estimate = this.#estimate(call, schema);
    schema.stats.estimatedSeats(Math.max(estimate.initialSeats, estimate.finalSeats));
    const request = controller.start(schema, call.user, call.info, estimate);
    if (request.state === "executing") return this.#execute(call, { schema, request }, next);
    if (request.state === "waiting") return this.#waitAndExecute(call, { schema, request }, next);
    this.#reject(call, { schema, request });
  }

  #setHeaders(call: Call, schema: ActiveFlowSchema): void {
    const { showsUnstored } = this.#settings;
    if (showsUnstored || schema.uid !== "") call.setHeader(this.#schemaHeader, schema.uid);
    if (showsUnstored || schema.level.uid !== "") call.setHeader(this.#levelHeader, schema.level.uid);
  }

  #estimate(call: Call, schema: ActiveFlowSchema): WorkEstimate {
    const { watches, countObjects, countsWatchLists } = this.#settings;
    const levelSeatsMax = schema.level.requestSeatsMax;
    return estimateWork(call, { levelSeatsMax, watches, countObjects, countsWatchLists, stats: schema.stats });
  }

  async #waitAndExecute(call: Call, admitted: Admitted, next: Next): Promise<void> {
    const kind = kindOf(call);
    this.#changeWaiting(kind, 1);
    try {
      await this.#wait(call, admitted.request, admitted.schema);
    } finally {
      this.#changeWaiting(kind, -1);
    }
    if (admitted.request.state !== "executing") this.#reject(call, admitted);
    return await this.#execute(call, admitted, next);
  }

  /**
   * Resolves when the request executes, or has waited for too long.
   * @throws the reason of the signal, if the client disconnects
   */
  async #wait(call: Call, request: FlowRequest, { level }: ActiveFlowSchema): Promise<void> {
    const { clock, requestTimeoutMs } = this.#services;
    const over = deferred();
    request.onStart = () => over.resolve();
    const totalMs = Number.isFinite(call.deadlineMs) ? call.deadlineMs - call.startedMs : requestTimeoutMs;
    const waitMs = Math.min(totalMs * waitPart, waitMsMax) - (clock.monotonicMs() - call.startedMs);
    using _timer = clock.after(Math.max(0, waitMs), () => {
      level.set.cancel(request);
      over.resolve();
    });
    const { signal } = call;
    const onAbort = (): void => {
      level.set.cancel(request);
      over.resolve();
    };
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      await over.promise;
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
    if (signal.aborted && request.state !== "executing") throw signal.reason;
  }

  async #execute(call: Call, { schema, request }: Admitted, next: Next): Promise<void> {
    const { watches } = this.#settings;
    const kind = kindOf(call);
    const isWatch = call.info.verb === "watch";
    noteWait(call, schema, request.startedMs - request.arrivedMs, true);
    if (isWatch && countWatch(call, watches)) call.onEnd(this.#forgetWatch);
    this.#changeExecuting(kind, 1);
    try {
      await next(call);
    } finally {
      schema.level.set.finish(request);
      schema.stats.executed(request.finishedMs - request.startedMs, isWatch);
      this.#changeExecuting(kind, -1);
    }
  }

  /** @throws PlainTextError 429 */
  #reject(call: Call, { schema, request }: Admitted): never {
    const { level } = schema;
    const { clock } = this.#services;
    const waitedMs = request.state === "cancelled" ? clock.monotonicMs() - request.arrivedMs : 0;
    noteWait(call, schema, waitedMs, false);
    level.retryAfter.countRejection(clock.nowMs());
    throw new PlainTextError(429, "Too many requests, please try again later.\n", {
      "retry-after": String(level.retryAfter.seconds),
    });
  }

  #changeExecuting(kind: "mutating" | "readOnly", change: 1 | -1): void {
    this.#services.metrics.changeInFlight(kind, change);
    this.#settings.fairness.metrics.change("executing", kind, change);
  }

  #changeWaiting(kind: "mutating" | "readOnly", change: 1 | -1): void {
    this.#services.metrics.changeWaiting(kind, change);
    this.#settings.fairness.metrics.change("waiting", kind, change);
  }
}

/** Records how long a request waited in its queue. Requests of exempt levels have none. */
function noteWait(call: Call, { level, stats }: ActiveFlowSchema, waitedMs: number, isExecuted: boolean): void {
  if (level.settings.isExempt) return;
  stats.waited(waitedMs, isExecuted);
  if (waitedMs > 0) call.addLatency("apf-queue-wait", waitedMs, "longest");
}

/** A request and the schema that it matches. */
interface Admitted {
  readonly schema: ActiveFlowSchema;
  readonly request: FlowRequest;
}
