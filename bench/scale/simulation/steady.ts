/**
 * Simulates the busiest process of a layout in the steady state of a cluster, with the store that all processes share.
 * Requests arrive at random. The main thread handles one task at a time.
 */
import { median } from "../../figure.ts";
import type { RequestName, ScaleCosts } from "../costs.ts";
import { machineAssumptions } from "../model/assumptions.ts";
import { type ClusterLoad, readNames } from "../model/load.ts";
import {
  type ChangeWork,
  type Layout,
  type ProcessRole,
  presentServer,
  processWork,
  type RequestWork,
  type ServerVariant,
} from "../model/process-work.ts";
import { Draws } from "./draws.ts";
import { EventQueue } from "./event-queue.ts";
import { GroupCommit, type GroupCommitCosts, Threads } from "./stations.ts";

/** A process whose steady state is simulated. */
export interface SteadyOptions {
  readonly costs: ScaleCosts;
  readonly load: ClusterLoad;
  readonly layout: Layout;
  readonly role: ProcessRole;
  readonly variant?: ServerVariant;
  readonly seed: number;
  /** Simulated time, after a warm-up of a second. */
  readonly seconds: number;
  /** Round trip between a client and the server. Default: that of the machines that the page assumes. */
  readonly roundTripMs?: number;
}

/** Percentiles of a duration in milliseconds. */
export interface Percentiles {
  readonly p50: number;
  readonly p99: number;
}

/** Results of a simulation. */
export interface SteadyResult {
  /** Utilization of the main thread. */
  readonly mainUtilization: number;
  /** Share of the time in which the store makes a group of writes durable. */
  readonly storeUtilization: number;
  readonly syncsPerSecond: number;
  readonly writesPerSync: number;
  readonly writeMs: Percentiles;
  readonly readMs: Percentiles;
  /** Time from the commit of a change until its event is written to a watcher's connection. */
  readonly deliveryMs: Percentiles;
  /** Time from the sending of a write until its event has reached a watcher of this process. */
  readonly eventMs: Percentiles;
  /** Longest task of the main thread: all deliveries of one group of changes. */
  readonly longestTaskMs: number;
}

const warmUpSeconds = 1;
/** Reads from etcd before the transaction of an update. A consistent read of an object takes one. */
const etcdReads = { beforeWrite: 2, ofGet: 1 } as const;
/** Part of a write that runs before its commit. The rest runs after it. */
const shareBeforeCommit = 0.7;

interface SimulatedWrite {
  readonly kind: string;
  /** Undefined for writes of other processes. */
  readonly arrivalSeconds: number | undefined;
  /** Undefined for writes of other processes. */
  readonly onDurable: (() => void) | undefined;
}

const changeKinds: Readonly<Partial<Record<RequestName, string>>> = {
  leaseUpdate: "lease",
  nodeStatusPatch: "node",
  podCreate: "pod",
  podBind: "pod",
  podStatusPatch: "pod",
  podDeleteGraceful: "pod",
  podDeleteFinal: "pod",
  eventCreate: "event",
};

/** Runs the simulation. */
export function simulateSteady(options: SteadyOptions): SteadyResult {
  return new SteadySimulation(options).run();
}

/** Returns how long the store takes for a group of writes. */
export function commitCosts(costs: ScaleCosts, store: Layout["store"]): GroupCommitCosts {
  const { p50, p90, p99, max } = costs.disk.syncMs;
  const syncQuantiles = [
    [0, p50 / 2],
    [0.5, p50],
    [0.9, p90],
    [0.99, p99],
    [1, max],
  ] as const;
  const syncSeconds = (draws: Draws): number => draws.quantile(syncQuantiles) / 1000;
  if (store === "lmdb") {
    const [commit, write] = [median(costs.disk.commitMicros) / 1e6, median(costs.disk.writeMicros) / 1e6];
    return { groupMax: 1024, secondsOf: (writes, draws) => commit + write * writes + syncSeconds(draws) };
  }
  const perWrite = median(costs.etcd.etcdPerWriteMicros) / 1e6 / (machineAssumptions.etcdCores.value / 2);
  const roundTrip = machineAssumptions.roundTripMs.value / 1000;
  return { groupMax: 10_000, secondsOf: (writes, draws) => perWrite * writes + syncSeconds(draws) + roundTrip };
}

class SteadySimulation {
  readonly #options: SteadyOptions;
  readonly #queue = new EventQueue();
  readonly #draws: Draws;
  readonly #main: Threads;
  readonly #store: GroupCommit<SimulatedWrite>;
  readonly #changes: ReadonlyMap<string, ChangeWork>;
  readonly #roundTripSeconds: number;
  readonly #writes: number[] = [];
  readonly #reads: number[] = [];
  readonly #deliveries: number[] = [];
  readonly #events: number[] = [];
  readonly #sliceShare: number;
  readonly #etcdReadSeconds: number;
  #longestTaskSeconds = 0;

