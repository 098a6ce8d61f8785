/** Evictions, bindings and other writes of Pods through their subresources, and writes of autoscalers in several versions. */
import type { Random } from "../../src/base/random.ts";
import { patchTypes } from "../patch-types.ts";
import { isOnceIn, oneOf } from "../random-choices.ts";
import type { ComparedServer, Json, Scenario, Suite } from "../suite.ts";

/** Writes that affect a second object or a second version. */
export const podWrites: Suite = {
  name: "pod-writes",
  covers: "evictions with and without budgets, bindings, tokens, and autoscalers that are written in several versions",
  usesNamespaces: true,
  standardCount: 60,
  *scenarios(random: Random): Iterable<Scenario> {
    for (let count = 1; ; count++) {
      const evictions = Array.from({ length: 6 }, () => randomEviction(random));
      const budget = randomBudget(random);
      yield { title: `evictions ${count}`, run: (server) => evict(server, budget, evictions) };
      const bindings = Array.from({ length: 5 }, () => randomBinding(random));
      yield { title: `bindings ${count}`, run: (server) => bind(server, bindings) };
      const writes = Array.from({ length: 10 }, () => randomScalerWrite(random));
      yield { title: `autoscalers ${count}`, run: (server) => writeScaler(server, writes) };
    }
  },
};

interface Request {
  readonly target: string;
  readonly method: string;
  readonly type?: string;
  readonly body?: Json;
}

const labels = { app: "it" };

function podOf(name: string): Json {
  return { metadata: { name, labels }, spec: { containers: [{ name: "c", image: "i" }] } };
}

interface Budget {
  readonly spec: Json;
  readonly status: Json;
}

function randomBudget(random: Random): Budget | undefined {
  if (isOnceIn(random, 5)) return undefined;
  const bound = oneOf(random, [{ minAvailable: 1 }, { maxUnavailable: "50%" }, { maxUnavailable: 0 }]);
  const policy = oneOf(random, [
    {},
    { unhealthyPodEvictionPolicy: "AlwaysAllow" },
    { unhealthyPodEvictionPolicy: "IfHealthyBudget" },
  ]);
  const disruptionsAllowed = oneOf(random, [0, 1, 2]);
  const status = {
    disruptionsAllowed,
    currentHealthy: 2,
    desiredHealthy: oneOf(random, [0, 1, 2]),
    expectedPods: 2,
    observedGeneration: oneOf(random, [1, 1, 1, 0]),
  };
  return { spec: { selector: { matchLabels: labels }, ...bound, ...policy }, status };
}

function randomEviction(random: Random): Request {
  const name = oneOf(random, ["a", "b", "c", "missing"]);
  const deleteOptions = oneOf<Json>(random, [
    undefined,
    undefined,
    { dryRun: ["All"] },
    { gracePeriodSeconds: 0 },
    { gracePeriodSeconds: 10 },
    { preconditions: { uid: "other" } },
    { propagationPolicy: "Orphan" },
  ]);
  const apiVersion = oneOf(random, ["policy/v1", "policy/v1", "policy/v1beta1"]);
  const query = isOnceIn(random, 6) ? "?dryRun=All" : "";
  const metadata = isOnceIn(random, 8) ? { name: "other" } : { name };
  const body = { apiVersion, kind: "Eviction", metadata, ...(deleteOptions ? { deleteOptions } : {}) };
  return { target: `/pods/${name}/eviction${query}`, method: "POST", body };
}

async function evict(server: ComparedServer, budget: Budget | undefined, evictions: readonly Request[]): Promise<void> {
  const core = `/api/v1/namespaces/${server.namespace}`;
  const budgets = `/apis/policy/v1/namespaces/${server.namespace}/poddisruptionbudgets`;
  if (budget) {
    await server.send(budgets, { body: { metadata: { name: "it" }, spec: budget.spec } });
    const headers = { "content-type": patchTypes.merge };
    await server.send(`${budgets}/it/status`, { method: "PATCH", headers, body: { status: budget.status } });
  }
  for (const name of ["a", "b", "c"]) await server.send(`${core}/pods`, { body: podOf(name) });
  await bindAndReady(server, `${core}/pods/a`, "True");
  await bindAndReady(server, `${core}/pods/b`, "False");
  for (const { target, method, body } of evictions) {
    await server.send(core + target, { method, body });
    if (budget) await server.send(`${budgets}/it`);
    for (const name of ["a", "b", "c"]) await server.send(`${core}/pods/${name}`);
  }
}

