/** The tables of `docs/scale.md`. */
import { median } from "../../figure.ts";
import { type CheckedLevel, predictCheck, type ScaleCheck } from "../check/run.ts";
import type { CpuCost, RequestCost, ScaleCosts } from "../costs.ts";
import { type Assumption, assumptions, machineAssumptions } from "../model/assumptions.ts";
import { greatestNodeCount, nodesMax, serverParts } from "../model/limits.ts";
import { clusterSizes } from "../model/load.ts";
import { deliveriesPerSecond, receivedBytesPerSecond } from "../model/sizing.ts";
import { reconnectSecondsMax } from "../simulation/reconnect.ts";
import type { SteadyResult } from "../simulation/steady.ts";
import { type ClusterResult, type LayoutResult, type Reconnects, simulateCluster, variantNeeds } from "./results.ts";

type Row = readonly string[];

/** Returns a table in Markdown. The first row is the head. All columns but the first are aligned to the right. */
export function markdownTable([head = [], ...rows]: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.join(" | ")} |`;
  const rule = head.map((_, column) => (column === 0 ? "---" : "---:"));
  return [head, rule, ...rows].map(line).join("\n");
}

/** Returns the number with at most three significant digits. */
export function shortNumber(value: number): string {
  if (!Number.isFinite(value)) return "-";
  const rounded = Number(value.toPrecision(3));
  return Math.abs(rounded) >= 1000 ? rounded.toLocaleString("en-US") : String(rounded);
}

const percent = (share: number): string => `${shortNumber(share * 100)} %`;
const gigabytes = (bytes: number): string => shortNumber(bytes / 1e9);

/** All tables, by the names that the page uses. */
export function renderTables(costs: ScaleCosts, check: ScaleCheck): ReadonlyMap<string, string> {
  const results = clusterSizes.map((size) => simulateCluster(costs, size));
  return new Map([
    ["assumptions", assumptionTable(Object.values(assumptions))],
    ["machines", assumptionTable(Object.values(machineAssumptions))],
    ["costs", costTable(costs)],
    ["summary", summaryTable(results)],
    ["load", loadTable(costs, results)],
    ["lmdb", layoutTable(results, ({ lmdb }) => lmdb, false)],
    ["etcd", layoutTable(results, ({ etcd }) => etcd, true)],
    ["moved", layoutTable(results, ({ moved }) => moved, true)],
    ["use", useTable(results)],
    ["limits", limitTable(costs)],
    ["variants", variantTable(costs)],
    ["lmdbReconnect", reconnectTable(results, ({ lmdbReconnects }) => lmdbReconnects)],
    ["reconnect", reconnectTable(results, ({ etcdReconnects }) => etcdReconnects)],
    ["movedReconnect", reconnectTable(results, ({ movedReconnects }) => movedReconnects)],
    ...check.levels.map((level): [string, string] => [`check${level.level}`, checkTable(level)]),
  ]);
}

function assumptionTable(rows: readonly Assumption[]): string {
  return markdownTable([
    ["assumption", "value", "source"],
    ...rows.map(({ meaning, value, unit, source }) => [meaning, `${shortNumber(value)} ${unit}`.trim(), source]),
  ]);
}

/** A table with a column for each cluster. */
function clusterTable(rows: readonly (readonly [name: string, values: readonly string[]])[]): string {
  return markdownTable([
    ["", ...clusterSizes.map(({ name }) => name)],
    ...rows.map(([name, values]) => [name, ...values]),
  ]);
}

function costTable({
  requests,
  pacedLeaseUpdate,
  watches,
  connections,
  lists,
  objects,
  workers,
  etcd,
  sizes,
  disk,
}: ScaleCosts): string {
  const row = (name: string, cost: CpuCost, bytes = ""): Row => [
    name,
    shortNumber(median(cost.mainMicros)),
    shortNumber(median(cost.otherMicros)),
    bytes,
  ];
  const wire = ({ sentBytes, receivedBytes }: RequestCost): string =>
    `${shortNumber(sentBytes)} / ${shortNumber(receivedBytes)}`;
  const memory = (name: string, values: readonly number[]): Row => [name, "", "", shortNumber(median(values))];
  return markdownTable([
    ["cost", "main thread, us", "other threads, us", "bytes"],
    ...Object.entries(requests).map(([name, cost]) => row(`request \`${name}\`; sent / received`, cost, wire(cost))),
    row("request `leaseUpdate` when only 50 per second arrive", pacedLeaseUpdate),
    row("start and end of a watch; sent / received", watches.openAndEnd, wire(watches.openAndEnd)),
    row("bookmark", watches.bookmark, shortNumber(watches.bookmark.wireBytes)),
    row(
      "delivery of an event that comes alone; bytes of TLS and HTTP/2",
      watches.delivery,
      shortNumber(watches.deliveryOverheadBytes),
    ),
    row("delivery, for each KB of the event", watches.deliveryPerKilobyte),
    row("comparison of an event with a selector that excludes it", watches.mismatch),
    row("TLS handshake with a first request; sent / received", connections.handshake, wire(connections.handshake)),
    row("Pod in a list, JSON", lists.podJson, shortNumber(sizes.pod.jsonBytes)),
    row("Pod in a list, protobuf", lists.podProtobuf, shortNumber(sizes.pod.protobufBytes)),
    row(
      "EndpointSlice of 15 endpoints in a list, protobuf",
      lists.sliceProtobuf,
      shortNumber(sizes.slice.protobufBytes),
    ),
    row("Pod that the selector of a list excludes", lists.excludedPod),
    row("main process: write of a worker", workers.mainPerRemoteWrite),
    row("worker: write, without the change", workers.workerPerWrite),
    row("worker: change that another process has written", workers.workerPerChange),
    row("server on etcd: write, without the change", etcd.serverPerWrite),
    row("server on etcd: change that another server has written", etcd.serverPerChange),
    ["etcd: write with its reads", "", shortNumber(median(etcd.etcdPerWriteMicros)), ""],
    ["etcd: change for one more server", "", shortNumber(median(etcd.etcdPerChangeMicros)), ""],
    ["commit thread: commit of one write", "", shortNumber(median(disk.commitMicros)), ""],
    ["commit thread: each further write", "", shortNumber(median(disk.writeMicros)), ""],
    memory("memory of a watch", watches.memoryBytes),
    memory("memory of a connection", connections.memoryBytes),
    memory("memory of a Lease", objects.leaseMemoryBytes),
    memory("memory of a Pod", objects.podMemoryBytes),
    memory("file of the store, for a Pod", objects.podDiskBytes),
  ]);
}

