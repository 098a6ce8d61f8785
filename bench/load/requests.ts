/** The jobs that repeat a request as soon as it is answered. */

import { cpuSecondsOf } from "../process.ts";
import type { Connection, ResponseSummary } from "./connection.ts";
import type { RequestsJob, RequestsReport } from "./job.ts";
import { latencyOf } from "./measure.ts";

/** Runs the job and closes its connections. */
export async function runRequests(job: RequestsJob, connections: readonly Connection[]): Promise<RequestsReport> {
  const loop = new RequestLoop(job, connections);
  loop.start();
  await pause(job.warmUpMs, loop.idle);
  loop.startMeasuring();
  await pause(job.measureMs, loop.idle);
  loop.stopMeasuring();
  await loop.stop();
  return loop.close();
}

/** A job with its open connections. */
export interface OpenJob {
  readonly job: RequestsJob;
  readonly connections: readonly Connection[];
}

/** Reports of two jobs that took turns. */
export interface AlternateReports {
  readonly ours: RequestsReport;
  readonly raw: RequestsReport;
}

/**
 * Runs two jobs in turn, each for `sliceMs`, until each was measured for its `measureMs`. The other job stands still
 * meanwhile, with open connections. A change in the speed of the machine that lasts longer than a slice affects both. A
 * slice ends when its last request is answered.
 */
export async function runAlternately(ours: OpenJob, raw: OpenJob, sliceMs: number): Promise<AlternateReports> {
  const loops = { ours: new RequestLoop(ours.job, ours.connections), raw: new RequestLoop(raw.job, raw.connections) };
  const turns = [
    { job: raw.job, loop: loops.raw },
    { job: ours.job, loop: loops.ours },
  ];
  for (const { job, loop } of turns) {
    if (job.warmUpMs === 0) continue;
    loop.start();
    await pause(job.warmUpMs, loop.idle);
    await loop.stop();
  }
  for (let isDone = false; !isDone; ) {
    isDone = true;
    for (const { job, loop } of turns) {
      if (loop.measuredMs >= job.measureMs) continue;
      isDone = false;
      loop.startMeasuring();
      loop.start();
      await pause(Math.min(sliceMs, job.measureMs - loop.measuredMs), loop.idle);
      await loop.stop();
      loop.stopMeasuring();
    }
  }
  return { ours: loops.ours.close(), raw: loops.raw.close() };
}

/** Repeats the request of a job on its connections, and counts the responses while it measures. */
class RequestLoop {
  readonly #job: RequestsJob;
  readonly #connections: readonly Connection[];
  readonly #latencies: number[] = [];
  #number: number;
  #isMeasuring = false;
  #isStopping = true;
  #openRequests = 0;
  #bodyBytes = 0;
  #rejections = 0;
  #measuredMs = 0;
  #generatorCpuSeconds = 0;
  #serverCpuSeconds = 0;
  #measurementStart = { timeMs: 0, cpu: process.cpuUsage(), serverCpuSeconds: 0 };
  #idle: Promise<void> = Promise.resolve();
  #onIdle = (): void => undefined;

  constructor(job: RequestsJob, connections: readonly Connection[]) {
    this.#job = job;
    this.#connections = connections;
    this.#number = job.firstNumber;
  }

  /** Resolves once the loop is stopped, or has used all numbers, and each request is answered. */
  get idle(): Promise<void> {
    return this.#idle;
  }

  /** Duration of all finished measurements together. */
  get measuredMs(): number {
    return this.#measuredMs;
  }

  /** Sends the first requests. */
  start(): void {
    this.#isStopping = false;
    this.#idle = new Promise((resolve) => {
      this.#onIdle = resolve;
    });
    for (const connection of this.#connections) {
      for (let stream = 0; stream < connection.streams; stream++) this.#sendNext(connection);
    }
  }

  /** Sends no more requests. Resolves once each request is answered. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#openRequests > 0) await this.idle;
  }

  startMeasuring(): void {
    const serverCpuSeconds = cpuSecondsOf(this.#job.serverPids ?? []);
    this.#measurementStart = { timeMs: performance.now(), cpu: process.cpuUsage(), serverCpuSeconds };
    this.#isMeasuring = true;
  }

  stopMeasuring(): void {
    this.#isMeasuring = false;
    const { timeMs, cpu, serverCpuSeconds } = this.#measurementStart;
    this.#measuredMs += performance.now() - timeMs;
    const { user, system } = process.cpuUsage(cpu);
    this.#generatorCpuSeconds += (user + system) / 1e6;
    this.#serverCpuSeconds += cpuSecondsOf(this.#job.serverPids ?? []) - serverCpuSeconds;
  }

  /** Closes the connections and returns what was measured. */
  close(): RequestsReport {
    for (const connection of this.#connections) connection.close();
    const seconds = this.#measuredMs / 1000;
    return {
      kind: "requests",
      answers: this.#latencies.length,
      rejections: this.#rejections,
      seconds,
      bodyBytes: this.#bodyBytes,
      latencyMs: latencyOf(this.#latencies),
      cpuShare: this.#generatorCpuSeconds / seconds,
      serverCpuSeconds: this.#serverCpuSeconds,
      nextNumber: this.#number,
    };
  }

  #sendNext(connection: Connection): void {
    if (this.#number === this.#job.endNumber) this.#isStopping = true;
    if (this.#isStopping) return;
    const startMs = performance.now();
    this.#openRequests++;
    connection.send(this.#number++, (response) => {
      this.#openRequests--;
      this.#count(response, startMs);
      this.#sendNext(connection);
      if (this.#isStopping && this.#openRequests === 0) this.#onIdle();
    });
  }

  #count({ status, bodyBytes }: ResponseSummary, startMs: number): void {
    const isRejection = this.#job.countsRejections === true && status === 429;
    if (status !== this.#job.status && !isRejection)
      throw new Error(`a response has status ${status}, not ${this.#job.status}`);
    if (!this.#isMeasuring) return;
    if (isRejection) {
      this.#rejections++;
      return;
    }
    this.#latencies.push(performance.now() - startMs);
    this.#bodyBytes += bodyBytes;
  }
}

/** Waits for a time, or until `earlierEnd` resolves. */
async function pause(ms: number, earlierEnd: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([over, earlierEnd]);
  clearTimeout(timer);
}
