/** The EventRateLimit plugin: requests with Events have a limited rate. Each process of a server counts its own requests. */
import type { Event } from "../../../api/index.ts";
import { assert } from "../../../base/assert.ts";
import type { Clock } from "../../../base/clock.ts";
import type { DeepReadonly } from "../../../base/deep-readonly.ts";
import { TokenBucket } from "../../../base/token-bucket.ts";
import { aggregateErrors } from "../../../meta/aggregate-errors.ts";
import { StatusError } from "../../../meta/status-error.ts";
import type { AdmissionPlugin, AdmissionRequest } from "../../plugin.ts";
import type { PluginServices } from "../plugin-services.ts";
import type { EventLimit, EventLimitType } from "./event-limits.ts";

/** Returns the plugin. It has a configuration, because the server does not start without one. */
export function eventRateLimit({
  clock,
  configurations,
}: Pick<PluginServices, "clock" | "configurations">): AdmissionPlugin {
  const { EventRateLimit: settings } = configurations;
  assert(settings !== undefined, "EventRateLimit has a configuration");
  const limiters = settings.limits.map((limit) => new LimitedRequests(limit, clock));
  return {
    validate: async (request) => {
      if (request.dryRun) return;
      // Each limit counts the request, also if another one rejects it.
      const reached = limiters.flatMap((limiter) => limiter.take(request) ?? []);
      if (reached.length === 0) return;
      throw new StatusError(429, `Too many requests: ${aggregateErrors(reached)}`, { reason: "TooManyRequests" });
    },
  };
}

/** The text that requests with the same bucket share. */
const keys: Readonly<Record<EventLimitType, (request: AdmissionRequest) => string>> = {
  Server: () => "",
  Namespace: ({ namespace }) => namespace,
  User: ({ user }) => user.name,
  SourceAndObject: ({ object }) => sourceAndObject(object as DeepReadonly<Event>),
};

function sourceAndObject({ source = {}, involvedObject }: DeepReadonly<Event>): string {
  const { kind = "", namespace = "", name = "", uid = "", apiVersion = "" } = involvedObject;
  return [source.component ?? "", source.host ?? "", kind, namespace, name, uid, apiVersion].join("");
}

/** The buckets of one limit. */
class LimitedRequests {
  readonly #limit: EventLimit;
  readonly #clock: Clock;
  /** In the order of their last use. */
  readonly #buckets = new Map<string, TokenBucket>();

  constructor(limit: EventLimit, clock: Clock) {
    this.#limit = limit;
    this.#clock = clock;
  }

  /** Counts a request. Returns the message if the limit is reached. */
  take(request: AdmissionRequest): string | undefined {
    const { type } = this.#limit;
    const key = keys[type](request);
    if (this.#bucketOf(key).tryTake()) return undefined;
    return `limit reached on type ${type} for key ${key}`;
  }

  #bucketOf(key: string): TokenBucket {
    const { perSecond, burst, bucketsMax } = this.#limit;
    const bucket = this.#buckets.get(key) ?? new TokenBucket(this.#clock, perSecond, burst);
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    const [oldest] = this.#buckets.keys();
    if (this.#buckets.size > bucketsMax && oldest !== undefined) this.#buckets.delete(oldest);
    return bucket;
  }
}
