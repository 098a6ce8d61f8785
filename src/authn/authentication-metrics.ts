/** Metrics of authentication, with the reference's names. */
import {
  Counter,
  Gauge,
  Histogram,
  type HistogramDefinition,
  type MetricDefinition,
  type MetricRegistry,
} from "../base/metrics.ts";

/** Result of the authentication of a request. `failure`: it has no credentials, and anonymous requests are rejected. */
export type AttemptResult = "success" | "failure" | "error";

const attempts: MetricDefinition<"result"> = {
  name: "authentication_attempts",
  help: "Number of requests that were authenticated, by result: success, failure or error.",
  stability: "ALPHA",
  labels: ["result"],
};

const durations: HistogramDefinition<"result"> = {
  name: "authentication_duration_seconds",
  help: "Time that the authentication of a request took, in seconds, by result.",
  stability: "ALPHA",
  labels: ["result"],
  buckets: Array.from({ length: 15 }, (_, index) => 2 ** index / 1000),
};

const userRequests: MetricDefinition<"username"> = {
  name: "authenticated_user_requests",
  help: "Number of authenticated requests by user. Most users count as other.",
  stability: "ALPHA",
  labels: ["username"],
};

const cacheRequests: MetricDefinition<"status"> = {
  name: "authentication_token_cache_request_total",
  help: "Number of lookups in the cache of tokens, by status: hit or miss.",
  stability: "ALPHA",
  labels: ["status"],
};

const cacheDurations: HistogramDefinition<"status"> = {
  name: "authentication_token_cache_request_duration_seconds",
  help: "Time of lookups in the cache of tokens, including the check of a token that is not cached, in seconds, by status.",
  stability: "ALPHA",
  labels: ["status"],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
};

const cacheFetches: MetricDefinition<"status"> = {
  name: "authentication_token_cache_fetch_total",
  help: "Number of checks of tokens that were not cached, by status: ok or error.",
  stability: "ALPHA",
  labels: ["status"],
};

const cacheActiveFetches: MetricDefinition<"status"> = {
  name: "authentication_token_cache_active_fetch_count",
  help: "Number of checks of tokens in progress (in_flight), and of requests that wait for them (blocked).",
  stability: "ALPHA",
  labels: ["status"],
};

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
const daySeconds = 24 * hourSeconds;

const certificateExpiry: HistogramDefinition<never> = {
  name: "apiserver_client_certificate_expiration_seconds",
  help: "Remaining lifetime of the client certificates of requests, in seconds.",
  stability: "ALPHA",
  labels: [],
  buckets: [
    0,
    30 * minuteSeconds,
    ...[1, 2, 6, 12].map((hours) => hours * hourSeconds),
    ...[1, 2, 4, 7, 30, 90, 180, 360].map((days) => days * daySeconds),
  ],
};

/** Counts the requests that are authenticated. */
export class AuthenticationMetrics {
  readonly #attempts: Counter<"result">;
  readonly #durations: Histogram<"result">;
  readonly #userRequests: Counter<"username">;

  constructor(registry: MetricRegistry) {
    this.#attempts = registry.add(new Counter(attempts));
    this.#durations = registry.add(new Histogram(durations));
    this.#userRequests = registry.add(new Counter(userRequests));
  }

  /** Counts a request. @param userName undefined if no user was recognized */
  countAttempt(result: AttemptResult, durationMs: number, userName?: string): void {
    if (userName !== undefined) this.#userRequests.add([userLabel(userName)]);
    this.#attempts.add([result]);
    this.#durations.observe([result], durationMs / 1000);
  }
}

const shownUsers: ReadonlySet<string> = new Set(["admin", "client", "kube_proxy", "kubelet"]);

/** Returns the label of a user. As in the reference, the number of labels is small, and they reveal no user. */
function userLabel(name: string): string {
  if (shownUsers.has(name)) return name;
  return name.includes("@") ? "email_id" : "other";
}

/** Records how long the client certificates of requests are still valid. */
export class CertificateMetrics {
  readonly #expiry: Histogram<never>;

  constructor(registry: MetricRegistry) {
    this.#expiry = registry.add(new Histogram(certificateExpiry));
  }

  /** Records the certificate of one request. @param remainingMs negative if it has expired */
  observe(remainingMs: number): void {
    this.#expiry.observe([], remainingMs / 1000);
  }
}

/** A check of a token in progress. */
export interface TokenFetch {
  /** Must be called once, when the check has ended. */
  end(status: "ok" | "error"): void;
}

/** Counts the lookups in the cache of tokens. */
export class TokenCacheMetrics {
  readonly #requests: Counter<"status">;
  readonly #durations: Histogram<"status">;
  readonly #fetches: Counter<"status">;
  readonly #activeFetches: Gauge<"status">;

  constructor(registry: MetricRegistry) {
    this.#requests = registry.add(new Counter(cacheRequests));
    this.#durations = registry.add(new Histogram(cacheDurations));
    this.#fetches = registry.add(new Counter(cacheFetches));
    this.#activeFetches = registry.add(new Gauge(cacheActiveFetches));
  }

  countRequest(status: "hit" | "miss", durationMs: number): void {
    this.#requests.add([status]);
    this.#durations.observe([status], durationMs / 1000);
  }

  /** Counts a request as blocked until the result is disposed. */
  blocked(): Disposable {
    this.#activeFetches.add(["blocked"], 1);
    return { [Symbol.dispose]: () => this.#activeFetches.add(["blocked"], -1) };
  }

  /** Counts a check of a token as in flight until `end` is called. */
  fetching(): TokenFetch {
    this.#activeFetches.add(["in_flight"], 1);
    return {
      end: (status) => {
        this.#fetches.add([status]);
        this.#activeFetches.add(["in_flight"], -1);
      },
    };
  }
}