function loadTable(costs: ScaleCosts, results: readonly ClusterResult[]): string {
  const row = (name: string, valueOf: (result: ClusterResult) => number): [string, string[]] => [
    name,
    results.map((result) => shortNumber(valueOf(result))),
  ];
  return clusterTable([
    row("Pods on a node", ({ load }) => load.size.pods / load.size.nodes),
    row("renewals of Leases per second", ({ load }) => load.requests.leaseUpdate),
    row("other writes per second", ({ load }) => load.writesPerSecond - load.requests.leaseUpdate),
    row("reads per second", ({ load }) => load.readsPerSecond),
    row("watches", ({ load }) => load.watches),
    row("starts of watches per second", ({ load }) => load.watchStartsPerSecond),
    row("bookmarks per second", ({ load }) => load.bookmarksPerSecond),
    row("connections", ({ load }) => load.connections),
    row("events delivered per second", ({ load }) => deliveriesPerSecond(load)),
    row("MB sent to clients per second", ({ load }) => receivedBytesPerSecond(costs, load) / 1e6),
  ]);
}

function layoutTable(
  results: readonly ClusterResult[],
  layoutOf: (result: ClusterResult) => LayoutResult,
  isEtcd: boolean,
): string {
  const row = (name: string, valueOf: (result: LayoutResult) => string): [string, string[]] => [
    name,
    results.map((result) => valueOf(layoutOf(result))),
  ];
  /** A value that is only meaningful if a layout is enough. */
  const enough =
    (valueOf: (result: LayoutResult) => string) =>
    (result: LayoutResult): string =>
      result.found.isEnough ? valueOf(result) : "-";
  return clusterTable([
    row("is any number of processes enough?", ({ found }) => (found.isEnough ? "yes" : "no")),
    row(
      "processes",
      enough(({ found }) => shortNumber(found.layout.processes)),
    ),
    ...(isEtcd
      ? [
          row(
            "servers",
            enough(({ needs }) => shortNumber(needs.servers)),
          ),
        ]
      : []),
    row(
      "cores of all servers",
      enough(({ needs }) => shortNumber(needs.cores)),
    ),
    row(
      "memory of a server, GB",
      enough(({ needs }) => gigabytes(needs.memoryBytesPerServer)),
    ),
    row(
      "network of a server, Gbit/s",
      enough(({ needs }) => shortNumber((needs.networkBytesPerSecondPerServer * 8) / 1e9)),
    ),
    row(
      "utilization of that network",
      enough(({ needs }) => percent(needs.networkUtilization)),
    ),
    row("disk of the store, MB/s", ({ needs }) => shortNumber(needs.diskBytesPerSecond / 1e6)),
    ...(isEtcd
      ? [
          row(
            "cores of all members of etcd",
            enough(({ needs }) => shortNumber(needs.etcdCores)),
          ),
          row(
            "share of them that sends changes to processes",
            enough(({ needs }) => percent(needs.etcdFanOutShare)),
          ),
        ]
      : []),
    row("utilization of the busiest main thread, at best", ({ found }) => percent(found.utilization)),
    row("the same, simulated", ({ steady }) => (steady ? percent(steady.mainUtilization) : "-")),
    row("time in which the store makes a group of writes durable", ({ steady }) =>
      steady ? percent(steady.storeUtilization) : "-",
    ),
    row("syncs of the disk per second", ({ steady }) => (steady ? shortNumber(steady.syncsPerSecond) : "-")),
    row("writes in a sync", ({ steady }) => (steady ? shortNumber(steady.writesPerSync) : "-")),
    row("write, p50 / p99, ms", ({ steady }) => (steady ? pair(steady.writeMs) : "-")),
    row("read, p50 / p99, ms", ({ steady }) => (steady ? pair(steady.readMs) : "-")),
    row("event after its commit, p50 / p99, ms", ({ steady }) => (steady ? pair(steady.deliveryMs) : "-")),
    row("longest task of a main thread, ms", ({ steady }) => (steady ? shortNumber(steady.longestTaskMs) : "-")),
  ]);
}

