/** The figures of single requests, writes and lists. */
import type { Figure, FigureContext, Goal, Measurement } from "../figure.ts";
import type { RequestTemplate } from "../load/connection.ts";
import type { RequestsReport } from "../load/job.ts";
import { configMap, createNumberedObjects, createRequest, deployment, jsonHeaders, sendRequest } from "../objects.ts";
import { busyMachine } from "./busy-machine.ts";
import { compareRequests, type RateUnit } from "./requests.ts";
import { type ServerPair, withServers } from "./servers.ts";
import { watch } from "./watch.ts";
import { watchMemory } from "./watch-memory.ts";

const configMaps = "/api/v1/namespaces/default/configmaps";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const threeTimes: Goal = { of: "ratio", bound: 3 };
const fiveTimes: Goal = { of: "ratio", bound: 5 };

const get: Figure = {
  name: "get",
  title: "GET of 2 KB by 16 clients",
  measure: (context) =>
    withServers(context, async (servers) => {
      await fill(context, servers, createRequest(configMaps, configMap("m-##", 2048)), 1);
      const template = { method: "GET", path: `${configMaps}/m-00`, headers: {} };
      const load = { name: "get 2 KB, 16 clients", clients: 16, template, status: 200, goal: threeTimes };
      return (await compareRequests(context, servers, load)).measurements;
    }),
};

const create: Figure = {
  name: "create",
  title: "durable creates of 1 KB by 1, 16 and 256 clients",
  measure: (context) =>
    withServers(context, async (servers) => {
      const template = createRequest(configMaps, configMap("m-########", 1024));
      const measurements: Measurement[] = [];
      let firstNumber = 0;
      for (const clients of [1, 16, 256]) {
        const name = `create 1 KB, ${clients} client${clients === 1 ? "" : "s"}`;
        const load = { name, clients, template, status: 201, goal: threeTimes, firstNumber, countsRejections: true };
        const compared = await compareRequests(context, servers, load);
        measurements.push(...compared.measurements);
        firstNumber = compared.nextNumber;
      }
      return measurements;
    }),
};

const objectCount = 1000;

/** Each request changes its object, because the counter is part of the body. */
const changes: readonly { readonly name: string; readonly template: RequestTemplate }[] = [
  {
    name: "update of a ConfigMap of 1 KB, 16 clients",
    template: {
      method: "PUT",
      path: `${configMaps}/m-###`,
      headers: jsonHeaders,
      body: JSON.stringify({ ...configMap("m-###", 1000), data: { text: "x".repeat(750), turn: "########" } }),
    },
  },
  {
    name: "merge patch of a ConfigMap of 1 KB, 16 clients",
    template: {
      method: "PATCH",
      path: `${configMaps}/m-###`,
      headers: { "content-type": "application/merge-patch+json" },
      body: `{"data":{"turn":"########"}}`,
    },
  },
  {
    name: "update of a Deployment of 3 KB, 16 clients",
    template: {
      method: "PUT",
      path: `${deployments}/d-###`,
      headers: jsonHeaders,
      body: JSON.stringify(deployment("d-###", { turn: "########" })),
    },
  },
];

const update: Figure = {
  name: "update",
  title: "updates and merge patches by 16 clients",
  measure: (context) =>
    withServers(context, async (servers) => {
      await fill(context, servers, createRequest(configMaps, configMap("m-###", 1024)), objectCount);
      await fill(context, servers, createRequest(deployments, deployment("d-###")), objectCount);
      const measurements: Measurement[] = [];
      for (const change of changes) {
        const load = { ...change, clients: 16, status: 200, goal: threeTimes };
        measurements.push(...(await compareRequests(context, servers, load)).measurements);
      }
      return measurements;
    }),
};

const megabytes: RateUnit = {
  unit: "MB/s",
  perSecond: ({ bodyBytes, seconds }: RequestsReport) => bodyBytes / seconds / 1e6,
};
const listedCount = 10_000;

const list: Figure = {
  name: "list",
  title: "lists of 10,000 objects of 2 KB by 4 clients",
  measure: (context) =>
    withServers(context, async (servers) => {
      await fill(context, servers, createRequest(configMaps, configMap("m-######", 2048)), listedCount);
      const template = { method: "GET", path: configMaps, headers: {} };
      const load = { name: "list 10,000 x 2 KB, 4 clients", clients: 4, template, status: 200, goal: fiveTimes };
      return (await compareRequests(context, servers, { ...load, rate: megabytes })).measurements;
    }),
};

/** All figures, in the order of the table. */
export const referenceFigures: readonly Figure[] = [get, create, update, list, watch, watchMemory, busyMachine];

async function fill(
  context: FigureContext,
  { orch, reference }: ServerPair,
  template: RequestTemplate,
  count: number,
): Promise<void> {
  for (const { target } of [reference, orch]) {
    context.progress(`filling the store with ${count} objects`);
    if (count === 1) await sendRequest(target, { ...template, body: (template.body ?? "").replaceAll(/#/g, "0") });
    else await createNumberedObjects(context, target, template, count);
  }
}
