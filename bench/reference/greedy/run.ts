/**
 * `npm run bench -- fairness-reference`: measures what 1,000 clients of a greedy user do to one client of a modest user, on this
 * server and on the reference, and draws `docs/fairness.svg`. With `--measure-ms=N`, each load lasts N milliseconds. Such a run prints its
 * results only.
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { FigureContext } from "../../figure.ts";
import { Generator } from "../../generator.ts";
import type { RequestTemplate } from "../../load/connection.ts";
import type { RequestsReport } from "../../load/job.ts";
import { printLine, secondsSinceStart } from "../../measure-figures.ts";
import { configMap, createNumberedObjects, createRequest } from "../../objects.ts";
import { createDataDir, root } from "../../orch-server.ts";
import { type ComparedServer, hasReference, withServers } from "../servers.ts";
import { type GreedyResult, renderGreedyPlot } from "./plot.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const objectCount = 200;
const greedyClients = 1000;
const greedyConnections = 20;
const plottedMs = 20_000;
const warmUpMs = 3000;

/** Runs the scenario on both servers. */
export async function runGreedy(args: readonly string[]): Promise<void> {
  const [option = ""] = args;
  const measureMs = args.length === 0 ? plottedMs : Number(/^--measure-ms=([1-9]\d*)$/.exec(option)?.[1]);
  if (args.length > 1 || Number.isNaN(measureMs)) {
    printLine(`unknown arguments ${args.join(" ")}; the only one is --measure-ms=N with a number of milliseconds`);
    process.exitCode = 2;
    return;
  }
  if (!hasReference()) {
    printLine("the reference is not beside this checkout, in ../shared/reference");
    process.exitCode = 1;
    return;
  }
  const tokens = `${createDataDir()}-tokens.csv`;
  writeFileSync(tokens, "greedy,greedy,1\nmodest,modest,2\n", { mode: 0o600 });
  try {
    const flags = [`--token-auth-file=${tokens}`];
    // The flags of the reference's script have an authorization mode. Further modes are added to it.
    const results = await withServers(
      {},
      async ({ orch, reference }) => [
        await measureServer("orch", orch, measureMs),
        await measureServer("the reference", reference, measureMs),
      ],
      {
        orch: [...flags, "--authorization-mode=AlwaysAllow"],
        reference: [...flags, "--authorization-mode=AlwaysAllow"],
      },
    );
    for (const result of results) printResult(result);
    if (measureMs < plottedMs) return;
    writeFileSync(join(root, "docs/fairness.svg"), renderGreedyPlot(results));
    writeFileSync(join(root, ".cache/fairness-reference.json"), `${JSON.stringify(results, undefined, 2)}\n`);
    printLine(`took ${secondsSinceStart()} s; docs/fairness.svg has the plot`);
  } finally {
    rmSync(tokens, { force: true });
  }
}

async function measureServer(name: string, { target }: ComparedServer, measureMs: number): Promise<GreedyResult> {
  await using generator = new Generator("load");
  const progress = (text: string): void => printLine(`[${secondsSinceStart()} s] ${name}: ${text}`);
  const context: FigureContext = { generator, runs: 1, measureMs, progress };
  progress(`creating ${objectCount} objects`);
  await createNumberedObjects(context, target, createRequest(configMaps, configMap("m-####", 1024)), objectCount);
  const { host, port, ca } = target;
  const as = (user: string, path: string): RequestTemplate => ({
    method: "GET",
    path,
    headers: { authorization: `Bearer ${user}` },
  });
  const shared = {
    target: { host, port, ca },
    protocol: "h2",
    warmUpMs,
    measureMs,
    firstNumber: 0,
    status: 200,
  } as const;
  const modest = {
    ...shared,
    connections: 1,
    streams: 1,
    template: as("modest", `${configMaps}/m-0001`),
    countsRejections: true,
  };
  const greedy = {
    ...shared,
    connections: greedyConnections,
    streams: greedyClients / greedyConnections,
    template: as("greedy", configMaps),
    countsRejections: true,
  };
  progress("the modest client alone");
  const alone = await generator.requests(modest);
  progress(`the modest client beside ${greedyClients} greedy ones`);
  const [modestReport, greedyReport] = await generator.concurrentRequests([modest, greedy]);
  if (!modestReport || !greedyReport) throw new Error("the load generator returned no report");
  return { server: name, alone: figuresOf(alone), beside: figuresOf(modestReport), greedy: figuresOf(greedyReport) };
}

function figuresOf({ answers, rejections, seconds, latencyMs }: RequestsReport): GreedyResult["alone"] {
  return { perSecond: answers / seconds, rejectedPerSecond: rejections / seconds, latencyMs };
}

function printResult({ server, alone, beside, greedy }: GreedyResult): void {
  for (const [title, figures] of [
    ["modest alone", alone],
    ["modest beside greedy", beside],
    ["greedy", greedy],
  ] as const) {
    const { perSecond, rejectedPerSecond, latencyMs } = figures;
    const parts = [
      `${perSecond.toFixed(1)}/s`,
      `${rejectedPerSecond.toFixed(1)} rejected/s`,
      `p50 ${latencyMs.p50.toFixed(1)} ms`,
      `p99 ${latencyMs.p99.toFixed(1)} ms`,
      `max ${latencyMs.max.toFixed(1)} ms`,
    ];
    process.stdout.write(`${server}, ${title}: ${parts.join(", ")}\n`);
  }
}
