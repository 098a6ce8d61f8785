/** Requests for objects of a custom type with the fields of a Deployment, compared with the same requests for Deployments. */
import type { FigureContext, Measurement } from "../../figure.ts";
import type { RequestTemplate } from "../../load/connection.ts";
import { createNumberedObjects, createRequest, sendNumberedRequests, sendRequest } from "../../objects.ts";
import { type OrchServer, startOrch } from "../../orch-server.ts";
import { bytesWhenSilent, cpuMicrosOf, openWatches, waitForBytes, watcherCount } from "../deliveries.ts";
import { type ComparedRates, compareRates, measurementOf, type RateDescription, type RequestLoad } from "../rates.ts";
import { builtInCollection, createDeploymentType, customCollection, storedDeployment } from "./deployment-type.ts";

/** Share of the rate of a built-in kind that is to be reached. */
const minRatio = 0.9;
const clients = 16;
const listClients = 4;
const listedCount = 2000;
const appliedCount = 100;
const raw = { name: "the same requests for Deployments" };
const applyHeaders = { "content-type": "application/apply-patch+yaml" };

/** One of the two types that are compared. */
interface Side {
  readonly collection: string;
  /** Returns the object. */
  readonly object: (name: string, annotations?: Record<string, string>) => object;
}

type Sides = { readonly custom: Side; readonly builtIn: Side };

/** Measures create, get, list, watch and apply. */
export async function measureObjectRates(context: FigureContext): Promise<Measurement[]> {
  await using server = await startOrch();
  await createDeploymentType(server);
  const { spec } = await storedDeployment(server);
  const objectOf =
    (apiVersion: string, kind: string): Side["object"] =>
    (name, annotations = {}) => ({ apiVersion, kind, metadata: { name, annotations }, spec });
  const sides: Sides = {
    custom: { collection: customCollection, object: objectOf("bench.example.com/v1", "CustomDeployment") },
    builtIn: { collection: builtInCollection, object: objectOf("apps/v1", "Deployment") },
  };
  return [
    ...(await measureLists(context, server, sides)),
    ...(await measureGets(context, server, sides)),
    await measureWatch(context, server, sides),
    ...(await measureApplies(context, server, sides)),
    ...(await measureCreates(context, server, sides)),
  ];
}

interface Comparison extends Omit<RateDescription, "raw" | "minRatio"> {
  readonly clients: number;
  readonly status: number;
  readonly templateOf: (side: Side) => RequestTemplate;
  readonly firstNumber?: number;
}

/** Compares the rates and the processor times of one request. */
async function compareSides(
  context: FigureContext,
  { target, pid }: OrchServer,
  { custom, builtIn }: Sides,
  { name, unit, templateOf, clients, status, firstNumber = 0 }: Comparison,
): Promise<Measurement[]> {
  const loadOf = (side: Side): RequestLoad => ({
    target,
    protocol: "h2",
    clients,
    status,
    serverPids: [pid],
    template: templateOf(side),
  });
  const compared = await compareRates(context, loadOf(custom), loadOf(builtIn), name, firstNumber);
  return [measurementOf(compared, { name, unit, raw, minRatio }), processorTimeOf(name, compared)];
}

/** Returns the processor time of the server per request, which other programs on the machine affect less than the rate. */
export function processorTimeOf(name: string, { ours, raw: others }: ComparedRates, rawName = raw.name): Measurement {
  const microsOf = ({ serverCpuSeconds, answers }: (typeof ours)[number]): number => (serverCpuSeconds / answers) * 1e6;
  return {
    name: `${name}: processor time of the server`,
    unit: "us",
    better: "less",
    values: ours.map(microsOf),
    raw: { name: rawName, values: others.map(microsOf) },
  };
}

async function measureCreates(context: FigureContext, server: OrchServer, sides: Sides): Promise<Measurement[]> {
  return await compareSides(context, server, sides, {
    name: `custom object of 3 KB: create, ${clients} clients`,
    unit: "creates/s",
    clients,
    status: 201,
    templateOf: ({ collection, object }) => createRequest(collection, object("c-########")),
  });
}

