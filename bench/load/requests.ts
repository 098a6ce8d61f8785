/** The job that repeats a request as soon as it is answered. */

import { cpuSecondsOf } from "../process.ts";
import type { Connection } from "./connection.ts";
import type { RequestsJob, RequestsReport } from "./job.ts";
import { cpuShareSince, latencyOf } from "./measure.ts";

/** Runs the job and closes its connections. */
export async function runRequests(job: RequestsJob, connections: readonly Connection[]): Promise<RequestsReport> {
  let number = job.firstNumber;
  let isMeasuring = false;
  let isStopping = false;
  let bodyBytes = 0;
  let rejections = 0;
  const latencies: number[] = [];
  let openRequests = 0;
  let onIdle = (): void => undefined;
  const idle = new Promise<void>((resolve) => {
    onIdle = resolve;
  });
  const sendNext = (connection: Connection): void => {
    if (number === job.endNumber) isStopping = true;
    if (isStopping) return;
    const startMs = performance.now();
    openRequests++;
    connection.send(number++, ({ status, bodyBytes: bytes }) => {
      openRequests--;
      const isRejection = job.countsRejections === true && status === 429;
      if (status !== job.status && !isRejection) throw new Error(`a response has status ${status}, not ${job.status}`);
      if (isMeasuring && isRejection) rejections++;
      else if (isMeasuring) {
        latencies.push(performance.now() - startMs);
        bodyBytes += bytes;
      }
      sendNext(connection);
      if (isStopping && openRequests === 0) onIdle();
    });
  };
  for (const connection of connections) {
    for (let stream = 0; stream < connection.streams; stream++) sendNext(connection);
  }
  await pause(job.warmUpMs, idle);
  isMeasuring = true;
  const startMs = performance.now();
  const cpuBefore = process.cpuUsage();
  const serverCpuBefore = cpuSecondsOf(job.serverPids ?? []);
  await pause(job.measureMs, idle);
  isMeasuring = false;
  const seconds = (performance.now() - startMs) / 1000;
  const serverCpuSeconds = cpuSecondsOf(job.serverPids ?? []) - serverCpuBefore;
  const cpuShare = cpuShareSince(cpuBefore, seconds);
  isStopping = true;
  if (openRequests > 0) await idle;
  for (const connection of connections) connection.close();
  return {
    kind: "requests",
    answers: latencies.length,
    rejections,
    seconds,
    bodyBytes,
    latencyMs: latencyOf(latencies),
    cpuShare,
    serverCpuSeconds,
    nextNumber: number,
  };
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
