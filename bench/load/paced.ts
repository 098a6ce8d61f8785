/** The job that sends writes at a steady pace to a watched collection. */
import { cpuMs } from "../process.ts";
import type { Connection } from "./connection.ts";
import type { PacedJob, PacedReport } from "./job.ts";
import { cpuShareSince, latencyOf } from "./measure.ts";
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
  const sentAt: number[] = [];
  const startMs = performance.now();
  const cpuBefore = process.cpuUsage();
  let warmUp: { readonly writes: number; readonly serverMs: number } | undefined;
  await sendAtPace(job, (number) => {
    if (performance.now() >= startMs + job.warmUpMs) {
      warmUp ??= { writes: sentAt.length, serverMs: cpuMs(job.serverPid) };
    }
    sentAt.push(performance.now());
    writers[number % writerCount]?.send(number, ({ status }) => {
      if (status !== job.status) throw new Error(`a write returned status ${status}, not ${job.status}`);
    });
  });
  await audience.waitForEvents(sentAt.length);
  const serverMs = cpuMs(job.serverPid) - (warmUp?.serverMs ?? Number.NaN);
  const cpuShare = cpuShareSince(cpuBefore, (performance.now() - startMs) / 1000);
  for (const connection of [...connections, ...writers]) connection.close();
  const durations = sentAt
    .map((sent, index) => ({ sent, ms: (audience.seenAt[index] ?? Number.NaN) - sent }))
    .filter(({ sent }) => sent >= startMs + job.warmUpMs)
    .map(({ ms }) => ms);
  return {
    kind: "paced",
    writes: durations.length,
    latencyMs: latencyOf(durations),
    eventBytes: audience.receivedBytes / job.connections / job.streams / sentAt.length,
    serverMicrosPerWrite: (serverMs * 1000) / (sentAt.length - (warmUp?.writes ?? Number.NaN)),
    cpuShare,
  };
}

/** Keeps the pace on average. A late burst has more writes. */
async function sendAtPace(
  { warmUpMs, measureMs, writesPerSecond }: PacedJob,
  send: (number: number) => void,
): Promise<void> {
  const startMs = performance.now();
  let sent = 0;
  for (let passed = 0; passed < warmUpMs + measureMs; passed = performance.now() - startMs) {
    while (sent < (passed * writesPerSecond) / 1000) send(sent++);
    await new Promise((resolve) => setTimeout(resolve, burstMs));
  }
}

/** Watchers that all receive the same events in the same order, one line per event. */
class Watchers {
  /** Times at which the last watcher received each event, in the order of the events. */
  readonly seenAt: number[] = [];
  receivedBytes = 0;
  readonly #size: number;
  /** Number of watchers that have received each event, in the order of the events. */
  readonly #viewers: number[] = [];
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
      for (let at = piece.indexOf(lineEnd); at >= 0; at = piece.indexOf(lineEnd, at + 1)) this.#countViewer(events++);
    });
  }

  #countViewer(event: number): void {
    const viewers = (this.#viewers[event] ?? 0) + 1;
    this.#viewers[event] = viewers;
    if (viewers < this.#size) return;
    this.seenAt[event] = performance.now();
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
