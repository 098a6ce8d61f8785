/** Records the costs of single requests of the components, and the sizes of their objects. */
import type { OrchServer } from "../../orch-server.ts";
import type { CpuCost, ObjectName, ObjectSize, RequestCost, RequestName } from "../costs.ts";
import type { HollowClient } from "../hollow-client.ts";
import {
  bindingRequest,
  eventObject,
  eventsPath,
  getRequest,
  type HollowObject,
  leaseObject,
  leasesPath,
  microTime,
  nodeName,
  nodeObject,
  nodeStatusPatch,
  patchRequest,
  podObject,
  podStatusPatch,
  podsPath,
  protobufHeaders,
  serviceObject,
  servicesPath,
  settingsObject,
  sliceObject,
  slicesPath,
  timeOf,
  versionIn,
  writeRequest,
} from "../hollow-objects.ts";
import { connectAll, costOf, repeat, repeatRuns, requestCost, runs, timesPer } from "./measure.ts";

/** Nodes, Leases and Pods of the filled server. */
export const filledCount = 1000;
/** Endpoints of a simulated EndpointSlice. */
export const endpointsPerSlice = 15;
/** Connections that send the requests. Few of them can share a turn of the event loop, as with many nodes. */
const connectionCount = 16;
const requestCount = 1200;
const podCount = requestCount * (runs + 1);
const json = { "content-type": "application/json" };

/** Name of a Pod of the filled server. */
export function podName(index: number): string {
  return `web-6d4b75cb6d-${String(index % podCount).padStart(5, "0")}`;
}

async function create(client: HollowClient, path: string, object: HollowObject): Promise<void> {
  await client.request({ method: "POST", path, headers: json, body: JSON.stringify(object) });
}

/** Creates the namespaces, nodes, Leases, Services and EndpointSlices. */
export async function fillCluster({ target }: OrchServer): Promise<void> {
  const clients = await connectAll(target, connectionCount);
  const [first] = clients;
  if (!first) return;
  for (const name of ["load", "kube-node-lease"]) await createNamespace(first, name);
  await repeat(clients, { first: 0, count: filledCount }, async (client, index) => {
    const name = `web-${String(index).padStart(4, "0")}`;
    await create(client, "/api/v1/nodes", nodeObject(index));
    await create(client, leasesPath, leaseObject(index, microTime(0)));
    await create(client, servicesPath, serviceObject(name));
    await create(client, slicesPath, sliceObject(name, endpointsPerSlice, 0));
  });
  await create(first, "/api/v1/namespaces/load/configmaps", settingsObject("web-settings"));
  await create(first, podsPath, podObject("watched"));
  for (const client of clients) client[Symbol.dispose]();
}

/** Creates the Pods that the costs of lists need. @returns their number */
export async function createPods({ target }: OrchServer): Promise<number> {
  const clients = await connectAll(target, connectionCount);
  await repeat(clients, { first: 0, count: podCount }, (client, index) =>
    client.request(writeRequest("POST", podsPath, podObject(podName(index)))),
  );
  for (const client of clients) client[Symbol.dispose]();
  return podCount;
}

/** Creates a namespace unless the server has created it already. */
export async function createNamespace(client: HollowClient, name: string): Promise<void> {
  try {
    await create(client, "/api/v1/namespaces", { apiVersion: "v1", kind: "Namespace", metadata: { name } });
  } catch (error) {
    // The server creates some namespaces itself.
    if (!String(error).includes("AlreadyExists")) throw error;
  }
}

/** Renews Leases as kubelets do: each update has the version that the previous response has returned. */
export class LeaseRenewals {
  readonly #versions = new Map<number, string>();

  /** Renews the Lease of a node. Only one renewal of a node may run at a time. */
  async renew(client: HollowClient, number: number): Promise<void> {
    const node = number % filledCount;
    const version = this.#versions.get(node) ?? (await this.#read(client, node));
    const object = leaseObject(node, microTime(number), version);
    const { body } = await client.request(writeRequest("PUT", `${leasesPath}/${nodeName(node)}`, object));
    this.#versions.set(node, versionIn(body));
  }

  async #read(client: HollowClient, node: number): Promise<string> {
    return versionIn((await client.request(getRequest(`${leasesPath}/${nodeName(node)}`))).body);
  }
}

type Operation = (client: HollowClient, number: number) => Promise<unknown>;

