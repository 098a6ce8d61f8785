/**
 * `npm run bench -- scale-check`: runs a load on a real server, and compares its utilization and latency with those that
 * the simulation predicts from the recorded costs. The result is in `bench/scale-check.json`.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { machineOf } from "../../machine.ts";
import { printLine } from "../../measure-figures.ts";
import { startOrch } from "../../orch-server.ts";
import { isPinned } from "../../process.ts";
import type { Machine } from "../../report/plot.ts";
import { mainSeconds, readCosts } from "../costs.ts";
import { bindingRequest, nodeName, podObject, podsPath, writeRequest } from "../hollow-objects.ts";
import { presentServer } from "../model/process-work.ts";
import { connectAll, mainWaitMicros, round, threadTimes } from "../record/measure.ts";
import { fillCluster } from "../record/request-costs.ts";
import { type Percentiles, type SteadyResult, simulateSteady } from "../simulation/steady.ts";
import { HollowNodes, type MeasuredLatency } from "./hollow-nodes.ts";
import { checkLevels, checkLoad, checkNodes } from "./load.ts";

const seed = 11;
const warmUpMs = 15_000;
const measureMs = 40_000;
const versionIntervalMs = 1000;
/** Round trip on one machine. */
const roundTripMs = 0.1;

/** Measured values of a real server. */
export interface CheckedServer extends MeasuredLatency {
  readonly mainUtilization: number;
  readonly otherUtilization: number;
  /** Share of the time in which the server's main thread waited for its core, because another program used it. */
  readonly mainWaitShare: number;
  /** Utilization of the main thread of the simulated nodes. */
  readonly nodesUtilization: number;
  /** Share of the time in which the main thread of the simulated nodes waited for its core. */
  readonly nodesWaitShare: number;
}

/** Values that were measured with a factor of the rates. */
export interface CheckedLevel {
  readonly level: number;
  readonly measured: CheckedServer;
}

/** A check that was run. */
export interface ScaleCheck {
  readonly checkedAt: string;
  readonly machine: Machine;
  readonly seed: number;
  readonly levels: readonly CheckedLevel[];
}

const path = join(import.meta.dirname, "../../scale-check.json");

/** Returns the committed check. */
export function readCheck(): ScaleCheck {
  return JSON.parse(readFileSync(path, "utf8")) as ScaleCheck;
}

/**
 * Returns the prediction for the load of the check.
 * @param level factor of the rates
 * @param hasSlowPace whether all costs are multiplied by the ratio of a renewal at a slow pace to one under steady load
 */
export function predictCheck(level: number, { hasSlowPace }: { readonly hasSlowPace: boolean }): SteadyResult {
  const costs = readCosts();
  const paceFactor = mainSeconds(costs.pacedLeaseUpdate) / mainSeconds(costs.requests.leaseUpdate);
  const variant = { ...presentServer, speedFactor: hasSlowPace ? paceFactor : 1 };
  const layout = { store: "lmdb", processes: 1 } as const;
  return simulateSteady({
    costs,
    load: checkLoad(level),
    layout,
    role: "main",
    variant,
    seed,
    seconds: 40,
    roundTripMs,
  });
}

/** Runs the check with each factor of the rates, and writes its results. */
export async function runScaleCheck(): Promise<void> {
  const levels: CheckedLevel[] = [];
  for (const level of checkLevels) {
    const measured = await measureServer(level);
    levels.push({ level, measured });
    printResult(level, measured);
  }
  const machine = machineOf({ pinned: isPinned });
  const check: ScaleCheck = { checkedAt: new Date().toISOString(), machine, seed, levels };
  writeFileSync(path, `${JSON.stringify(check, undefined, 2)}\n`);
}

function printResult(level: number, measured: CheckedServer): void {
  const { mainWaitShare, nodesWaitShare, nodesUtilization, writes, events, watchStarts } = measured;
  const predicted = predictCheck(level, { hasSlowPace: false });
  printLine(`rates x ${level}: ${writes} writes, ${events} events, ${watchStarts} starts of watches, seed ${seed}`);
  printLine(`share of the time waiting for a core: server ${round(mainWaitShare)}, nodes ${round(nodesWaitShare)}`);
  printLine(`utilization of the main thread of the nodes: ${round(nodesUtilization)}`);
  const line = (name: string, one: number, two: number): void =>
    printLine(`${name}: measured ${round(one)}, predicted ${round(two)}`);
  line("utilization of the main thread", measured.mainUtilization, predicted.mainUtilization);
  for (const name of ["writeMs", "readMs", "eventMs"] as const) {
    for (const part of ["p50", "p99"] as const) {
      line(`${name} ${part}`, measured[name][part], (predicted[name] satisfies Percentiles)[part]);
    }
  }
}

async function measureServer(level: number): Promise<CheckedServer> {
  await using server = await startOrch();
  printLine("check: filling the server");
  await fillCluster(server);
  const clients = await connectAll(server.target, checkNodes);
  for (const [node, client] of clients.entries()) {
    await client.request(writeRequest("POST", podsPath, podObject(`pod-${node}`)));
    await client.request(bindingRequest(`pod-${node}`, nodeName(node)));
  }
  const nodes = new HollowNodes(clients, seed, level);
  await nodes.start();
  const versions = setInterval(() => {
    nodes.readVersion().catch((error: unknown) => printLine(`the version could not be read: ${String(error)}`));
  }, versionIntervalMs);
  printLine(`check: ${checkNodes} nodes, seed ${seed}`);
  await pause(warmUpMs);
  nodes.reset();
  const before = threadTimes(server.pid);
  const [waitBefore, nodesWaitBefore] = [mainWaitMicros(server.pid), mainWaitMicros(process.pid)];
  const nodesBefore = threadTimes(process.pid);
  const startMs = performance.now();
  await pause(measureMs);
  const micros = (performance.now() - startMs) * 1000;
  const after = threadTimes(server.pid);
  const nodesAfter = threadTimes(process.pid);
  const [waitAfter, nodesWaitAfter] = [mainWaitMicros(server.pid), mainWaitMicros(process.pid)];
  const latency = nodes.stop();
  clearInterval(versions);
  for (const client of clients) client[Symbol.dispose]();
  return {
    ...latency,
    mainUtilization: (after.mainMicros - before.mainMicros) / micros,
    otherUtilization: (after.otherMicros - before.otherMicros) / micros,
    mainWaitShare: (waitAfter - waitBefore) / micros,
    nodesUtilization: (nodesAfter.mainMicros - nodesBefore.mainMicros) / micros,
    nodesWaitShare: (nodesWaitAfter - nodesWaitBefore) / micros,
  };
}
