/** What the generator is told, and what it reports: plain data, sent between processes. */
import type { RequestTemplate } from "./connection.ts";

export interface Target {
  readonly host: string;
  readonly port: number;
  /** PEM. */
  readonly ca: string;
  readonly cert?: string;
  readonly key?: string;
}

interface Load {
  readonly target: Target;
  readonly protocol: "h1" | "h2";
  readonly connections: number;
  /** Requests under way on each connection; always one with h1. */
  readonly streams: number;
  readonly template: RequestTemplate;
}

/** Sends the request again as soon as it is answered. */
export interface RequestsJob extends Load {
  readonly kind: "requests";
  readonly warmUpMs: number;
  readonly measureMs: number;
  readonly status: number;
  /** Where the template's counter begins. */
  readonly firstNumber: number;
  /** Sends no number from here on, and reports when all are answered; otherwise time decides. */
  readonly endNumber?: number;
}

/** Opens answers that do not end, and counts what comes until told to stop. */
export interface ListenJob extends Load {
  readonly kind: "listen";
}

/** Writes at a steady pace while others watch, and takes the time until all of them have seen each write. */
export interface PacedJob extends Load {
  readonly kind: "paced";
  /** Sent on a connection of its own; each makes one event. */
  readonly writes: RequestTemplate;
  readonly writesPerSecond: number;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

/** Runs several at the same time. */
export interface TogetherJob {
  readonly kind: "together";
  readonly jobs: readonly RequestsJob[];
}

export type Job = RequestsJob | ListenJob | PacedJob | TogetherJob;

export interface Latency {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

export interface RequestsReport {
  readonly kind: "requests";
  readonly answers: number;
  readonly seconds: number;
  readonly bodyBytes: number;
  readonly latencyMs: Latency;
  /** Of one core, while measuring. */
  readonly cpuShare: number;
  /** The first number of the counter that was not used. */
  readonly nextNumber: number;
}

export interface PacedReport {
  readonly kind: "paced";
  readonly writes: number;
  /** From the sending of a write to the arrival of its event at the last watcher. */
  readonly latencyMs: Latency;
  readonly cpuShare: number;
}

/** A report for each, in their order. */
export interface TogetherReport {
  readonly kind: "together";
  readonly reports: readonly RequestsReport[];
}

/** Sent once all are open, and in answer to `count` and `hush`. */
export interface ListenReport {
  readonly kind: "listening";
  readonly open: number;
  readonly bodyBytes: number;
}

export interface FailureReport {
  readonly kind: "failure";
  readonly message: string;
}

export type Report = RequestsReport | PacedReport | TogetherReport | ListenReport | FailureReport;
/** `count` asks how much has come, `hush` ends what `listen` has opened. */
export type Message = Job | { readonly kind: "count" } | { readonly kind: "hush" };