function pair({ p50, p99 }: { readonly p50: number; readonly p99: number }): string {
  return `${shortNumber(p50)} / ${shortNumber(p99)}`;
}

/** Names of the parts of the use of a process. */
const useNames = {
  requests: "requests of clients",
  watches: "starts of watches, bookmarks",
  follow: "reading all changes",
  select: "encoding events",
  deliver: "deliveries",
} as const;

/** Returns the part that takes most of the time of the busiest main thread. */
function largestUse({ use }: LayoutResult): string {
  const parts = Object.keys(useNames) as (keyof typeof useNames)[];
  return useNames[parts.reduce((most, part) => (use[part].main > use[most].main ? part : most))];
}

function summaryTable(results: readonly ClusterResult[]): string {
  const needsText = ({ found, needs }: LayoutResult): string =>
    found.isEnough
      ? `${shortNumber(needs.servers)} / ${shortNumber(needs.cores)} / ${gigabytes(needs.memoryBytesPerServer)} / ${shortNumber((needs.networkBytesPerSecondPerServer * 8) / 1e9)}`
      : "not possible";
  const row = (name: string, valueOf: (result: ClusterResult) => string): [string, string[]] => [
    name,
    results.map(valueOf),
  ];
  return clusterTable([
    row("one machine with LMDB", ({ lmdb }) => needsText(lmdb)),
    row("servers on etcd", ({ etcd }) => needsText(etcd)),
    row("cores of etcd", ({ etcd }) => (etcd.found.isEnough ? shortNumber(etcd.needs.etcdCores) : "-")),
    row("largest part of a process on etcd", ({ etcd }) => largestUse(etcd)),
    row("servers on etcd, with the changes below", ({ moved }) => needsText(moved)),
    row("cores of etcd, with the changes below", ({ moved }) =>
      moved.found.isEnough ? shortNumber(moved.needs.etcdCores) : "-",
    ),
    row("largest part of a process, with the changes below", ({ moved }) => largestUse(moved)),
  ]);
}

function useTable(results: readonly ClusterResult[]): string {
  const row = (name: string, valueOf: (result: LayoutResult) => number): [string, string[]] => [
    name,
    results.map(({ etcd }) => percent(valueOf(etcd))),
  ];
  return clusterTable([
    ...(Object.keys(useNames) as (keyof typeof useNames)[]).map((part) =>
      row(useNames[part], ({ use }) => use[part].main),
    ),
    row("all", ({ use }) => use.total.main),
  ]);
}

