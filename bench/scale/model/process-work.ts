/**
 * The work of one process of a server, from the load of the cluster and the recorded costs. A server has one process, or
 * several processes with one store in LMDB, or it is one of many processes on one etcd.
 */
import { median } from "../../figure.ts";
import { type CpuCost, mainSeconds, otherSeconds, type RequestName, type ScaleCosts } from "../costs.ts";
import { assumptions } from "./assumptions.ts";
import { type ClusterLoad, defaultVariant, type LoadVariant, readNames } from "./load.ts";

/** Where the objects are stored. */
export type StoreKind = "lmdb" | "etcd";

/** Processes that serve a cluster together. */
export interface Layout {
  readonly store: StoreKind;
  readonly processes: number;
}

/** Role of a process. With LMDB, the main process commits the writes of all processes. */
export type ProcessRole = "main" | "worker";

/** Processor time in seconds. */
export interface Seconds {
  readonly main: number;
  readonly other: number;
}

/** Requests of one kind that a process handles. */
export interface RequestWork {
  readonly name: RequestName | "watchStart" | "bookmark";
  readonly perSecond: number;
  readonly seconds: Seconds;
  readonly isWrite: boolean;
}

/** Changes of one kind, which every process handles. */
export interface ChangeWork {
  readonly kind: string;
  /** Changes of the whole cluster. */
  readonly perSecond: number;
  /** Time to read the change and to update the cache. */
  readonly follow: Seconds;
  /** Time to encode the change. An index finds the watches that receive it. */
  readonly prepare: Seconds;
  /** Time of the deliveries to the watches of this process. */
  readonly deliver: Seconds;
}

/** The work of a process. */
export interface ProcessWork {
  readonly role: ProcessRole;
  readonly requests: readonly RequestWork[];
  readonly changes: readonly ChangeWork[];
  /** Writes of other processes that this process commits, and their time. */
  readonly remoteWrites: { readonly perSecond: number; readonly seconds: Seconds };
}

/** Variants of the code that move a limit. */
export interface ServerVariant extends LoadVariant {
  /** Whether processes handle changes of Leases and Events only where a client watches them. */
  readonly followsOnlyWatchedKinds: boolean;
  /** Factor of the processor time of a main thread. Below 1: a faster processor or implementation. */
  readonly speedFactor: number;
}

/** The server as it is. */
export const presentServer: ServerVariant = { ...defaultVariant, followsOnlyWatchedKinds: false, speedFactor: 1 };

function secondsOf(cost: CpuCost, speedFactor: number): Seconds {
  return { main: mainSeconds(cost) * speedFactor, other: otherSeconds(cost) * speedFactor };
}

function scaled({ main, other }: Seconds, factor: number): Seconds {
  return { main: main * factor, other: other * factor };
}

function sum(...parts: readonly Seconds[]): Seconds {
  return {
    main: parts.reduce((total, { main }) => total + main, 0),
    other: parts.reduce((total, { other }) => total + other, 0),
  };
}

/** Never below a tenth of the cost: a difference of two measurements can be too small or negative. */
function atLeast(part: Seconds, whole: Seconds): Seconds {
  return { main: Math.max(part.main, whole.main / 10), other: Math.max(part.other, whole.other / 10) };
}

/** Returns the work of one process. */
export function processWork(
  costs: ScaleCosts,
  load: ClusterLoad,
  layout: Layout,
  role: ProcessRole,
  variant: ServerVariant = presentServer,
): ProcessWork {
  const { processes, store } = layout;
  const { speedFactor } = variant;
  const share = 1 / processes;
  const lease = secondsOf(costs.requests.leaseUpdate, speedFactor);
  const isAlone = store === "lmdb" && processes === 1;
  const isMain = store === "lmdb" && role === "main";
  const workerWrite = secondsOf(
    store === "etcd" ? costs.etcd.serverPerWrite : costs.workers.workerPerWrite,
    speedFactor,
  );
  const writeSeconds = (name: RequestName): Seconds => {
    const cost = secondsOf(costs.requests[name], speedFactor);
    if (isMain) return cost;
    // The recorded difference of a Lease is that of every write.
    return atLeast(sum(cost, workerWrite, scaled(lease, -1)), cost);
  };
  const requests: RequestWork[] = Object.entries(load.requests).map(([key, rate]) => {
    const name = key as RequestName;
    const isWrite = !readNames.has(name);
    const seconds = isWrite ? writeSeconds(name) : secondsOf(costs.requests[name], speedFactor);
    return { name, perSecond: rate * share, seconds, isWrite };
  });
  requests.push(
    {
      name: "watchStart",
      perSecond: load.watchStartsPerSecond * share,
      seconds: secondsOf(costs.watches.openAndEnd, speedFactor),
      isWrite: false,
    },
    {
      name: "bookmark",
      perSecond: load.bookmarksPerSecond * share,
      seconds: secondsOf(costs.watches.bookmark, speedFactor),
      isWrite: false,
    },
  );
  const perChange = store === "etcd" ? costs.etcd.serverPerChange : costs.workers.workerPerChange;
  const followed = isMain ? { main: 0, other: 0 } : secondsOf(perChange, speedFactor);
  const changes = changeWork(costs, load, share, followed, variant);
  const remote = isMain && !isAlone ? secondsOf(costs.workers.mainPerRemoteWrite, speedFactor) : { main: 0, other: 0 };
  return {
    role,
    requests,
    changes,
    remoteWrites: { perSecond: isMain && !isAlone ? load.writesPerSecond * (1 - share) : 0, seconds: remote },
  };
}