/** The operations in the order in which a cluster runs them, because later ones need the objects of earlier ones. */
function operations(): readonly (readonly [RequestName, Operation])[] {
  const leases = new LeaseRenewals();
  const node = (number: number): string => nodeName(number % filledCount);
  const podPath = (number: number): string => `${podsPath}/${podName(number)}`;
  const deletePod = (number: number, body: object): Parameters<HollowClient["request"]>[0] => ({
    method: "DELETE",
    path: podPath(number),
    headers: { ...protobufHeaders, ...json },
    body: JSON.stringify(body),
  });
  return [
    ["leaseUpdate", (client, number) => leases.renew(client, number)],
    [
      "nodeStatusPatch",
      (client, number) =>
        client.request(patchRequest(`/api/v1/nodes/${node(number)}/status`, nodeStatusPatch(timeOf(number)))),
    ],
    ["podCreate", (client, number) => client.request(writeRequest("POST", podsPath, podObject(podName(number))))],
    ["podBind", (client, number) => client.request(bindingRequest(podName(number), node(number)))],
    [
      "podStatusPatch",
      (client, number) =>
        client.request(patchRequest(`${podPath(number)}/status`, podStatusPatch(number, timeOf(number)))),
    ],
    [
      "eventCreate",
      (client, number) =>
        client.request(
          writeRequest("POST", eventsPath, eventObject(`${podName(number)}.e`, podName(number), microTime(number))),
        ),
    ],
    [
      "sliceUpdate",
      (client, number) => {
        const name = `web-${String(number % filledCount).padStart(4, "0")}`;
        return client.request(
          writeRequest("PUT", `${slicesPath}/${name}`, sliceObject(name, endpointsPerSlice, number + 1)),
        );
      },
    ],
    ["podGet", (client, number) => client.request(getRequest(podPath(number)))],
    ["configMapGet", (client) => client.request(getRequest("/api/v1/namespaces/load/configmaps/web-settings"))],
    ["nodeGet", (client, number) => client.request(getRequest(`/api/v1/nodes/${node(number)}`))],
    ["podDeleteGraceful", (client, number) => client.request(deletePod(number, { gracePeriodSeconds: 30 }))],
    ["podDeleteFinal", (client, number) => client.request(deletePod(number, { gracePeriodSeconds: 0 }))],
  ];
}

/** Renewals per second in the measurement at a slow pace. */
const pacedPerSecond = 50;
const pacedCount = 150;

/** Measures renewals that come one at a time, each on another connection. */
export async function recordPacedRenewals({ pid, target }: OrchServer): Promise<CpuCost> {
  const clients = await connectAll(target, connectionCount);
  const leases = new LeaseRenewals();
  let number = 0;
  const renewAll = async (): Promise<void> => {
    const startMs = performance.now();
    for (let sent = 0; sent < pacedCount; sent++) {
      const waitMs = startMs + (sent * 1000) / pacedPerSecond - performance.now();
      if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs));
      await leases.renew(clients[number % clients.length] as HollowClient, number++);
    }
  };
  await repeat(clients, { first: 0, count: filledCount }, (client, node) => leases.renew(client, node));
  const cost = costOf(await repeatRuns(() => timesPer(pid, pacedCount, renewAll)));
  for (const client of clients) client[Symbol.dispose]();
  return cost;
}

/** Sizes and costs of requests. */
export interface RequestResults {
  readonly sizes: Readonly<Record<ObjectName, ObjectSize>>;
  readonly requests: Readonly<Record<RequestName, RequestCost>>;
}

/** Records the costs of all requests on a filled server. */
export async function recordRequests(server: OrchServer, progress: (text: string) => void): Promise<RequestResults> {
  const clients = await connectAll(server.target, connectionCount);
  const requests: Partial<Record<RequestName, RequestCost>> = {};
  let sizes: Partial<Record<ObjectName, ObjectSize>> = {};
  for (const [name, operation] of operations()) {
    progress(`request ${name}`);
    if (name === "podDeleteGraceful") sizes = await sizesOf(clients[0] as HollowClient);
    requests[name] = await requestCost({ pid: server.pid, clients, count: requestCount, operation });
  }
  for (const client of clients) client[Symbol.dispose]();
  return { sizes, requests } as RequestResults;
}

async function sizesOf(client: HollowClient): Promise<Record<ObjectName, ObjectSize>> {
  const paths: Record<ObjectName, string> = {
    lease: `${leasesPath}/${nodeName(1)}`,
    node: `/api/v1/nodes/${nodeName(1)}`,
    pod: `${podsPath}/${podName(1)}`,
    slice: `${slicesPath}/web-0001`,
    service: `${servicesPath}/web-0001`,
    event: `${eventsPath}/${podName(1)}.e`,
    configMap: "/api/v1/namespaces/load/configmaps/web-settings",
  };
  const sizes: Partial<Record<ObjectName, ObjectSize>> = {};
  for (const [name, path] of Object.entries(paths)) {
    const jsonBytes = (await client.request({ method: "GET", path })).body.length;
    const protobufBytes = (await client.request(getRequest(path))).body.length;
    sizes[name as ObjectName] = { jsonBytes, protobufBytes };
  }
  return sizes as Record<ObjectName, ObjectSize>;
}
