/** Durable creates of ConfigMaps of 1 KB, compared with bare commits and with bare POSTs. */
import { BareServer } from "../bare-server.ts";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { configMap, createRequest } from "../objects.ts";
import { type OrchServer, servingKeyPair, startOrch } from "../orch-server.ts";
import { study } from "../study.ts";
import { compareWithCommits } from "./commits.ts";
import { compareRates, measurementOf } from "./rates.ts";

const template = createRequest("/api/v1/namespaces/default/configmaps", configMap("m-########", 1024));
const commitGoals = [
  { clients: 1, minRatio: 0.5, limit: study.commits1 },
  { clients: 16, minRatio: 0.18, limit: study.commits16 },
] as const;
const manyClients = 256;
/** Processor time of a create of one client that is to be reached. It includes that of the commit. */
const singleCreateMicrosMax = 400;

/** Measures creates by 1, 16 and 256 clients. */
export const create: Figure = {
  name: "create",
  title: "durable creates of 1 KB over TLS, HTTP/2",
  async measure(context) {
    // 256 clients exceed the default limit of concurrent writes.
    await using server = await startOrch({ flags: ["--max-mutating-requests-inflight=0"] });
    const measurements: Measurement[] = [];
    let firstNumber = 0;
    for (const { clients, minRatio, limit } of commitGoals) {
      const name = `create, ${clients} client${clients === 1 ? "" : "s"}`;
      const { measurement, cpuMicros, nextNumber } = await compareWithCommits(context, {
        name,
        unit: "creates/s",
        rate: { target: server.target, serverPids: [server.pid], protocol: "h2", clients, template, status: 201 },
        minRatio,
        firstNumber,
        study: limit,
      });
      measurements.push(measurement, processorTimeOf(name, clients, cpuMicros));
      firstNumber = nextNumber;
    }
    measurements.push(await compareWithPosts(context, server, firstNumber));
    return measurements;
  },
};

function processorTimeOf(name: string, clients: number, values: readonly number[]): Measurement {
  const measurement = { name: `${name}: processor time of the server`, unit: "us", better: "less", values } as const;
  return clients === 1 ? { ...measurement, goal: { of: "value", bound: singleCreateMicrosMax } } : measurement;
}

async function compareWithPosts(context: FigureContext, server: OrchServer, firstNumber: number): Promise<Measurement> {
  const serving = { ...servingKeyPair(server.dataDir), ca: server.target.ca };
  await using bare = await BareServer.start(serving, {});
  const name = `create, ${manyClients} clients`;
  const shared = { protocol: "h2", clients: manyClients, template, status: 201 } as const;
  const compared = await compareRates(
    context,
    { ...shared, target: server.target },
    { ...shared, target: bare.target },
    name,
    firstNumber,
  );
  return measurementOf(compared, {
    name,
    unit: "creates/s",
    raw: { name: "bare POSTs, parsed and stringified", study: study.postH2 },
    minRatio: 0.3,
  });
}
