/** The job that repeats a request as soon as it is answered. */
import type { Connection } from "./connection.ts";
import type { RequestsJob, RequestsReport } from "./job.ts";
import { cpuShareSince, latencyOf } from "./measure.ts";

/** Runs the job and closes its connections. */
export async function runRequests(job: RequestsJob, connections: readonly Connection[]): Promise<RequestsReport> {
  let number = job.firstNumber;
  let isMeasuring = false;
  let isOver = false;
  let bodyBytes = 0;
  const latencies: number[] = [];
  let underWay = 0;
  let onIdle = (): void => undefined;
  const idle = new Promise<void>((resolve) => {
    onIdle = resolve;
  });
  const cycle = (connection: Connection): void => {
    if (number === job.endNumber) isOver = true;
    if (isOver) return;
    const begun = performance.now();
    underWay++;
    connection.send(number++, ({ status, bodyBytes: bytes }) => {
      underWay--;
      if (status !== job.status) throw new Error(`an answer with status ${status} instead of ${job.status}`);
      if (isMeasuring) {
        latencies.push(performance.now() - begun);
        bodyBytes += bytes;
      }
      cycle(connection);
      if (isOver && underWay === 0) onIdle();
    });
  };
  for (const connection of connections) {
    for (let stream = 0; stream < connection.streams; stream++) cycle(connection);
  }
  await pause(job.warmUpMs, idle);
  isMeasuring = true;
  const begun = performance.now();
  const cpuBefore = process.cpuUsage();
  await pause(job.measureMs, idle);
  isMeasuring = false;
  const seconds = (performance.now() - begun) / 1000;
  const cpuShare = cpuShareSince(cpuBefore, seconds);
  isOver = true;
  if (underWay > 0) await idle;
  for (const connection of connections) connection.close();
  return {
    kind: "requests",
    answers: latencies.length,
    seconds,
    bodyBytes,
    latencyMs: latencyOf(latencies),
    cpuShare,
    nextNumber: number,
  };
}

/** Waits for a time, or until `or` resolves. */
async function pause(ms: number, or: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([over, or]);
  clearTimeout(timer);
}
