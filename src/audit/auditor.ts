/** Decides by the policy which requests are recorded. */
import type { Clock } from "../base/clock.ts";
import { formatDuration } from "../meta/duration.ts";
import { groupName, type Vocabulary } from "../meta/vocabulary.ts";
import type { AuditMetrics } from "./audit-metrics.ts";
import { EventTime } from "./event-time.ts";
import { type AuditPolicy, ruleFor } from "./policy/policy.ts";
import { type AuditServices, RequestAudit, type RequestFacts, type RequestState } from "./request-audit.ts";
import type { AuditSink } from "./sink.ts";

/** Policy and backends of a server. */
export interface AuditorOptions {
  readonly policy: AuditPolicy;
  readonly sink: AuditSink;
  readonly metrics: AuditMetrics;
  readonly clock: Clock;
  readonly vocabulary: Vocabulary;
}

const nanosPerMs = 1e6;

/** Returns the audits of requests. */
export class Auditor {
  readonly metrics: AuditMetrics;
  readonly isStrict: boolean;
  readonly #policy: AuditPolicy;
  readonly #services: AuditServices;

  constructor({ policy, sink, metrics, clock, vocabulary }: AuditorOptions) {
    this.metrics = metrics;
    this.isStrict = sink.isStrict;
    this.#policy = policy;
    this.#services = {
      sink,
      metrics,
      time: new EventTime(clock),
      truncatedKey: truncatedKeyIn(vocabulary),
      latencyAnnotations: (totalMs, latencies) =>
        [...latencies, ["total", totalMs] as const]
          .map(([stem, ms]) => [stem, Math.round(ms * nanosPerMs)] as const)
          .filter(([, nanos]) => nanos > 0)
          .map(([stem, nanos]): [string, string] => [
            vocabulary.bind(groupName(`apiserver.latency/${stem}`)),
            formatDuration(BigInt(nanos)),
          ]),
    };
  }

  /** Returns the audit of a request. Undefined if the policy does not record it. */
  auditOf(facts: RequestFacts, state: RequestState): RequestAudit | undefined {
    const rule = ruleFor(this.#policy, facts.user, facts.attributes);
    const level = rule?.level ?? "None";
    this.metrics.countLevel(level);
    return rule && level !== "None" ? new RequestAudit(rule, facts, state, this.#services) : undefined;
  }
}

/** Returns the key of the annotation of events from which objects were removed. */
export function truncatedKeyIn(vocabulary: Vocabulary): string {
  return vocabulary.bind(groupName("audit/truncated"));
}