function changeWork(
  costs: ScaleCosts,
  load: ClusterLoad,
  share: number,
  followed: Seconds,
  { followsOnlyWatchedKinds, speedFactor }: ServerVariant,
): readonly ChangeWork[] {
  const { watches, lists, sizes } = costs;
  const delivery = secondsOf(watches.delivery, speedFactor);
  const perKilobyte = secondsOf(watches.deliveryPerKilobyte, speedFactor);
  const encodePerByte = scaled(secondsOf(lists.podProtobuf, speedFactor), 1 / sizes.pod.protobufBytes);
  return load.changes.map(({ kind, changesPerSecond, receivers, sizeFactor }) => {
    const bytes = sizes[kind].protobufBytes * sizeFactor;
    const own = receivers * share;
    const isFollowed = !followsOnlyWatchedKinds || (kind !== "lease" && kind !== "event");
    const prepare = isFollowed ? scaled(encodePerByte, bytes * Math.min(1, own)) : { main: 0, other: 0 };
    return {
      kind,
      perSecond: changesPerSecond,
      follow: isFollowed ? followed : { main: 0, other: 0 },
      prepare,
      deliver: scaled(sum(delivery, scaled(perKilobyte, bytes / 1000)), own),
    };
  });
}

/** Utilization of a process by cause. 1 is a whole core. */
export interface ProcessUse {
  readonly requests: Seconds;
  readonly watches: Seconds;
  readonly remoteWrites: Seconds;
  readonly follow: Seconds;
  readonly select: Seconds;
  readonly deliver: Seconds;
  readonly total: Seconds;
}

/** Returns the utilization of a process. */
export function useOf({ requests, changes, remoteWrites }: ProcessWork): ProcessUse {
  const isWatch = ({ name }: RequestWork): boolean => name === "watchStart" || name === "bookmark";
  const requestUse = (list: readonly RequestWork[]): Seconds =>
    sum(...list.map(({ perSecond, seconds }) => scaled(seconds, perSecond)));
  const changeUse = (part: "follow" | "prepare" | "deliver"): Seconds =>
    sum(...changes.map((change) => scaled(change[part], change.perSecond)));
  const parts = {
    requests: requestUse(requests.filter((request) => !isWatch(request))),
    watches: requestUse(requests.filter(isWatch)),
    remoteWrites: scaled(remoteWrites.seconds, remoteWrites.perSecond),
    follow: changeUse("follow"),
    select: changeUse("prepare"),
    deliver: changeUse("deliver"),
  };
  return { ...parts, total: sum(...Object.values(parts)) };
}

/** Memory of one process and of its machine, in bytes. */
export interface MemoryNeed {
  readonly objects: number;
  readonly watches: number;
  readonly connections: number;
  readonly total: number;
}

/**
 * Returns the memory that a process needs. The memory of an object grows with its bytes as it does from a Lease to a Pod.
 * Workers of an LMDB store hold only an index of the objects, and read them from the file.
 */
export function memoryOfProcess(
  costs: ScaleCosts,
  load: ClusterLoad,
  layout: Layout,
  role: ProcessRole,
  { hasLongRing }: LoadVariant = defaultVariant,
): MemoryNeed {
  const { objects, sizes, watches, connections } = costs;
  const [leaseBytes, podBytes] = [median(objects.leaseMemoryBytes), median(objects.podMemoryBytes)];
  const perByte = (podBytes - leaseBytes) / (sizes.pod.jsonBytes - sizes.lease.jsonBytes);
  const fixed = Math.max(0, leaseBytes - perByte * sizes.lease.jsonBytes);
  const holdsBytes = layout.store === "etcd" || role === "main";
  let objectBytes = median(objects.baseMemoryBytes);
  for (const [name, count] of Object.entries(load.objects)) {
    const { jsonBytes } = sizes[name as keyof typeof sizes];
    const factor = name === "slice" ? assumptions.endpointsOfChangedSlice.value / 15 : 1;
    objectBytes += count * (fixed + (holdsBytes ? perByte * jsonBytes * factor : 0));
  }
  for (const { kind, changesPerSecond, sizeFactor } of hasLongRing ? load.changes : []) {
    objectBytes += changesPerSecond * assumptions.bookmarkSeconds.value * sizes[kind].jsonBytes * sizeFactor;
  }
  const watchBytes = (median(watches.memoryBytes) * load.watches) / layout.processes;
  const connectionBytes = (median(connections.memoryBytes) * load.connections) / layout.processes;
  return {
    objects: objectBytes,
    watches: watchBytes,
    connections: connectionBytes,
    total: objectBytes + watchBytes + connectionBytes,
  };
}
