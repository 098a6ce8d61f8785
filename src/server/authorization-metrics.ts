/** Counts and times decisions about requests, under the reference's names. */
import type { Clock } from "../base/clock.ts";
import {
  Counter,
  Histogram,
  type HistogramDefinition,
  type MetricDefinition,
  type MetricRegistry,
} from "../base/metrics.ts";
import type { Authorizer, Decision } from "../meta/access/access-control.ts";

const attempts: MetricDefinition<"result"> = {
  name: "authorization_attempts_total",
  help: "Number of decisions about requests, by result: allowed, denied, no-opinion or error.",
  stability: "ALPHA",
  labels: ["result"],
};

const durations: HistogramDefinition<"result"> = {
  ...attempts,
  name: "authorization_duration_seconds",
  help: "Time until a decision about a request, in seconds, by result.",
  buckets: Array.from({ length: 15 }, (_, power) => 2 ** power / 1000),
};

type Result = "allowed" | "denied" | "no-opinion" | "error";

interface ResultSeries {
  readonly count: () => void;
  readonly time: (seconds: number) => void;
}

/** Counts the decisions about requests. */
export class AuthorizationMetrics {
  readonly #attempts: Counter<"result">;
  readonly #durations: Histogram<"result">;
  /** As in the reference, a series exists from the first decision on. */
  readonly #series: Partial<Record<Result, ResultSeries>> = {};

  constructor(registry: MetricRegistry) {
    this.#attempts = registry.add(new Counter(attempts));
    this.#durations = registry.add(new Histogram(durations));
  }

  /** Returns an authorizer that counts and times the decisions of another one. */
  measuring(authorizer: Authorizer, clock: Pick<Clock, "monotonicMs">): Authorizer {
    return (user, attributes) => {
      const startMs = clock.monotonicMs();
      const count = (decision: Decision): Decision => {
        const { count: countResult, time } = this.#seriesOf(resultOf(decision));
        countResult();
        time((clock.monotonicMs() - startMs) / 1000);
        return decision;
      };
      const decision = authorizer(user, attributes);
      return decision instanceof Promise ? decision.then(count) : count(decision);
    };
  }

  #seriesOf(result: Result): ResultSeries {
    return (this.#series[result] ??= {
      count: this.#attempts.adder([result]),
      time: this.#durations.recorder([result]),
    });
  }
}

function resultOf({ decision, error }: Decision): Result {
  if (decision === "allow") return "allowed";
  if (error !== undefined) return "error";
  return decision === "deny" ? "denied" : "no-opinion";
}
