/** What the figures of requests per second share: the same load on the server and on its raw limit, in turns. */
import type { Context } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import type { RequestsReport, Target } from "../load/job.ts";

export interface Rate {
  readonly target: Target;
  readonly protocol: "h1" | "h2";
  /** Requests under way. */
  readonly clients: number;
  readonly template: RequestTemplate;
  readonly status: number;
}

const connectionsMax = 8;
/** A program is compiled while it runs: this long until both run as they will go on. */
const warmUpMs = 4000;

/**
 * @param firstNumber where the counter of the template begins
 * @param firstMs of load before the measurement begins
 */
export async function measureRate(
  context: Context,
  rate: Rate,
  firstNumber: number,
  firstMs = 400,
): Promise<RequestsReport> {
  const { target, protocol, clients, template, status } = rate;
  // HTTP/1.1 has one request under way on a connection.
  const connections = protocol === "h1" ? clients : Math.min(connectionsMax, clients);
  return await context.generator.requests({
    target,
    protocol,
    connections,
    streams: Math.ceil(clients / connections),
    template,
    status,
    firstNumber,
    warmUpMs: firstMs,
    measureMs: context.measureMs,
  });
}

export interface Compared {
  readonly ours: readonly RequestsReport[];
  readonly raw: readonly RequestsReport[];
}

/** Measures both in turns, so that what else the machine does hits both. */
export async function compareRates(
  context: Context,
  ours: Rate,
  raw: Rate,
  name: string,
  firstNumber = 0,
): Promise<Compared> {
  const reports: { ours: RequestsReport[]; raw: RequestsReport[] } = { ours: [], raw: [] };
  context.progress(`${name}: warming up`);
  await measureRate(context, raw, 0, warmUpMs);
  let next = (await measureRate(context, ours, firstNumber, warmUpMs)).nextNumber;
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${name}: run ${run} of ${context.runs}`);
    reports.raw.push(await measureRate(context, raw, 0));
    const report = await measureRate(context, ours, next);
    next = report.nextNumber;
    reports.ours.push(report);
  }
  return reports;
}

export function perSecond({ answers, seconds }: RequestsReport): number {
  return answers / seconds;
}

export function loadCpuOf({ ours, raw }: Compared): number {
  return Math.max(...[...ours, ...raw].map(({ cpuShare }) => cpuShare));
}
