/** The costs that `npm run bench -- scale-costs` records, and the file that holds them. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { median } from "../figure.ts";
import type { Machine } from "../report/plot.ts";

/** Processor time of one operation in microseconds. Each list has one value per run. */
export interface CpuCost {
  /** Main thread of the process. It limits how many operations a process can handle. */
  readonly mainMicros: readonly number[];
  /** All other threads: the commit thread and the garbage collector. */
  readonly otherMicros: readonly number[];
}

/** Cost of one request, with its encrypted bytes on the wire. */
export interface RequestCost extends CpuCost {
  readonly sentBytes: number;
  readonly receivedBytes: number;
  /** Bytes that the process writes to the disk. 0 for reads. */
  readonly diskBytes: number;
}

/** Requests of the simulated components. */
export type RequestName =
  | "leaseUpdate"
  | "nodeStatusPatch"
  | "podCreate"
  | "podBind"
  | "podStatusPatch"
  | "podDeleteGraceful"
  | "podDeleteFinal"
  | "eventCreate"
  | "sliceUpdate"
  | "podGet"
  | "configMapGet"
  | "nodeGet";

/** Kinds of objects whose sizes are recorded. */
export type ObjectName = "lease" | "node" | "pod" | "slice" | "service" | "event" | "configMap";

/** Sizes of an object in bytes. */
export interface ObjectSize {
  readonly jsonBytes: number;
  readonly protobufBytes: number;
}

/** Costs of watches. */
export interface WatchCosts {
  /** Start and end of a watch that sends nothing. */
  readonly openAndEnd: RequestCost;
  readonly bookmark: CpuCost & { readonly wireBytes: number };
  /** One event that comes alone, at one watcher on a separate connection, without the encoding. */
  readonly delivery: CpuCost;
  /** Additional time of a delivery for each KB of the event. */
  readonly deliveryPerKilobyte: CpuCost;
  /** Bytes of a delivery that TLS and HTTP/2 add. */
  readonly deliveryOverheadBytes: number;
  /** Comparison of one event with the field selector of a group of watchers that do not see it. */
  readonly mismatch: CpuCost;
  /** Memory of a watch with its own field selector, on a connection with 100 of them. */
  readonly memoryBytes: readonly number[];
}

/** Costs of connections. */
export interface ConnectionCosts {
  /** TLS handshake with a client certificate, and the first request. */
  readonly handshake: RequestCost;
  readonly memoryBytes: readonly number[];
}

/** Costs of lists. */
export interface ListCosts {
  /** One Pod of a list in JSON. */
  readonly podJson: CpuCost;
  /** One Pod of a list in protobuf. */
  readonly podProtobuf: CpuCost;
  /** One EndpointSlice of a list in protobuf. */
  readonly sliceProtobuf: CpuCost;
  /** One Pod that a field selector excludes. */
  readonly excludedPod: CpuCost;
}

/** Costs of objects that a server holds. */
export interface ObjectCosts {
  readonly leaseMemoryBytes: readonly number[];
  readonly podMemoryBytes: readonly number[];
  /** Size of the store's file for each object. */
  readonly leaseDiskBytes: readonly number[];
  readonly podDiskBytes: readonly number[];
  /** Memory of a server without objects. */
  readonly baseMemoryBytes: readonly number[];
  /** Time from the start to the end of a first list, for each Pod. */
  readonly podStartMicros: readonly number[];
}

/** Costs of a write in a server with several processes, for each process. */
export interface WorkerCosts {
  /** Main process: a write that a worker has received. */
  readonly mainPerRemoteWrite: CpuCost;
  /** Worker: a write that it has received, without the change that it then reads. */
  readonly workerPerWrite: CpuCost;
  /** Worker: a change that another process has committed. */
  readonly workerPerChange: CpuCost;
}

/** Costs with etcd. */
export interface EtcdCosts {
  readonly version: string;
  /** A server: a write of a Lease that it has received, without the change that it then reads. */
  readonly serverPerWrite: CpuCost;
  /** A server: a change of a Lease that another server has written. */
  readonly serverPerChange: CpuCost;
  /** etcd: processor time for each write, with its reads and one watching server. */
  readonly etcdPerWriteMicros: readonly number[];
  /** etcd: additional processor time for each change and watching server. */
  readonly etcdPerChangeMicros: readonly number[];
  /** Writes per second of one member, with all of one core. */
  readonly writesPerSecond: readonly number[];
  /** Bytes that etcd writes to the disk for each write. */
  readonly diskBytes: readonly number[];
}

/** Time that the disk takes to make a small write durable, in milliseconds. */
export interface DiskCosts {
  readonly syncMs: { readonly p50: number; readonly p90: number; readonly p99: number; readonly max: number };
  /** Commit thread of LMDB: processor time of a commit with one write. */
  readonly commitMicros: readonly number[];
  /** Commit thread of LMDB: processor time of each further write of a commit. */
  readonly writeMicros: readonly number[];
}

/** Time and circumstances of a part of the recording. */
export interface RecordedPart {
  readonly recordedAt: string;
  /** Load average of the machine over a minute, at the end of the part. More than the cores: other programs wait, too. */
  readonly loadAverage: number;
}

/** All recorded costs. */
export interface ScaleCosts {
  /** The parts of the recording, by name. */
  readonly recorded: Readonly<Record<string, RecordedPart>>;
  readonly command: string;
  readonly machine: Machine;
  readonly sizes: Readonly<Record<ObjectName, ObjectSize>>;
  readonly requests: Readonly<Record<RequestName, RequestCost>>;
  /** A renewal of a Lease at a slow pace. The server's code and data leave the caches of the processor between two requests. */
  readonly pacedLeaseUpdate: CpuCost;
  readonly watches: WatchCosts;
  readonly connections: ConnectionCosts;
  readonly lists: ListCosts;
  readonly objects: ObjectCosts;
  readonly workers: WorkerCosts;
  readonly etcd: EtcdCosts;
  readonly disk: DiskCosts;
}

const path = join(import.meta.dirname, "../scale-costs.json");

/** Returns the committed costs. */
export function readCosts(): ScaleCosts {
  return JSON.parse(readFileSync(path, "utf8")) as ScaleCosts;
}

/** Replaces the recorded costs. */
export function writeCosts(costs: ScaleCosts): void {
  writeFileSync(path, `${JSON.stringify(costs, undefined, 2)}\n`);
}

/** Returns the median processor time of the main thread, in seconds. Never negative. */
export function mainSeconds({ mainMicros }: CpuCost): number {
  return Math.max(0, median(mainMicros)) / 1e6;
}

/** Returns the median processor time of the other threads, in seconds. Never negative. */
export function otherSeconds({ otherMicros }: CpuCost): number {
  return Math.max(0, median(otherMicros)) / 1e6;
}