async function measureLists(context: FigureContext, server: OrchServer, sides: Sides): Promise<Measurement[]> {
  for (const { collection, object } of [sides.custom, sides.builtIn]) {
    await createNumberedObjects(context, server.target, createRequest(collection, object("l-####")), listedCount);
  }
  return await compareSides(context, server, sides, {
    name: `custom objects of 3 KB: list of ${listedCount.toLocaleString("en-US")}, ${listClients} clients`,
    unit: "lists/s",
    clients: listClients,
    status: 200,
    templateOf: ({ collection }) => ({ method: "GET", path: collection, headers: {} }),
  });
}

async function measureGets(context: FigureContext, server: OrchServer, sides: Sides): Promise<Measurement[]> {
  return await compareSides(context, server, sides, {
    name: `custom object of 3 KB: get, ${clients} clients`,
    unit: "requests/s",
    clients,
    status: 200,
    templateOf: ({ collection }) => ({ method: "GET", path: `${collection}/l-0007`, headers: {} }),
  });
}

/** Measures applies that change one field. */
async function measureApplies(context: FigureContext, server: OrchServer, sides: Sides): Promise<Measurement[]> {
  const templateOf = ({ collection, object }: Side, turn: string): RequestTemplate => ({
    method: "PATCH",
    path: `${collection}/a-##?fieldManager=owner`,
    headers: applyHeaders,
    body: JSON.stringify(object("a-##", { turn })),
  });
  for (const side of [sides.custom, sides.builtIn]) {
    const template = templateOf(side, "");
    await sendNumberedRequests(context, { target: server.target, template, count: appliedCount, status: 201, clients });
  }
  return await compareSides(context, server, sides, {
    name: `custom object of 3 KB: apply that changes one field, ${clients} clients`,
    unit: "writes/s",
    clients,
    status: 200,
    firstNumber: appliedCount,
    templateOf: (side) => templateOf(side, "########"),
  });
}

const audience = { protocol: "h2", connections: 10, streams: 10 } as const;
const eventCount = 300;

/** Measures the processor time of an update and of its deliveries to 100 watchers. */
async function measureWatch(context: FigureContext, server: OrchServer, sides: Sides): Promise<Measurement> {
  const name = `custom object of 3 KB: delivery to ${watcherCount(audience)} watchers, with the write`;
  const microsPerDelivery = async (side: Side): Promise<number> => await measureDeliveries(context, server, side);
  for (const side of [sides.custom, sides.builtIn]) await microsPerDelivery(side);
  const values: number[] = [];
  const rawValues: number[] = [];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`${name}: run ${run} of ${context.runs}`);
    rawValues.push(await microsPerDelivery(sides.builtIn));
    values.push(await microsPerDelivery(sides.custom));
  }
  return {
    name,
    unit: "us/delivery",
    better: "less",
    values,
    raw: { name: "the same for Deployments", values: rawValues },
    goal: { of: "ratio", bound: 1 / minRatio },
  };
}

let changes = 0;

async function measureDeliveries(context: FigureContext, server: OrchServer, { collection }: Side): Promise<number> {
  const { target } = server;
  const { body } = await sendRequest(target, { method: "GET", path: `${collection}?limit=1`, headers: {} });
  const { resourceVersion } = (JSON.parse(body.toString("utf8")) as { metadata: { resourceVersion: string } }).metadata;
  await using listening = await openWatches(
    context,
    audience,
    target,
    `${collection}?watch=1&resourceVersion=${resourceVersion}`,
  );
  const change = async (): Promise<void> => {
    const annotations = { turn: String(changes++).padStart(8, "0") };
    const template = {
      method: "PATCH",
      path: `${collection}/l-0009`,
      headers: { "content-type": "application/merge-patch+json" },
      body: JSON.stringify({ metadata: { annotations } }),
    };
    await sendRequest(target, template);
  };
  await change();
  const firstBytes = await bytesWhenSilent(listening);
  const cost = await cpuMicrosOf(server, async () => {
    for (let event = 1; event <= eventCount; event++) {
      await change();
      // Revisions only get longer, so no later event is shorter than the first.
      await waitForBytes(listening, firstBytes * (event + 1));
    }
  });
  return cost / (eventCount * watcherCount(audience));
}
