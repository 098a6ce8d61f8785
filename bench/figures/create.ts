/** Durable creates of ConfigMaps of 1 KB, beside bare commits and beside bare POSTs. */
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { BareServer } from "../bare-server.ts";
import type { Context, Figure, Measurement } from "../figure.ts";
import { configMap, createOf } from "../objects.ts";
import { newDataDir, type OrchServer, servingPair, startOrch } from "../orch-server.ts";
import { commandOn } from "../process.ts";
import { compareRates, loadCpuOf, measureRate, perSecond } from "./rates.ts";

const template = createOf("/api/v1/namespaces/default/configmaps", configMap("m-########", 1024));
/** The share of the bare commits that is to be reached, by the number of clients. */
const commitGoals = [
  { clients: 1, bound: 0.4 },
  { clients: 16, bound: 0.18 },
] as const;
const manyClients = 256;

export const create: Figure = {
  name: "create",
  title: "durable creates of 1 KB over TLS, HTTP/2",
  async measure(context) {
    // More clients than the default lets in at a time.
    await using server = await startOrch({ flags: ["--max-mutating-requests-inflight=0"] });
    const measurements: Measurement[] = [];
    let next = 0;
    for (const { clients, bound } of commitGoals) {
      const { measurement, nextNumber } = await againstCommits(context, server, { clients, bound, first: next });
      measurements.push(measurement);
      next = nextNumber;
    }
    measurements.push(await againstPosts(context, server, next));
    return measurements;
  },
};

async function againstCommits(
  context: Context,
  server: OrchServer,
  { clients, bound, first }: { readonly clients: number; readonly bound: number; readonly first: number },
): Promise<{ measurement: Measurement; nextNumber: number }> {
  const name = `create, ${clients} client${clients === 1 ? "" : "s"}`;
  const rate = { target: server.target, protocol: "h2", clients, template, status: 201 } as const;
  const values: number[] = [];
  const raw: number[] = [];
  let loadCpu = 0;
  let nextNumber = first;
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${name}: run ${run} of ${context.runs}`);
    raw.push(bareCommits(clients, context.measureMs));
    const report = await measureRate(context, rate, nextNumber);
    nextNumber = report.nextNumber;
    values.push(perSecond(report));
    loadCpu = Math.max(loadCpu, report.cpuShare);
  }
  const measurement: Measurement = {
    name,
    unit: "creates/s",
    better: "more",
    values,
    raw: { name: "the same commits of LMDB alone", values: raw },
    goal: { of: "ratio", bound },
    loadCpu,
  };
  return { measurement, nextNumber };
}

async function againstPosts(context: Context, server: OrchServer, first: number): Promise<Measurement> {
  const serving = { ...servingPair(server.dataDir), ca: server.target.ca };
  await using bare = await BareServer.start(serving, {});
  const name = `create, ${manyClients} clients`;
  const shared = { protocol: "h2", clients: manyClients, template, status: 201 } as const;
  const compared = await compareRates(
    context,
    { ...shared, target: server.target },
    { ...shared, target: bare.target },
    name,
    first,
  );
  return {
    name,
    unit: "creates/s",
    better: "more",
    values: compared.ours.map(perSecond),
    raw: { name: "bare POSTs, parsed and stringified", values: compared.raw.map(perSecond) },
    goal: { of: "ratio", bound: 0.3 },
    loadCpu: loadCpuOf(compared),
  };
}

function bareCommits(callers: number, measureMs: number): number {
  const directory = newDataDir();
  const program = join(import.meta.dirname, "../raw/bare-store.ts");
  try {
    const args = ["--import", "tsx", program, directory, String(callers), String(measureMs)];
    const [command, ...words] = commandOn("measured", args);
    return Number(execFileSync(command, words, { encoding: "utf8" }));
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
