/** Jobs and reports of the load generator. They are plain data, because they are sent between processes. */
import type { RequestTemplate } from "./connection.ts";

/** The server that receives the requests, and the client's credentials. */
export interface LoadTarget {
  readonly host: string;
  readonly port: number;
  /** Certificate authority. This and the other credentials are in PEM. */
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
}

interface Load {
  readonly target: LoadTarget;
  readonly protocol: "h1" | "h2";
  readonly connections: number;
  /** Concurrent requests on each connection. Always one with h1. */
  readonly streams: number;
  readonly template: RequestTemplate;
}

/** Processes whose processor time the load generator reads at the start and end of the measurement. */
interface ServerProcesses {
  /** Default: none. */
  readonly serverPids?: readonly number[];
}

/** Repeats a request as soon as it is answered. */
export interface RequestsJob extends Load, ServerProcesses {
  readonly kind: "requests";
  readonly warmUpMs: number;
  readonly measureMs: number;
  readonly status: number;
  /** Whether responses with status 429 are counted. By default, each unexpected status is a failure. */
  readonly countsRejections?: boolean;
  /** First number of the template's counter. */
  readonly firstNumber: number;
  /** End of the counter. The job ends when all numbers before it are answered. Undefined if time ends the job. */
  readonly endNumber?: number;
}

/** Opens responses that do not end, and counts their bytes until the message `close`. */
export interface ListenJob extends Load {
  readonly kind: "listen";
}

/**
 * Sends writes at a steady pace to a watched collection, and measures the time until all watchers have received each
 * event.
 */
export interface PacedJob extends Load, ServerProcesses {
  readonly kind: "paced";
  /** The write. Each one causes one event. Writes have separate connections. */
  readonly writes: RequestTemplate;
  /** Status of a successful write. */
  readonly writeStatus: number;
  /** First number of the counter of `writes`. */
  readonly firstNumber: number;
  readonly writesPerSecond: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** Runs several jobs at the same time. */
export interface TogetherJob {
  readonly kind: "together";
  readonly jobs: readonly RequestsJob[];
}

/** Runs two jobs in turn, each for a short time, again and again. */
export interface AlternateJob {
  readonly kind: "alternate";
  readonly ours: RequestsJob;
  readonly raw: RequestsJob;
  /** Duration of one turn. */
  readonly sliceMs: number;
}

/** A job of the load generator. */
export type Job = RequestsJob | ListenJob | PacedJob | TogetherJob | AlternateJob;

/** Percentiles of a duration. */
export interface LatencyPercentiles {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** Result of a job that repeats a request. */
export interface RequestsReport {
  readonly kind: "requests";
  /** Number of responses with the expected status. */
  readonly answers: number;
  /** Number of responses with status 429. */
  readonly rejections: number;
  readonly seconds: number;
  readonly bodyBytes: number;
  readonly latencyMs: LatencyPercentiles;
  /** Processor time of the generator during the measurement, as a share of one core. */
  readonly cpuShare: number;
  /** Processor time of the server's processes during the measurement. */
  readonly serverCpuSeconds: number;
  /** First number that the counter has not used. */
  readonly nextNumber: number;
}

/** Result of a job that writes at a steady pace. */
export interface PacedReport {
  readonly kind: "paced";
  readonly writes: number;
  /** Time from the sending of a write to the arrival of its event at the last watcher. */
  readonly latencyMs: LatencyPercentiles;
  /** Average length of an event. */
  readonly eventBytes: number;
  /** Time from the sending of a write to the arrival of its event at each watcher. */
  readonly deliveryMs: LatencyPercentiles;
  readonly deliveries: number;
  readonly cpuShare: number;
  /** Processor time of the server's processes during the measurement. It includes the writes. */
  readonly serverCpuSeconds: number;
  /** First number that the counter has not used. */
  readonly nextNumber: number;
}

/** Results of all jobs, in the order of the jobs. */
export interface TogetherReport {
  readonly kind: "together";
  readonly reports: readonly RequestsReport[];
}

/** Results of two jobs that took turns. */
export interface AlternateReport {
  readonly kind: "alternate";
  readonly ours: RequestsReport;
  readonly raw: RequestsReport;
}

/** Sent when all responses are open, and in response to `count` and `close`. */
export interface ListenReport {
  readonly kind: "listening";
  readonly open: number;
  readonly bodyBytes: number;
}

/** Error that ended a job. */
export interface FailureReport {
  readonly kind: "failure";
  readonly message: string;
}

/** A message from the load generator. */
export type Report = RequestsReport | PacedReport | TogetherReport | AlternateReport | ListenReport | FailureReport;
/**
 * A message to the load generator. `count` requests the number of received bytes. `close` closes the responses of a
 * `listen` job.
 */
export type GeneratorMessage = Job | { readonly kind: "count" } | { readonly kind: "close" };
