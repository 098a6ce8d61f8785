/**
 * Functions that the figures of requests per second share: they apply the same load alternately to the server and to
 * its raw limit.
 */
import type { FigureContext, Measurement, RawLimit } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import type { LoadTarget, RequestsJob, RequestsReport } from "../load/job.ts";

/** A load of requests that are repeated as soon as they are answered. */
export interface RequestLoad {
  readonly target: LoadTarget;
  readonly protocol: "h1" | "h2";
  /** Number of concurrent requests. */
  readonly clients: number;
  readonly template: RequestTemplate;
  readonly status: number;
  /** Whether responses with status 429 are counted. By default, each is a failure. */
  readonly countsRejections?: boolean;
  /** Greatest number of connections over HTTP/2. Default: 8. */
  readonly connectionsMax?: number;
  /** Processes whose processor time is measured. Default: none. */
  readonly serverPids?: readonly number[];
}

/** One of two subjects that are measured alternately. */
export interface MeasuredSide<Report> {
  /** Runs the work until V8 has compiled its code. */
  warmUp(): Promise<void>;
  measure(): Promise<Report>;
}

/** Results of both sides, one per run. */
export interface AlternateReports<Ours, Raw> {
  readonly ours: readonly Ours[];
  readonly raw: readonly Raw[];
}

const defaultConnectionsMax = 8;
const warmUpMs = 3000;
/** Warm-up before each measurement, because it opens new connections. */
const connectionWarmUpMs = 400;
/** Duration of one turn of two loads that take turns. */
const sliceMs = 300;

/** Measures both sides alternately, so that other load on the machine affects both. */
export async function measureAlternately<Ours, Raw>(
  context: FigureContext,
  name: string,
  sides: { readonly ours: MeasuredSide<Ours>; readonly raw: MeasuredSide<Raw> },
): Promise<AlternateReports<Ours, Raw>> {
  return await measureRuns(context, name, sides, async () => {
    const raw = await sides.raw.measure();
    return { ours: await sides.ours.measure(), raw };
  });
}

/** Warms both sides up, and measures them once per run. @param measure measures both */
async function measureRuns<Ours, Raw>(
  context: FigureContext,
  name: string,
  sides: Record<"ours" | "raw", Pick<MeasuredSide<unknown>, "warmUp">>,
  measure: () => Promise<{ readonly ours: Ours; readonly raw: Raw }>,
): Promise<AlternateReports<Ours, Raw>> {
  const reports: { ours: Ours[]; raw: Raw[] } = { ours: [], raw: [] };
  context.progress(`${name}: warming up`);
  await sides.raw.warmUp();
  await sides.ours.warmUp();
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${name}: run ${run} of ${context.runs}`);
    const { ours, raw } = await measure();
    reports.ours.push(ours);
    reports.raw.push(raw);
  }
  return reports;
}

/**
 * Returns how many connections and streams hold this many concurrent requests. HTTP/1.1 has one request per connection.
 */
export function spreadClients(
  protocol: "h1" | "h2",
  clients: number,
  connectionsMax: number = defaultConnectionsMax,
): { connections: number; streams: number } {
  const connections = protocol === "h1" ? clients : Math.min(connectionsMax, clients);
  return { connections, streams: Math.ceil(clients / connections) };
}

/** A side whose requests are repeated as soon as they are answered. */
export class RequestRateSide implements MeasuredSide<RequestsReport> {
  readonly #context: FigureContext;
  readonly #rate: RequestLoad;
  /** First number that the template's counter has not used. */
  nextNumber: number;

  constructor(context: FigureContext, rate: RequestLoad, firstNumber = 0) {
    this.#context = context;
    this.#rate = rate;
    this.nextNumber = firstNumber;
  }

  async warmUp(): Promise<void> {
    await this.#run(this.#job(0, warmUpMs));
  }

  async measure(): Promise<RequestsReport> {
    return await this.#run(this.measuredJob());
  }

  /** Returns the job of one measurement. Its counter starts at `nextNumber`. */
  measuredJob(): Omit<RequestsJob, "kind"> {
    return this.#job(connectionWarmUpMs, this.#context.measureMs);
  }

  async #run(job: Omit<RequestsJob, "kind">): Promise<RequestsReport> {
    const report = await this.#context.generator.requests(job);
    this.nextNumber = report.nextNumber;
    return report;
  }

  #job(warmUpMs: number, measureMs: number): Omit<RequestsJob, "kind"> {
    const { clients, connectionsMax, ...rest } = this.#rate;
    const spread = spreadClients(rest.protocol, clients, connectionsMax);
    return { ...rest, ...spread, warmUpMs, measureMs, firstNumber: this.nextNumber };
  }
}

/** Results of two loads of requests. */
export type ComparedRates = AlternateReports<RequestsReport, RequestsReport>;

/**
 * Measures the same kind of load on the server and on its raw limit. They take turns that are so short that changes in
 * the speed of the machine affect both.
 * @param firstNumber first number for the counter of `ours`
 */
export async function compareRates(
  context: FigureContext,
  ours: RequestLoad,
  raw: RequestLoad,
  name: string,
  firstNumber = 0,
): Promise<ComparedRates> {
  const sides = {
    ours: new RequestRateSide(context, ours, firstNumber),
    raw: new RequestRateSide(context, raw),
  };
  return await measureRuns(context, name, sides, async () => {
    const jobs = { ours: sides.ours.measuredJob(), raw: sides.raw.measuredJob() };
    const reports = await context.generator.alternateRequests(jobs, sliceMs);
    sides.ours.nextNumber = reports.ours.nextNumber;
    sides.raw.nextNumber = reports.raw.nextNumber;
    return reports;
  });
}

/** Name, unit, raw limit and goal of a rate. */
export interface RateDescription extends Pick<Measurement, "name" | "unit"> {
  readonly raw: Omit<RawLimit, "values">;
  /** Goal: the share of the raw limit to reach. */
  readonly minRatio: number;
}

/** Returns the responses per second of the server, with those of the raw limit. */
export function measurementOf(compared: ComparedRates, { name, unit, raw, minRatio }: RateDescription): Measurement {
  return {
    name,
    unit,
    better: "more",
    values: compared.ours.map(responsesPerSecond),
    raw: { ...raw, values: compared.raw.map(responsesPerSecond) },
    goal: { of: "ratio", bound: minRatio },
    loadCpu: loadCpuOf(compared),
  };
}

/** Returns the responses per second. */
export function responsesPerSecond({ answers, seconds }: RequestsReport): number {
  return answers / seconds;
}

/** Returns the greatest processor time of the load generator in all runs, as a share of one core. */
export function loadCpuOf({ ours, raw }: ComparedRates): number {
  return Math.max(...[...ours, ...raw].map(({ cpuShare }) => cpuShare));
}
