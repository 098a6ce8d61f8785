/** Whether the server lives and is ready: named checks, asked together or one by one. */

import { type Clock, sleep } from "../base/clock.ts";
import type { Logger } from "../base/logger.ts";
import { reasonOf } from "../base/reason-of.ts";
import { goQuote } from "../meta/go-quote.ts";
import type { Call } from "./call.ts";
import type { PathTable } from "./route.ts";

export interface HealthCheck {
  readonly name: string;
  /** @throws what is wrong, for the log; clients learn only that the check failed */
  check(): Promise<void> | void;
}

export interface HealthChecks {
  /** Of the older path, which tells neither of the others. */
  readonly healthy: readonly HealthCheck[];
  readonly live: readonly HealthCheck[];
  readonly ready: readonly HealthCheck[];
}

/** A check that takes longer has failed. */
const checkTimeoutMs = 2000;

export interface HealthOptions {
  readonly checks: HealthChecks;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Serves `/livez`, `/readyz` and the older `/healthz`, with single checks below them. */
export function installHealth(paths: PathTable, options: HealthOptions): void {
  const { healthy, live, ready } = options.checks;
  for (const [path, checks] of [
    ["/livez", live],
    ["/readyz", ready],
    ["/healthz", healthy],
  ] as const) {
    paths.add(path, (call) => answerAll(call, checks, options));
    paths.addBelow(path, (rest) => {
      const check = checks.find(({ name }) => name === rest);
      return check && ((call) => answerOne(call, check, options));
    });
  }
}

async function answerOne(call: Call, check: HealthCheck, options: HealthOptions): Promise<void> {
  const failure = await runCheck(check, options);
  if (failure === undefined) call.respondText(200, "ok");
  else call.respondText(500, `internal server error: ${check.name} failed: reason withheld\n`);
}

async function answerAll(call: Call, checks: readonly HealthCheck[], options: HealthOptions): Promise<void> {
  const excluded = new Set(call.parameters.getAll("exclude"));
  const lines: string[] = [];
  let failed = false;
  const results = await Promise.all(
    checks.map((check) => (excluded.has(check.name) ? Promise.resolve(undefined) : runCheck(check, options))),
  );
  checks.forEach(({ name }, index) => {
    const failure = results[index];
    if (excluded.delete(name)) lines.push(`[+]${name} excluded: ok`);
    else if (failure === undefined) lines.push(`[+]${name} ok`);
    else lines.push(`[-]${name} failed: reason withheld`);
    failed ||= failure !== undefined;
  });
  if (excluded.size > 0) {
    const names = [...excluded].sort().map((name) => goQuote(name));
    lines.push(`warn: some health checks cannot be excluded: no matches for ${names.join(",")}`);
  }
  lines.push(failed ? "healthz check failed" : "healthz check passed");
  if (failed) call.respondText(500, `${lines.join("\n")}\n`);
  else call.respondText(200, call.parameters.has("verbose") ? `${lines.join("\n")}\n` : "ok");
}

/** @returns why the check failed; undefined when it passed */
export async function runCheck(
  one: HealthCheck,
  { clock, logger }: Pick<HealthOptions, "clock" | "logger">,
): Promise<Error | undefined> {
  const stop = new AbortController();
  const late = sleep(clock, checkTimeoutMs, stop.signal).then(() => {
    throw new Error(`the check ${one.name} did not answer within ${checkTimeoutMs} ms`);
  });
  try {
    await Promise.race([one.check(), late]);
    return undefined;
  } catch (error) {
    logger.warning("a health check failed", {
      check: one.name,
      reason: reasonOf(error),
    });
    return error instanceof Error ? error : new Error(String(error));
  } finally {
    late.catch(() => undefined);
    stop.abort();
  }
}
