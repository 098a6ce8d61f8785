/**
 * Simulates many nodes that connect to one process at nearly the same time, while the process also handles the load of
 * the other nodes. Each node sends its requests one after another.
 */
import type { NodeStart } from "../model/node-start.ts";
import { Draws } from "./draws.ts";
import { EventQueue } from "./event-queue.ts";
import { Threads } from "./stations.ts";
import { type Percentiles, percentilesOf } from "./steady.ts";

/** Nodes that connect to a process. */
export interface ReconnectOptions {
  readonly nodes: number;
  readonly nodeStart: NodeStart;
  /** Time in which the nodes begin. */
  readonly spreadSeconds: number;
  /** Utilization of the main thread by the steady load. */
  readonly utilization: number;
  /** Main thread time of a renewal of a Lease. Renewals measure how long other requests wait. */
  readonly leaseSeconds: number;
  readonly seed: number;
}

/** Results of a simulation. */
export interface ReconnectResult {
  /** Time until the last node has sent all its requests. */
  readonly seconds: number;
  /** Duration of renewals of Leases during this time. */
  readonly leaseMs: Percentiles;
}

/** Simulated time after which a simulation ends. */
export const reconnectSecondsMax = 1200;
/** Longest turn of a list. The server handles other requests between two turns. */
const turnSeconds = 0.01;
/** Watches that read the history at the same time: four for each of Pods, Nodes and EndpointSlices. */
const historyReadersMax = 12;
const leasesPerSecond = 20;

/** Runs the simulation. The time is at most `reconnectSecondsMax`. */
export function simulateReconnect(options: ReconnectOptions): ReconnectResult {
  const { nodes, nodeStart, spreadSeconds, utilization, leaseSeconds, seed } = options;
  const queue = new EventQueue();
  const draws = new Draws(seed);
  const main = new Threads(queue);
  let endSeconds = reconnectSecondsMax;
  const leases: number[] = [];
  let openParts = 0;
  const finishPart = (): void => {
    if (--openParts > 0) return;
    endSeconds = queue.nowSeconds;
  };
  const waitingReaders: (() => void)[] = [];
  let readers = 0;
  const readHistory = (seconds: number): void => {
    if (readers === historyReadersMax) {
      waitingReaders.push(() => readHistory(seconds));
      return;
    }
    readers++;
    const finish = (): void => {
      readers--;
      waitingReaders.shift()?.();
      finishPart();
    };
    main.run(seconds, finish, turnSeconds);
  };
  // A watch reads the history while its node sends the next requests.
  const sendFrom = (index: number): void => {
    const seconds = nodeStart.requestSeconds[index];
    if (seconds !== undefined) {
      main.run(seconds, () => sendFrom(index + 1), turnSeconds);
      return;
    }
    for (const historySeconds of nodeStart.historySeconds) readHistory(historySeconds);
    finishPart();
  };
  openParts = nodes * (1 + nodeStart.historySeconds.length);
  for (let node = 0; node < nodes; node++) queue.after(spreadSeconds * draws.share(), () => sendFrom(0));
  // The steady load is in tasks of a millisecond.
  const taskSeconds = 0.001;
  const arrive = (perSecond: number, onArrival: () => void): void => {
    if (perSecond <= 0) return;
    queue.after(draws.exponential(1 / perSecond), () => {
      if (openParts === 0) return;
      onArrival();
      arrive(perSecond, onArrival);
    });
  };
  arrive(utilization / taskSeconds, () => main.run(taskSeconds, () => undefined));
  arrive(leasesPerSecond, () => {
    const arrivalSeconds = queue.nowSeconds;
    main.run(leaseSeconds, () => leases.push(queue.nowSeconds - arrivalSeconds));
  });
  // Nothing arrives after the last node, so the rest of the time takes no work.
  queue.runUntil(reconnectSecondsMax);
  return { seconds: endSeconds, leaseMs: percentilesOf(leases) };
}
