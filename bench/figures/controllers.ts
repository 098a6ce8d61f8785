/**
 * Speed and cost of the controllers of `orch up`. Measures the deletion of a namespace with 10,000 objects of 20 kinds,
 * and of a tree of 10,000 owners and dependents. Both are compared with 10,000 deletions by 16 clients. Also measures
 * idle controllers, and compares the memory with a server without controllers.
 */
import { setTimeout as pause } from "node:timers/promises";
import type { Figure, FigureContext, Measurement } from "../figure.ts";
import { createNumberedObjects, createRequest, jsonHeaders, sendNumberedRequests, sendRequest } from "../objects.ts";
import { type OrchServer, startOrch } from "../orch-server.ts";
import { cpuMs, memoryOf } from "../process.ts";
import { namespacedKinds } from "./namespaced-kinds.ts";
import { createOwnerTree, type OwnerTree } from "./owner-tree.ts";

const objectCount = 10_000;
const perKind = objectCount / namespacedKinds.length;
const clients = 16;
const policies = ["Background", "Foreground", "Orphan"] as const;
/** Longest wait for the controllers. The figure fails after it. */
const timeoutMs = 120_000;
const idleMs = 20_000;
const startWorkMs = 10_000;

/** Measures namespaces, owner trees, and idle controllers. */
export const controllers: Figure = {
  name: "controllers",
  title: "deletion of namespaces and of owner trees by the controllers, and idle controllers",
  async measure(context) {
    return [...(await measureNamespaces(context)), ...(await measureTrees(context)), ...(await measureIdle(context))];
  },
};

async function measureNamespaces(context: FigureContext): Promise<Measurement[]> {
  const values: number[] = [];
  const raw: number[] = [];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`deleting a namespace with ${objectCount} objects: run ${run} of ${context.runs}`);
    await using server = await startOrch({ command: "up" });
    for (const name of ["together", "alone"]) await fillNamespace(context, server, name);
    raw.push(await ratePerSecond(() => deleteOneByOne(context, server, "alone")));
    values.push(
      await ratePerSecond(async () => {
        await sendOrFail(server, "DELETE", "/api/v1/namespaces/together");
        await waitUntilDeleted(server, "/api/v1/namespaces/together");
      }),
    );
  }
  return [
    {
      name: `namespace with ${objectCount} objects deleted`,
      unit: "objects/s",
      better: "more",
      values,
      raw: { name: `${clients} clients that delete them`, values: raw },
      goal: { of: "ratio", bound: 0.5 },
    },
  ];
}

async function fillNamespace(context: FigureContext, server: OrchServer, namespace: string): Promise<void> {
  await sendOrFail(server, "POST", "/api/v1/namespaces", { metadata: { name: namespace } });
  for (const { path, body } of namespacedKinds) {
    await createNumberedObjects(
      context,
      server.target,
      createRequest(path.replace("NAMESPACE", namespace), body),
      perKind,
    );
  }
}

async function deleteOneByOne(context: FigureContext, { target }: OrchServer, namespace: string): Promise<void> {
  for (const { path } of namespacedKinds) {
    const template = {
      method: "DELETE",
      path: `${path.replace("NAMESPACE", namespace)}/o-######`,
      headers: jsonHeaders,
    };
    await sendNumberedRequests(context, { target, template, count: perKind, status: 200, clients });
  }
}

async function measureTrees(context: FigureContext): Promise<Measurement[]> {
  const rates = new Map<string, number[]>();
  const requests = new Map<string, number[]>();
  const raw: number[] = [];
  const addValue = (valuesByPolicy: Map<string, number[]>, name: string, value: number): void => {
    valuesByPolicy.set(name, [...(valuesByPolicy.get(name) ?? []), value]);
  };
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`deleting trees of ${objectCount} owners and dependents: run ${run} of ${context.runs}`);
    for (const policy of policies) {
      await using server = await startOrch({ command: "up" });
      const tree = await createOwnerTree(context, server, objectCount);
      const before = await requestCount(server);
      addValue(rates, policy, await ratePerSecond(() => deleteTree(server, tree, policy)));
      addValue(requests, policy, ((await requestCount(server)) - before) / objectCount);
    }
    raw.push(await rateOfDeletions(context));
  }
  return policies.flatMap((policy): Measurement[] => [
    {
      name: `owner tree of ${objectCount} deleted, ${policy}`,
      unit: "objects/s",
      better: "more",
      values: rates.get(policy) ?? [],
      raw: { name: `${clients} clients that delete them`, values: raw },
      goal: { of: "ratio", bound: 0.5 },
    },
    {
      name: `requests per object of the tree, ${policy}`,
      unit: "requests",
      better: "less",
      values: requests.get(policy) ?? [],
      goal: { of: "value", bound: 3 },
    },
  ]);
}

