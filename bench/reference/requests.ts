/** Compares the two servers under the same load of requests. */
import type { FigureContext, Goal, Measurement } from "../figure.ts";
import { measureAlternately, type RequestLoad, RequestRateSide, responsesPerSecond } from "../figures/rates.ts";
import type { RequestsReport } from "../load/job.ts";
import { type ComparedServer, memoryOfServer, type ServerPair } from "./servers.ts";

/** Greatest number of connections of a load. A client is a separate program with its own connection, if possible. */
const connectionsMax = 64;

/** Load of one figure. */
export interface ComparedLoad extends Pick<RequestLoad, "clients" | "template" | "status"> {
  readonly name: string;
  /** Unit in which the work of a second is counted. Default: responses. */
  readonly rate?: RateUnit;
  /** Goal of the rate. */
  readonly goal: Goal;
  /** Whether responses with status 429 are counted and must not occur. By default, they are failures. */
  readonly countsRejections?: boolean;
  /** First number for the counter of the template. */
  readonly firstNumber?: number;
}

/** Unit of a rate, and its amount in a report. */
export interface RateUnit {
  readonly unit: string;
  perSecond(report: RequestsReport): number;
}

const responses: RateUnit = { unit: "requests/s", perSecond: responsesPerSecond };

/** A report with the memory of the server at the end of the measurement. */
interface SideReport {
  readonly report: RequestsReport;
  readonly residentBytes: number;
}

/** The values of both servers. */
interface ComparedReports {
  readonly ours: readonly SideReport[];
  readonly raw: readonly SideReport[];
}

/**
 * Returns rate, latency, processor time and memory of both servers under the load.
 * @returns the measurements, and the first number that no counter has used
 */
export async function compareRequests(
  context: FigureContext,
  servers: ServerPair,
  load: ComparedLoad,
): Promise<{ readonly measurements: Measurement[]; readonly nextNumber: number }> {
  const ours = new ServerSide(context, servers.orch, load);
  const raw = new ServerSide(context, servers.reference, load);
  const reports = await measureAlternately(context, load.name, { ours, raw });
  return { measurements: measurementsOf(reports, load), nextNumber: Math.max(ours.nextNumber, raw.nextNumber) };
}

class ServerSide {
  readonly #server: ComparedServer;
  readonly #requests: RequestRateSide;

  constructor(context: FigureContext, server: ComparedServer, load: ComparedLoad) {
    const { clients, template, status, countsRejections = false, firstNumber } = load;
    this.#server = server;
    const { target, pids: serverPids } = server;
    const rate: RequestLoad = { target, serverPids, protocol: "h2", clients, connectionsMax, template, status };
    this.#requests = new RequestRateSide(context, { ...rate, countsRejections }, firstNumber);
  }

  get nextNumber(): number {
    return this.#requests.nextNumber;
  }

  async warmUp(): Promise<void> {
    await this.#requests.warmUp();
  }

  async measure(): Promise<SideReport> {
    const report = await this.#requests.measure();
    return { report, residentBytes: memoryOfServer(this.#server).residentBytes };
  }
}

function measurementsOf(reports: ComparedReports, load: ComparedLoad): Measurement[] {
  const { name, goal, rate = responses, countsRejections = false } = load;
  const compare = measurementMaker(name, reports);
  return [
    { ...compare("rate", rate.unit, "more", ({ report }) => rate.perSecond(report)), goal },
    compare("p50", "ms", "less", ({ report }) => report.latencyMs.p50),
    compare("p99", "ms", "less", ({ report }) => report.latencyMs.p99),
    compare("processor time", "us/request", "less", ({ report }) => (report.serverCpuSeconds * 1e6) / report.answers),
    compare("resident memory", "MB", "less", ({ residentBytes }) => residentBytes / 1e6),
    ...(countsRejections
      ? [
          {
            ...compare("rejections", "responses", "less", ({ report }) => report.rejections),
            goal: { of: "value", bound: 0 } as const,
          },
        ]
      : []),
  ];
}

/** Returns a function that makes a measurement from one value of each report. */
export function measurementMaker<Report>(
  name: string,
  reports: { readonly ours: readonly Report[]; readonly raw: readonly Report[] },
): (aspect: string, unit: string, better: "more" | "less", valueOf: (report: Report) => number) => Measurement {
  return (aspect, unit, better, valueOf) => ({
    name: `${name}: ${aspect}`,
    unit,
    better,
    values: reports.ours.map(valueOf),
    raw: { name: "the reference", values: reports.raw.map(valueOf) },
  });
}