const limitPods = [150_000, 1_000_000];

function limitTable(costs: ScaleCosts): string {
  const nodeText = (nodes: number): string =>
    nodes === 0 ? "none: the Pods are too many" : nodes >= nodesMax ? "> 1,000,000" : shortNumber(nodes);
  return markdownTable([
    ["part", "store", ...limitPods.map((pods) => `nodes, with ${shortNumber(pods)} Pods`)],
    ...serverParts.map((part) => [
      part.name,
      part.store,
      ...limitPods.map((pods) => nodeText(greatestNodeCount(part, costs, pods))),
    ]),
  ]);
}

function variantTable(costs: ScaleCosts): string {
  return clusterTable(
    variantNeeds(costs).map(({ name, needs }) => [
      name,
      needs.map(({ found, servers, cores, etcdCores }) =>
        found.isEnough ? `${shortNumber(servers)} / ${shortNumber(cores)} / ${shortNumber(etcdCores)}` : "not enough",
      ),
    ]),
  );
}

function reconnectTable(
  results: readonly ClusterResult[],
  reconnectsOf: (result: ClusterResult) => Reconnects | undefined,
): string {
  const row = (name: string, valueOf: (reconnects: Reconnects) => number): [string, string[]] => [
    name,
    results.map((result) => {
      const reconnects = reconnectsOf(result);
      if (!reconnects) return "-";
      const value = valueOf(reconnects);
      return name.startsWith("time until") && value >= reconnectSecondsMax
        ? `> ${shortNumber(reconnectSecondsMax)}`
        : shortNumber(value);
    }),
  ];
  return clusterTable([
    row(
      "the server is lost or starts again: its nodes, for each process",
      ({ lostServer }) => lostServer.nodesPerProcess,
    ),
    row(
      "time until all of them watch again, s",
      ({ lostServer }) => lostServer.startSeconds + lostServer.result.seconds,
    ),
    row("renewal of a Lease meanwhile, p99, s", ({ lostServer }) => lostServer.result.leaseMs.p99 / 1000),
    row("all nodes restart: nodes for each process", ({ restart }) => restart.nodesPerProcess),
    row("time until all of them have listed, s", ({ restart }) => restart.result.seconds),
    row("renewal of a Lease meanwhile, p99, s", ({ restart }) => restart.result.leaseMs.p99 / 1000),
    row("MB that each node lists", ({ restart }) => restart.receivedBytesPerNode / 1e6),
    row("least time for these bytes on the network, s", ({ restart }) => restart.networkSeconds),
  ]);
}

function checkTable({ level, measured }: CheckedLevel): string {
  const predictions = [predictCheck(level, { hasSlowPace: false }), predictCheck(level, { hasSlowPace: true })];
  const row = (
    name: string,
    format: (value: number) => string,
    valueOf: (result: Pick<SteadyResult, "mainUtilization" | "writeMs" | "readMs" | "eventMs">) => number,
  ): Row => [
    name,
    format(valueOf(measured)),
    ...predictions.map((prediction) => format(valueOf(prediction))),
    ...predictions.map((prediction) => shortNumber(valueOf(prediction) / valueOf(measured))),
  ];
  const update = "update of an EndpointSlice to its event at a node";
  const waiting = (name: string, share: number): Row => [name, percent(share), "0 %", "0 %", "-", "-"];
  return markdownTable([
    ["", "measured", "simulated", "at a slow pace", "simulated / measured", "at a slow pace / measured"],
    row("utilization of the main thread", percent, ({ mainUtilization }) => mainUtilization),
    waiting("time in which the main thread waited for a core", measured.mainWaitShare),
    waiting("the same for the simulated nodes", measured.nodesWaitShare),
    row("write, p50, ms", shortNumber, ({ writeMs }) => writeMs.p50),
    row("write, p99, ms", shortNumber, ({ writeMs }) => writeMs.p99),
    row("read, p50, ms", shortNumber, ({ readMs }) => readMs.p50),
    row("read, p99, ms", shortNumber, ({ readMs }) => readMs.p99),
    row(`${update}, p50, ms`, shortNumber, ({ eventMs }) => eventMs.p50),
    row(`${update}, p99, ms`, shortNumber, ({ eventMs }) => eventMs.p99),
  ]);
}