/** Resolves when the whole tree has been deleted. With policy Orphan, resolves when the root has been deleted. */
async function deleteTree(server: OrchServer, tree: OwnerTree, policy: (typeof policies)[number]): Promise<void> {
  await sendOrFail(server, "DELETE", tree.rootPath, { propagationPolicy: policy });
  if (policy === "Orphan") return await waitUntilDeleted(server, tree.rootPath);
  await waitUntil(async () => {
    const { remainingItemCount = 0, items } = await listOne(server, tree.collection);
    return items + remainingItemCount === 0;
  });
}

/** Returns the rate at which 16 clients delete the same number of objects without owners. */
async function rateOfDeletions(context: FigureContext): Promise<number> {
  await using server = await startOrch({ command: "up" });
  const collection = "/api/v1/namespaces/default/secrets";
  await createNumberedObjects(
    context,
    server.target,
    createRequest(collection, { metadata: { name: "o-######" } }),
    objectCount,
  );
  const template = { method: "DELETE", path: `${collection}/o-######`, headers: jsonHeaders };
  const { target } = server;
  return await ratePerSecond(() =>
    sendNumberedRequests(context, { target, template, count: objectCount, status: 200, clients }),
  );
}

async function measureIdle(context: FigureContext): Promise<Measurement[]> {
  const [shares, bytes]: [number[], number[]] = [[], []];
  for (let run = 1; run <= context.runs; run++) {
    context.progress(`idle controllers: run ${run} of ${context.runs}`);
    const [up, alone] = [await measureIdleServer("up"), await measureIdleServer("apiserver")];
    shares.push(up.coreShare * 100);
    bytes.push((up.residentBytes - alone.residentBytes) / 1e6);
  }
  return [
    {
      name: "idle processor time of orch up with its controllers",
      unit: "% of a core",
      better: "less",
      values: shares,
      goal: { of: "value", bound: 1 },
    },
    {
      name: "memory that the controllers add",
      unit: "MB",
      better: "less",
      values: bytes,
      goal: { of: "value", bound: 20 },
    },
  ];
}

async function measureIdleServer(command: "up" | "apiserver"): Promise<{ coreShare: number; residentBytes: number }> {
  await using server = await startOrch({ command });
  await pause(startWorkMs);
  const before = cpuMs(server.pid);
  await pause(idleMs);
  return { coreShare: (cpuMs(server.pid) - before) / idleMs, residentBytes: memoryOf(server.pid).residentBytes };
}

async function ratePerSecond(work: () => Promise<void>): Promise<number> {
  const startMs = performance.now();
  await work();
  return (objectCount / (performance.now() - startMs)) * 1000;
}

async function sendOrFail({ target }: OrchServer, method: string, path: string, body?: object): Promise<void> {
  const { status, body: answer } = await sendRequest(target, {
    method,
    path,
    headers: jsonHeaders,
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  if (status >= 300) throw new Error(`${method} ${path} returned status ${status}: ${answer.toString("utf8")}`);
}

async function waitUntilDeleted({ target }: OrchServer, path: string): Promise<void> {
  await waitUntil(async () => (await sendRequest(target, { method: "GET", path, headers: {} })).status === 404);
}

async function listOne(
  { target }: OrchServer,
  collection: string,
): Promise<{ items: number; remainingItemCount?: number }> {
  const { status, body } = await sendRequest(target, { method: "GET", path: `${collection}?limit=1`, headers: {} });
  const text = body.toString("utf8");
  if (status !== 200) throw new Error(`a list returned status ${status}, not 200: ${text}`);
  const { items, metadata } = JSON.parse(text);
  return { items: items.length, ...metadata };
}

async function waitUntil(isDone: () => Promise<boolean>): Promise<void> {
  const startMs = performance.now();
  while (!(await isDone())) {
    if (performance.now() - startMs > timeoutMs)
      throw new Error(`the controllers have not finished within ${timeoutMs} ms`);
    await pause(5);
  }
}

/** Returns the number of requests that the server has answered, without watches and creates. */
async function requestCount({ target }: OrchServer): Promise<number> {
  const { body } = await sendRequest(target, { method: "GET", path: "/metrics", headers: {} });
  const lines = body.toString("utf8").split("\n");
  const counted = lines.filter((line) => /^apiserver_request_total\{.*verb="(GET|LIST|PATCH|PUT|DELETE)"/.test(line));
  if (counted.length === 0) throw new Error("/metrics does not have apiserver_request_total with these verbs");
  return counted.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}
