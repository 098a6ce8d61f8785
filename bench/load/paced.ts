/** The job that sends writes at a steady pace to a watched collection. */
import type { Connection } from "./connection.ts";
import type { PacedJob, PacedReport } from "./job.ts";
import { latencyOf, startUsage } from "./measure.ts";
import { openConnection } from "./open.ts";

const lineEnd = 0x0a;
/** Time between two bursts of writes. Timers are not precise enough for single writes. */
const burstMs = 2;
/** Connections that send the writes. A server limits the requests on one connection. */
const writerCount = 10;
const arrivalTimeoutMs = 30_000;

/** Runs the job and closes its connections. */
export async function runPaced(job: PacedJob, connections: readonly Connection[]): Promise<PacedReport> {
  const audience = new Watchers(job.connections * job.streams);
  await audience.join(connections);
  const { target, writes } = job;
  const writers = await Promise.all(
    Array.from({ length: writerCount }, () => openConnection({ target, protocol: "h2", template: writes, streams: 1 })),
  );
  const { sentAt } = audience;
  const send = (): void => {
    const number = sentAt.push(performance.now()) - 1;
    writers[number % writerCount]?.send(job.firstNumber + number, ({ status }) => {
      if (status !== job.writeStatus) throw new Error(`a write returned status ${status}, not ${job.writeStatus}`);
    });
  };
  await sendAtPace(job, job.warmUpMs, send);
  const warmUpWrites = sentAt.length;
  const usage = startUsage(job.serverPids);
  await sendAtPace(job, job.measureMs, send);
  await audience.waitForEvents(sentAt.length);
  const { seconds, generatorCpuSeconds, serverCpuSeconds } = usage();
  for (const connection of [...connections, ...writers]) connection.close();
  const lastArrivals = sentAt.map((sent, index) => (audience.seenAt[index] ?? Number.NaN) - sent).slice(warmUpWrites);
  const deliveries = audience.deliveriesMs.slice(warmUpWrites).flat();
  return {
    kind: "paced",
    writes: lastArrivals.length,
    latencyMs: latencyOf(lastArrivals),
    deliveryMs: latencyOf(deliveries),
    deliveries: deliveries.length,
    eventBytes: audience.receivedBytes / job.connections / job.streams / sentAt.length,
    cpuShare: generatorCpuSeconds / seconds,
    serverCpuSeconds,
    nextNumber: job.firstNumber + sentAt.length,
  };
}

/** Sends the writes of one phase. Keeps the pace on average: a late burst has more writes. */
async function sendAtPace({ writesPerSecond }: PacedJob, durationMs: number, send: () => void): Promise<void> {
  const startMs = performance.now();
  let sent = 0;
  for (let passed = 0; passed < durationMs; passed = performance.now() - startMs) {
    for (; sent < (passed * writesPerSecond) / 1000; sent++) send();
    await new Promise((resolve) => setTimeout(resolve, burstMs));
  }
}

/** Watchers that all receive the same events in the same order, one line per event. */
class Watchers {
  /** Times at which the writes were sent. The list grows while events arrive. */
  readonly sentAt: number[] = [];
  /** Times at which the last watcher received each event, in the order of the events. */
  readonly seenAt: number[] = [];
  /** Times from a write to its arrival at each watcher, in the order of the events. */
  readonly deliveriesMs: number[][] = [];
  receivedBytes = 0;
  readonly #size: number;
  #onSeenByAll: () => void = () => undefined;

  constructor(size: number) {
    this.#size = size;
  }

  /** Opens the watches. Resolves when all are open. */
  async join(connections: readonly Connection[]): Promise<void> {
    let joined = 0;
    await new Promise<void>((resolve) => {
      const onHead = (status: number): void => {
        if (status !== 200) throw new Error(`a watch returned status ${status}, not 200`);
        joined++;
        if (joined === this.#size) resolve();
      };
      for (const connection of connections) {
        for (let stream = 0; stream < connection.streams; stream++) this.#listen(connection, onHead);
      }
    });
  }

  #listen(connection: Connection, onHead: (status: number) => void): void {
    let events = 0;
    connection.listen(0, onHead, (piece) => {
      this.receivedBytes += piece.length;
      for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) this.#addDelivery(events++);
    });
  }

  #addDelivery(event: number): void {
    const nowMs = performance.now();
    const deliveries = (this.deliveriesMs[event] ??= []);
    deliveries.push(nowMs - (this.sentAt[event] ?? Number.NaN));
    if (deliveries.length < this.#size) return;
    this.seenAt[event] = nowMs;
    this.#onSeenByAll();
  }

  async waitForEvents(events: number): Promise<void> {
    const timer = setTimeout(() => {
      throw new Error(
        `only ${this.seenAt.length} of ${events} events reached all watchers within ${arrivalTimeoutMs} ms`,
      );
    }, arrivalTimeoutMs);
    while (this.seenAt.length < events) {
      await new Promise<void>((resolve) => {
        this.#onSeenByAll = resolve;
      });
    }
    clearTimeout(timer);
  }
}