  constructor(options: SteadyOptions) {
    this.#options = options;
    const { costs, load, layout, seed } = options;
    this.#draws = new Draws(seed);
    this.#main = new Threads(this.#queue);
    this.#store = new GroupCommit(this.#queue, this.#draws, commitCosts(costs, layout.store), (group) =>
      this.#handleChanges(group),
    );
    this.#roundTripSeconds = (options.roundTripMs ?? machineAssumptions.roundTripMs.value) / 1000;
    this.#etcdReadSeconds = layout.store === "etcd" ? this.#roundTripSeconds : 0;
    this.#changes = new Map(this.#work().changes.map((change) => [change.kind, change]));
    const slices = load.changes.find(({ kind }) => kind === "slice")?.changesPerSecond ?? 0;
    this.#sliceShare = slices / Math.max(load.requests.sliceUpdate, 1e-9);
  }

  #work(): ReturnType<typeof processWork> {
    const { costs, load, layout, role, variant = presentServer } = this.#options;
    return processWork(costs, load, layout, role, variant);
  }

  run(): SteadyResult {
    const { load, layout, seconds } = this.#options;
    const { requests, remoteWrites } = this.#work();
    for (const request of requests) this.#arrive(request.perSecond, () => this.#handle(request));
    const others = 1 - 1 / layout.processes;
    for (const [name, rate] of Object.entries(load.requests)) {
      if (readNames.has(name as RequestName)) continue;
      this.#arrive(rate * others, () => {
        const kind = this.#changedKind(name as RequestName);
        const write = { kind, arrivalSeconds: undefined, onDurable: undefined };
        if (remoteWrites.perSecond === 0) this.#store.add(write);
        else this.#main.run(remoteWrites.seconds.main, () => this.#store.add(write));
      });
    }
    this.#queue.runUntil(warmUpSeconds);
    const [busyBefore, storeBefore, groupsBefore] = [
      this.#main.busySeconds,
      this.#store.busySeconds,
      this.#store.groups,
    ];
    this.#queue.runUntil(warmUpSeconds + seconds);
    const groups = this.#store.groups - groupsBefore;
    return {
      mainUtilization: (this.#main.busySeconds - busyBefore) / seconds,
      storeUtilization: (this.#store.busySeconds - storeBefore) / seconds,
      syncsPerSecond: groups / seconds,
      writesPerSync: (load.writesPerSecond * seconds) / Math.max(1, groups),
      writeMs: percentilesOf(this.#writes),
      readMs: percentilesOf(this.#reads),
      deliveryMs: percentilesOf(this.#deliveries),
      eventMs: percentilesOf(this.#events),
      longestTaskMs: this.#longestTaskSeconds * 1000,
    };
  }

  /** Calls back at random times. */
  #arrive(perSecond: number, onArrival: () => void): void {
    if (perSecond <= 0) return;
    const planNext = (): void =>
      this.#queue.after(this.#draws.exponential(1 / perSecond), () => {
        onArrival();
        planNext();
      });
    planNext();
  }

  #changedKind(name: RequestName): string {
    if (name !== "sliceUpdate") return changeKinds[name] ?? "configMap";
    return this.#draws.share() < this.#sliceShare ? "slice" : "service";
  }

  #handle({ name, seconds, isWrite }: RequestWork): void {
    const arrivalSeconds = this.#queue.nowSeconds;
    const total = this.#varied(seconds.main);
    const finish = (durations: number[]) => () => {
      if (arrivalSeconds < warmUpSeconds) return;
      durations.push(this.#queue.nowSeconds - arrivalSeconds + this.#roundTripSeconds);
    };
    if (!isWrite) {
      // Bookmarks and starts of watches are not requests whose duration a client notices.
      const isRead = readNames.has(name as RequestName);
      const run = (): void => this.#main.run(total, finish(isRead ? this.#reads : []));
      if (isRead && this.#etcdReadSeconds > 0) this.#queue.after(this.#etcdReadSeconds * etcdReads.ofGet, run);
      else run();
      return;
    }
    const onDurable = (): void => this.#main.run(total * (1 - shareBeforeCommit), finish(this.#writes));
    const write = { kind: this.#changedKind(name as RequestName), arrivalSeconds, onDurable };
    this.#main.run(total * shareBeforeCommit, () => {
      if (this.#etcdReadSeconds === 0) this.#store.add(write);
      else this.#queue.after(this.#etcdReadSeconds * etcdReads.beforeWrite, () => this.#store.add(write));
    });
  }

  /** Half of a task's time is constant, and half is exponentially distributed. */
  #varied(mean: number): number {
    return mean / 2 + this.#draws.exponential(mean / 2);
  }

  #handleChanges(group: readonly SimulatedWrite[]): void {
    const committedSeconds = this.#queue.nowSeconds;
    let seconds = 0;
    const delivered: { readonly deliverSeconds: number; readonly arrivalSeconds: number | undefined }[] = [];
    for (const { kind, arrivalSeconds } of group) {
      const change = this.#changes.get(kind);
      if (!change) continue;
      seconds += change.follow.main + change.prepare.main + change.deliver.main;
      if (change.deliver.main > 0) delivered.push({ deliverSeconds: change.deliver.main, arrivalSeconds });
    }
    if (seconds > this.#longestTaskSeconds) this.#longestTaskSeconds = seconds;
    this.#main.run(seconds, () => {
      if (committedSeconds < warmUpSeconds) return;
      for (const { deliverSeconds, arrivalSeconds } of delivered) {
        // The watchers of a change receive it one after another.
        const sentSeconds = this.#queue.nowSeconds - deliverSeconds * this.#draws.share();
        this.#deliveries.push(sentSeconds - committedSeconds + this.#roundTripSeconds / 2);
        if (arrivalSeconds !== undefined) this.#events.push(sentSeconds - arrivalSeconds + this.#roundTripSeconds);
      }
    });
    for (const { onDurable } of group) onDurable?.();
  }
}

/** Returns percentiles in milliseconds. NaN without durations. */
export function percentilesOf(durationsSeconds: readonly number[]): Percentiles {
  const sorted = [...durationsSeconds].sort((a, b) => a - b);
  const at = (share: number): number => (sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN) * 1000;
  return { p50: at(0.5), p99: at(0.99) };
}