/** Assigns the Pod to a Node and sets its status, as a scheduler and a node agent do. */
async function bindAndReady(server: ComparedServer, path: string, status: "True" | "False"): Promise<void> {
  const name = path.split("/").at(-1) ?? "";
  const target = { kind: "Node", name: "node-1" };
  await server.send(`${path}/binding`, { body: { metadata: { name }, target } });
  const lastTransitionTime = "2025-01-01T00:00:00Z";
  const conditions = [{ type: "Ready", status, lastTransitionTime }];
  const headers = { "content-type": patchTypes.merge };
  await server.send(`${path}/status`, { method: "PATCH", headers, body: { status: { phase: "Running", conditions } } });
}

function randomBinding(random: Random): Request {
  const name = oneOf(random, ["a", "b", "missing"]);
  const target = oneOf<Json>(random, [
    { kind: "Node", name: "node-1" },
    { kind: "Node", name: "node-2", uid: "u" },
    { kind: "Pod", name: "node-1" },
    { name: "node-3" },
    { kind: "Node" },
    {},
  ]);
  const metadata: Json = { name: isOnceIn(random, 8) ? "other" : name };
  if (isOnceIn(random, 3)) metadata.annotations = { bound: "yes" };
  if (isOnceIn(random, 4)) metadata.labels = { bound: "yes" };
  if (isOnceIn(random, 6)) metadata.uid = "other";
  const query = isOnceIn(random, 5) ? "?dryRun=All" : isOnceIn(random, 3) ? "?fieldManager=scheduler" : "";
  const path = isOnceIn(random, 3) ? `/bindings${query}` : `/pods/${name}/binding${query}`;
  return { target: path, method: "POST", body: { apiVersion: "v1", kind: "Binding", metadata, target } };
}

async function bind(server: ComparedServer, bindings: readonly Request[]): Promise<void> {
  const core = `/api/v1/namespaces/${server.namespace}`;
  for (const name of ["a", "b"]) await server.send(`${core}/pods`, { body: podOf(name) });
  await server.send(`${core}/serviceaccounts`, { body: { metadata: { name: "it" } } });
  for (const { target, method, body } of bindings) {
    await server.send(core + target, { method, body });
    for (const name of ["a", "b"]) await server.send(`${core}/pods/${name}`);
  }
}

const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "it" };
const byPods = {
  type: "Pods",
  pods: { metric: { name: "hits" }, target: { type: "AverageValue", averageValue: "5" } },
};
const byCpu = { type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization: 60 } } };

function randomScalerWrite(random: Random): Request {
  const version = oneOf(random, ["v1", "v2"]);
  const apiVersion = `autoscaling/${version}`;
  const spec: Json = { scaleTargetRef, maxReplicas: oneOf(random, [3, 5]) };
  if (isOnceIn(random, 2)) spec.minReplicas = oneOf(random, [1, 2]);
  if (version === "v1" && isOnceIn(random, 2)) spec.targetCPUUtilizationPercentage = oneOf(random, [50, 70]);
  if (version === "v2" && isOnceIn(random, 2)) spec.metrics = oneOf(random, [[byPods], [byCpu], [byCpu, byPods], []]);
  if (version === "v2" && isOnceIn(random, 3)) spec.behavior = { scaleDown: { stabilizationWindowSeconds: 60 } };
  const manager = oneOf(random, ["one", "two"]);
  const part = isOnceIn(random, 6) ? "/status" : "";
  const target = `/apis/${apiVersion}/namespaces/NS/horizontalpodautoscalers`;
  const whole = { apiVersion, kind: "HorizontalPodAutoscaler", metadata: { name: "it" }, spec };
  const form = random.below(6);
  const status = { currentReplicas: oneOf(random, [1, 2]), desiredReplicas: 2 };
  const patch =
    part === "" ? { spec: oneOf<Json>(random, [spec, { maxReplicas: 9 }, { minReplicas: null }]) } : { status };
  if (form === 0) return { target, method: "POST", body: whole };
  if (form === 1) return { target: `${target}/it${part}?fieldManager=${manager}`, method: "PUT", body: whole };
  if (form < 4) {
    const force = isOnceIn(random, 2) ? "&force=true" : "";
    const path = `${target}/it?fieldManager=${manager}${force}`;
    return { target: path, method: "PATCH", type: patchTypes.apply, body: whole };
  }
  const type = oneOf(random, [patchTypes.merge, patchTypes.strategic]);
  return { target: `${target}/it${part}?fieldManager=${manager}`, method: "PATCH", type, body: patch };
}

async function writeScaler(server: ComparedServer, writes: readonly Request[]): Promise<void> {
  const inNamespace = (target: string): string => target.replace("NS", server.namespace);
  for (const { target, method, type = "application/json", body } of writes) {
    await server.send(inNamespace(target), { method, headers: { "content-type": type }, body });
    for (const version of ["v1", "v2"]) {
      await server.send(inNamespace(`/apis/autoscaling/${version}/namespaces/NS/horizontalpodautoscalers/it`));
    }
  }
}
