/** What the figures of requests per second share: the same load on the server and on its raw limit, in turns. */
import type { Context, Measurement, RawLimit } from "../figure.ts";
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

/** One of two that are measured in turns. */
export interface Side<Report> {
  /** Runs it until it runs as it will go on: programs are compiled meanwhile. */
  warmUp(): Promise<void>;
  measure(): Promise<Report>;
}

export interface Compared<Ours, Raw> {
  readonly ours: readonly Ours[];
  readonly raw: readonly Raw[];
}

const connectionsMax = 8;
const warmUpMs = 3000;
/** Before each measurement, for the connections are new. */
const settleMs = 400;

/** Measures both in turns, so that what else the machine does hits both. */
export async function inTurns<Ours, Raw>(
  context: Context,
  name: string,
  sides: { readonly ours: Side<Ours>; readonly raw: Side<Raw> },
): Promise<Compared<Ours, Raw>> {
  const reports: { ours: Ours[]; raw: Raw[] } = { ours: [], raw: [] };
  context.progress(`${name}: warming up`);
  await sides.raw.warmUp();
  await sides.ours.warmUp();
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${name}: run ${run} of ${context.runs}`);
    reports.raw.push(await sides.raw.measure());
    reports.ours.push(await sides.ours.measure());
  }
  return reports;
}

/** How many connections there are for so many requests under way. HTTP/1.1 has one on a connection. */
export function clientsOn(protocol: "h1" | "h2", clients: number): { connections: number; streams: number } {
  const connections = protocol === "h1" ? clients : Math.min(connectionsMax, clients);
  return { connections, streams: Math.ceil(clients / connections) };
}

/** Requests as fast as they are answered. */
export class RateSide implements Side<RequestsReport> {
  readonly #context: Context;
  readonly #rate: Rate;
  /** The first number of the template's counter that was not used. */
  nextNumber: number;

  constructor(context: Context, rate: Rate, firstNumber = 0) {
    this.#context = context;
    this.#rate = rate;
    this.nextNumber = firstNumber;
  }

  async warmUp(): Promise<void> {
    await this.#run(0, warmUpMs);
  }

  async measure(): Promise<RequestsReport> {
    return await this.#run(settleMs, this.#context.measureMs);
  }

  async #run(warmUpMs: number, measureMs: number): Promise<RequestsReport> {
    const { clients, ...rest } = this.#rate;
    const spread = clientsOn(rest.protocol, clients);
    const job = { ...rest, ...spread, warmUpMs, measureMs, firstNumber: this.nextNumber };
    const report = await this.#context.generator.requests(job);
    this.nextNumber = report.nextNumber;
    return report;
  }
}

export type ComparedRates = Compared<RequestsReport, RequestsReport>;

/** @param firstNumber where the counter of our template begins */
export async function compareRates(
  context: Context,
  ours: Rate,
  raw: Rate,
  name: string,
  firstNumber = 0,
): Promise<ComparedRates> {
  const sides = { ours: new RateSide(context, ours, firstNumber), raw: new RateSide(context, raw) };
  return await inTurns(context, name, sides);
}

export interface RatesFigure extends Pick<Measurement, "name" | "unit"> {
  readonly raw: Omit<RawLimit, "values">;
  /** The share of the raw limit that is to be reached. */
  readonly atLeast: number;
}

/** Answers per second, ours beside the raw limit's. */
export function measurementOf(compared: ComparedRates, { name, unit, raw, atLeast }: RatesFigure): Measurement {
  return {
    name,
    unit,
    better: "more",
    values: compared.ours.map(perSecond),
    raw: { ...raw, values: compared.raw.map(perSecond) },
    goal: { of: "ratio", bound: atLeast },
    loadCpu: loadCpuOf(compared),
  };
}

export function perSecond({ answers, seconds }: RequestsReport): number {
  return answers / seconds;
}

export function loadCpuOf({ ours, raw }: ComparedRates): number {
  return Math.max(...[...ours, ...raw].map(({ cpuShare }) => cpuShare));
}
