/** Functions that the recorders of costs share: processor time by thread, and requests by many clients. */
import { readdirSync, readFileSync } from "node:fs";
import type { LoadTarget } from "../../load/job.ts";
import type { CpuCost, RequestCost } from "../costs.ts";
import { HollowClient, type HollowRequest } from "../hollow-client.ts";

/** Number of times that each cost is measured. The median counts. */
export const runs = 3;

/** Processor time of a process in microseconds, by thread. */
export interface ThreadTimes {
  readonly mainMicros: number;
  readonly otherMicros: number;
}

/** Returns the processor time that a process has used. The resolution is 1 ns. */
export function threadTimes(pid: number): ThreadTimes {
  let mainMicros = 0;
  let otherMicros = 0;
  const tasks = `/proc/${pid}/task`;
  for (const task of readdirSync(tasks)) {
    const micros = Number(readFileSync(`${tasks}/${task}/schedstat`, "latin1").split(" ")[0]) / 1000;
    if (task === String(pid)) mainMicros += micros;
    else otherMicros += micros;
  }
  return { mainMicros, otherMicros };
}

/**
 * Returns the time in which the main thread of a process could run, but another program used the core, in microseconds.
 * Times of a busy machine contain it, and processor times do not.
 */
export function mainWaitMicros(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "latin1").split(" ")[1]) / 1000;
}

/** Returns the bytes that a process has written to the disk. */
export function diskBytes(pid: number): number {
  return Number(/^write_bytes: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, "latin1"))?.[1]);
}

/** Returns the processor time of a process during the work, for each of `count` operations. */
export async function timesPer(pid: number, count: number, work: () => Promise<unknown>): Promise<ThreadTimes> {
  const before = threadTimes(pid);
  await work();
  const after = threadTimes(pid);
  return {
    mainMicros: (after.mainMicros - before.mainMicros) / count,
    otherMicros: (after.otherMicros - before.otherMicros) / count,
  };
}

/** Returns a cost whose values are those of several runs. */
export function costOf(times: readonly ThreadTimes[]): CpuCost {
  return {
    mainMicros: times.map((one) => round(one.mainMicros)),
    otherMicros: times.map((one) => round(one.otherMicros)),
  };
}

/** Returns a number with four significant digits. */
export function round(value: number): number {
  return Number(value.toPrecision(4));
}

/** Measures several times. */
export async function repeatRuns<T>(measure: (run: number) => Promise<T>): Promise<readonly T[]> {
  const values: T[] = [];
  for (let run = 0; run < runs; run++) values.push(await measure(run));
  return values;
}

/** Opens connections. Dispose each of them. */
export async function connectAll(target: LoadTarget, count: number): Promise<readonly HollowClient[]> {
  const clients: HollowClient[] = [];
  for (let index = 0; index < count; index++) clients.push(await HollowClient.connect(target));
  return clients;
}

/** Runs operations with the numbers from `first` on. Each client runs one at a time. */
export async function repeat(
  clients: readonly HollowClient[],
  { first, count }: { readonly first: number; readonly count: number },
  operation: (client: HollowClient, number: number) => Promise<unknown>,
): Promise<void> {
  let next = first;
  await Promise.all(
    clients.map(async (client) => {
      while (next < first + count) await operation(client, next++);
    }),
  );
}

/** Requests whose cost is measured. */
export interface MeasuredRequests {
  readonly pid: number;
  readonly clients: readonly HollowClient[];
  readonly count: number;
  readonly operation: (client: HollowClient, number: number) => Promise<unknown>;
}

/** Measures the cost of a request. Each run has other numbers, and so has the warm-up. */
export async function requestCost({ pid, clients, count, operation }: MeasuredRequests): Promise<RequestCost> {
  await repeat(clients, { first: 0, count }, operation);
  let [sent, received, disk] = [0, 0, 0];
  const times = await repeatRuns(async (run) => {
    const before = wireBytesOf(clients);
    const diskBefore = diskBytes(pid);
    const first = count * (run + 1);
    const cost = await timesPer(pid, count, () => repeat(clients, { first, count }, operation));
    const after = wireBytesOf(clients);
    sent = (after.sent - before.sent) / count;
    received = (after.received - before.received) / count;
    disk = (diskBytes(pid) - diskBefore) / count;
    return cost;
  });
  return { ...costOf(times), sentBytes: round(sent), receivedBytes: round(received), diskBytes: round(disk) };
}

function wireBytesOf(clients: readonly HollowClient[]): { readonly sent: number; readonly received: number } {
  let [sent, received] = [0, 0];
  for (const { wireBytes } of clients) {
    sent += wireBytes.sent;
    received += wireBytes.received;
  }
  return { sent, received };
}

/** Resolves when `performance.now()` has reached a time. The timers of Node can end almost a millisecond early. */
async function waitUntil(timeMs: number): Promise<void> {
  for (;;) {
    const waitMs = timeMs - performance.now();
    if (waitMs <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, waitMs));
  }
}

/** Sends requests at a steady pace. Resolves when all are answered. */
export async function paced(
  client: HollowClient,
  { count, perSecond }: { readonly count: number; readonly perSecond: number },
  requestOf: (number: number) => HollowRequest,
): Promise<void> {
  const startMs = performance.now();
  for (let number = 0; number < count; number++) {
    await waitUntil(startMs + (number * 1000) / perSecond);
    await client.request(requestOf(number));
  }
}
