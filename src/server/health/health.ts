/** Health checks of the server, which clients run together or one by one at `/livez`, `/readyz` and `/healthz`. */

import { type Clock, sleep } from "../../base/clock.ts";
import type { Logger } from "../../base/logger.ts";
import { Counter, Gauge, type MetricDefinition, type MetricPolicy, MetricRegistry } from "../../base/metrics.ts";
import { reasonOf } from "../../base/reason-of.ts";
import { goQuote } from "../../meta/go-quote.ts";
import type { Call } from "../requests/call.ts";
import type { PathTable } from "../route.ts";

/** A named check of one part of the server. */
export interface HealthCheck {
  readonly name: string;
  /** Time limit in milliseconds. Default: two seconds. */
  readonly timeoutMs?: number;
  /** Whether a failure is shown in the response, but does not make the server unhealthy. */
  readonly isInformational?: boolean;
  /** @throws the failure, for the log and the path of the check. Clients of all checks see only that it failed. */
  check(): Promise<void> | void;
}

/** The checks behind each path. */
export interface HealthChecks {
  /** Checks of `/healthz`, which is deprecated. It does not distinguish live from ready. */
  readonly healthy: readonly HealthCheck[];
  readonly live: readonly HealthCheck[];
  readonly ready: readonly HealthCheck[];
}

/** Time limit of a check that does not set one. */
const checkTimeoutMs = 2000;

/** The checks of a server, and the services that running them needs. */
export interface HealthOptions {
  readonly checks: HealthChecks;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Counts the results of the checks, which `/metrics/slis` shows. */
  readonly metrics?: HealthMetrics;
}

const checkState: MetricDefinition<string> = {
  name: "kubernetes_healthcheck",
  help: "Result of the last run of each health check: 1 if it passed, 0 if it failed.",
  stability: "STABLE",
  labels: ["name", "type"],
  combine: "first",
};

const checkResults: MetricDefinition<string> = {
  name: "kubernetes_healthchecks_total",
  help: "Number of results of each health check.",
  stability: "STABLE",
  labels: ["name", "status", "type"],
};

/**
 * Results of health checks. They are in a separate registry, because `/metrics/slis` shows them without other metrics.
 */
export class HealthMetrics {
  readonly registry: MetricRegistry;
  readonly #state: Gauge;
  readonly #results: Counter;

  /** @param policy which metrics are shown. Default: all of them */
  constructor(policy?: MetricPolicy) {
    this.registry = new MetricRegistry(policy);
    this.#state = this.registry.add(new Gauge(checkState));
    this.#results = this.registry.add(new Counter(checkResults));
  }

  /**
   * Counts one result.
   * @param type the path without its slash: `livez`
   */
  countResult(name: string, type: string, passed: boolean): void {
    this.#state.set([name, type], passed ? 1 : 0);
    this.#results.add([name, passed ? "success" : "error", type]);
  }
}

/** Returns a check that also counts its results. */
function withMetrics(check: HealthCheck, type: string, { metrics }: HealthOptions): HealthCheck {
  if (!metrics) return check;
  const { name } = check;
  return {
    ...check,
    check: async () => {
      try {
        await check.check();
        metrics.countResult(name, type, true);
      } catch (error) {
        metrics.countResult(name, type, false);
        throw error;
      }
    },
  };
}

/** Serves `/livez`, `/readyz` and the older `/healthz`. Each check also has a path below these. */
export function installHealth(paths: PathTable, options: HealthOptions): void {
  const { healthy, live, ready } = options.checks;
  for (const [path, checks] of [
    ["/livez", live],
    ["/readyz", ready],
    ["/healthz", healthy],
  ] as const) {
    const title = path.slice(1);
    const countedChecks = checks.map((check) => withMetrics(check, title, options));
    paths.add(path, (call) => respondAll(call, title, countedChecks, options));
    for (const check of countedChecks) paths.add(`${path}/${check.name}`, (call) => respondOne(call, check, options));
  }
}

async function respondOne(call: Call, check: HealthCheck, options: HealthOptions): Promise<void> {
  const failure = await runCheck(check, options);
  if (failure === undefined) call.respond(200, { "content-type": "text/plain; charset=utf-8" }, Buffer.from("ok"));
  else call.respondText(500, `internal server error: ${failure.message}\n`);
}

async function respondAll(
  call: Call,
  title: string,
  checks: readonly HealthCheck[],
  options: HealthOptions,
): Promise<void> {
  const excluded = new Set(call.query.all("exclude"));
  const lines: string[] = [];
  let failed = false;
  const results = await Promise.all(
    checks.map((check) => (excluded.has(check.name) ? Promise.resolve(undefined) : runCheck(check, options))),
  );
  checks.forEach(({ name, isInformational }, index) => {
    const failure = results[index];
    if (excluded.delete(name)) lines.push(`[+]${name} excluded: ok`);
    else if (failure === undefined) lines.push(`[+]${name} ok`);
    else lines.push(`[${isInformational ? "!" : "-"}]${name} failed: reason withheld`);
    failed ||= failure !== undefined && !isInformational;
  });
  if (excluded.size > 0) {
    const names = [...excluded].sort().map((name) => goQuote(name));
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names.join(",")}`);
  }
  lines.push(`${title} check ${failed ? "failed" : "passed"}`);
  if (failed) call.respondText(500, `${lines.join("\n")}\n`);
  else call.respondText(200, call.query.has("verbose") ? `${lines.join("\n")}\n` : "ok");
}

/** Returns undefined if the check passes within its time limit, otherwise the error, which is logged too. */
export async function runCheck(
  check: HealthCheck,
  { clock, logger }: Pick<HealthOptions, "clock" | "logger">,
): Promise<Error | undefined> {
  const stop = new AbortController();
  const { timeoutMs = checkTimeoutMs } = check;
  const timeout = sleep(clock, timeoutMs, stop.signal).then(() => {
    throw new Error(`the check ${check.name} did not end within ${timeoutMs} ms`);
  });
  try {
    await Promise.race([check.check(), timeout]);
    return undefined;
  } catch (error) {
    logger.warning("a health check failed", {
      check: check.name,
      reason: reasonOf(error),
    });
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    timeout.catch(() => undefined);
    stop.abort();
  }
}
