/** The jobs that repeat a request as soon as it is answered. */

import type { Connection, ResponseSummary } from "./connection.ts";
import type { AlternateJob, AlternateReport, RequestsJob, RequestsReport } from "./job.ts";
import { latencyOf, startUsage, type Usage } from "./measure.ts";

/** Runs the job and closes its connections. */
export async function runRequests(job: RequestsJob, connections: readonly Connection[]): Promise<RequestsReport> {
  const loop = new RequestLoop(job, connections);
  loop.start();
  await pause(job.warmUpMs, loop.idle);
  await loop.measure(() => pause(job.measureMs, loop.idle));
  await loop.stop();
  return loop.close();
}

/**
 * Runs two jobs in turn until each was measured for its `measureMs`, and closes their connections. The other job stands
 * still meanwhile. So both jobs meet the same changes in the speed of the machine, unless a change is shorter than a
 * turn. A turn ends when its last request is answered.
 */
export async function runAlternately(
  { ours, raw, sliceMs }: AlternateJob,
  connections: Record<"ours" | "raw", readonly Connection[]>,
): Promise<AlternateReport> {
  const loops = { ours: new RequestLoop(ours, connections.ours), raw: new RequestLoop(raw, connections.raw) };
  const turns = [loops.raw, loops.ours];
  for (const loop of turns) await loop.warmUp();
  while (turns.some(({ remainingMs }) => remainingMs > 0)) {
    for (const loop of turns) {
      const turnMs = Math.min(sliceMs, loop.remainingMs);
      if (turnMs > 0) await loop.takeTurn(turnMs);
    }
  }
  return { kind: "alternate", ours: loops.ours.close(), raw: loops.raw.close() };
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
  #usage: Usage = { seconds: 0, generatorCpuSeconds: 0, serverCpuSeconds: 0 };
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

  /** Time for which the job is still to be measured. Negative if it was measured for longer. */
  get remainingMs(): number {
    return this.#job.measureMs - this.#usage.seconds * 1000;
  }

  /** Sends requests for the job's `warmUpMs`, without measuring. */
  async warmUp(): Promise<void> {
    if (this.#job.warmUpMs > 0) await this.#sendFor(this.#job.warmUpMs);
  }

  /** Sends requests for some time, and measures until the last one is answered. */
  async takeTurn(turnMs: number): Promise<void> {
    await this.measure(() => this.#sendFor(turnMs));
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

  /** Counts the responses that arrive during `work`. */
  async measure(work: () => Promise<void>): Promise<void> {
    const usageSinceStart = startUsage(this.#job.serverPids);
    this.#isMeasuring = true;
    await work();
    this.#isMeasuring = false;
    const { seconds, generatorCpuSeconds, serverCpuSeconds } = usageSinceStart();
    this.#usage = {
      seconds: this.#usage.seconds + seconds,
      generatorCpuSeconds: this.#usage.generatorCpuSeconds + generatorCpuSeconds,
      serverCpuSeconds: this.#usage.serverCpuSeconds + serverCpuSeconds,
    };
  }

  /** Closes the connections and returns what was measured. */
  close(): RequestsReport {
    for (const connection of this.#connections) connection.close();
    const { seconds, generatorCpuSeconds, serverCpuSeconds } = this.#usage;
    return {
      kind: "requests",
      answers: this.#latencies.length,
      rejections: this.#rejections,
      seconds,
      bodyBytes: this.#bodyBytes,
      latencyMs: latencyOf(this.#latencies),
      cpuShare: generatorCpuSeconds / seconds,
      serverCpuSeconds,
      nextNumber: this.#number,
    };
  }

  async #sendFor(durationMs: number): Promise<void> {
    this.start();
    await pause(durationMs, this.idle);
    await this.stop();
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
