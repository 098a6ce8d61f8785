/** Writes that quotas count or reject. The servers run without controllers, so each scenario writes the status of its quotas. */
import { setTimeout } from "node:timers/promises";
import type { Answer, ComparedServer, Scenario, Suite } from "../suite.ts";

/** Sends writes in namespaces with quotas. */
export const quotas: Suite = {
  name: "quotas",
  covers: "objects that quotas count, amounts of Pods, Services and claims, scopes, and the status of quotas",
  usesNamespaces: true,
  standardCount: Number.POSITIVE_INFINITY,
  *scenarios(): Iterable<Scenario> {
    yield { title: "numbers of objects", run: objectCounts };
    yield { title: "numbers of custom objects", run: customObjects };
    yield { title: "amounts of Pods", run: podAmounts };
    yield { title: "amounts that Pods must specify", run: mandatoryAmounts };
    yield { title: "Pods that do not count", run: uncountedPods };
    yield { title: "Services and their ports", run: services };
    yield { title: "volume claims and their classes", run: claims };
    for (const scope of scopeCases) yield { title: `Pods in the scope ${scope.title}`, run: scopedPods(scope) };
    yield { title: "several quotas", run: severalQuotas };
    yield { title: "quotas with an incomplete status", run: incompleteStatus };
    yield { title: "dry runs", run: dryRuns };
    yield { title: "quotas of quotas", run: quotasOfQuotas };
  },
};

type Amounts = Readonly<Record<string, string>>;

const merge = { "content-type": "application/merge-patch+json" };

/** How long the reference's plugin may need to see a quota. */
const visibilityMs = 700;

class QuotaWorld {
  readonly #server: ComparedServer;
  readonly path: string;

  constructor(server: ComparedServer) {
    this.#server = server;
    this.path = `/api/v1/namespaces/${server.namespace}`;
  }

  /** Creates a quota whose limits are in effect, with nothing used unless the test says it. */
  async create(
    name: string,
    hard: Amounts,
    { used, ...spec }: { readonly used?: Amounts } & Record<string, unknown> = {},
  ): Promise<void> {
    const { path } = this;
    await this.#server.prepare(`${path}/resourcequotas`, { body: { metadata: { name }, spec: { hard, ...spec } } });
    const nothing = Object.fromEntries(Object.keys(hard).map((one) => [one, "0"]));
    await this.#server.prepare(`${path}/resourcequotas/${name}/status`, {
      method: "PATCH",
      headers: merge,
      body: { status: { hard, used: used ?? nothing } },
    });
    await setTimeout(visibilityMs);
  }

  /** Compares the quota. */
  async read(name: string): Promise<void> {
    await this.#server.send(`${this.path}/resourcequotas/${name}`);
  }

  async post(plural: string, body: object): Promise<Answer> {
    return await this.#server.send(`${this.path}/${plural}`, { body });
  }

  async patch(target: string, body: object): Promise<Answer> {
    return await this.#server.send(`${this.path}/${target}`, { method: "PATCH", headers: merge, body });
  }
}

function container(name: string, requests?: Amounts, limits?: Amounts): object {
  return { name, image: "i", resources: { ...(requests ? { requests } : {}), ...(limits ? { limits } : {}) } };
}

function pod(name: string, spec: object): object {
  return { metadata: { name }, spec: { containers: [container("c")], ...spec } };
}

async function objectCounts(server: ComparedServer): Promise<void> {
  const world = new QuotaWorld(server);
  const hard = {
    configmaps: "3",
    "count/configmaps": "2",
    secrets: "1",
    "count/deployments.apps": "1",
    "count/events": "0",
    "count/roles.rbac.authorization.k8s.io": "0",
    replicationcontrollers: "0",
  };
  await world.create("counts", hard);
  for (const name of ["a", "b", "b", "c"]) await world.post("configmaps", { metadata: { name } });
  await world.post("configmaps", { metadata: { generateName: "d-" } });
  for (const name of ["a", "b"]) await world.post("secrets", { metadata: { name } });
  await world.patch("configmaps/a", { data: { a: "b" } });
  const template = { metadata: { labels: { a: "b" } }, spec: { containers: [container("c")] } };
  const spec = { selector: { matchLabels: { a: "b" } }, template };
  const apps = `/apis/apps/v1/namespaces/${server.namespace}/deployments`;
  for (const name of ["a", "b"]) await server.send(apps, { body: { metadata: { name }, spec } });
  const rbac = `/apis/rbac.authorization.k8s.io/v1/namespaces/${server.namespace}/roles`;
  await server.send(rbac, { body: { metadata: { name: "a" }, rules: [] } });
  await world.post("replicationcontrollers", { metadata: { name: "a" }, spec: { selector: { a: "b" }, template } });
  const involvedObject = { kind: "Pod", name: "a", namespace: server.namespace };
  await world.post("events", { metadata: { name: "e" }, involvedObject });
  await world.post("configmaps", { metadata: { name: "INVALID" } });
  await world.read("counts");
}

async function customObjects(server: ComparedServer): Promise<void> {
  const world = new QuotaWorld(server);
  const group = `${server.name("quotas")}.example.com`;
  const schema = { openAPIV3Schema: { type: "object", "x-kubernetes-preserve-unknown-fields": true } };
  await server.prepare("/apis/apiextensions.k8s.io/v1/customresourcedefinitions", {
    body: {
      metadata: { name: `widgets.${group}` },
      spec: {
        group,
        names: { plural: "widgets", kind: "Widget" },
        scope: "Namespaced",
        versions: [{ name: "v1", served: true, storage: true, schema }],
      },
    },
  });
  const widgets = `/apis/${group}/v1/namespaces/${server.namespace}/widgets`;
  await server.until(widgets, ({ status }) => status === 200);
  const widget = (name: string): object => ({ apiVersion: `${group}/v1`, kind: "Widget", metadata: { name } });
  await world.create("custom", { [`count/widgets.${group}`]: "1" });
  // The order of keys in custom objects is another suite's concern.
  await server.prepare(widgets, { body: widget("a") });
  await server.send(widgets, { body: widget("b") });
  await world.read("custom");
  await server.prepare(`/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.${group}`, {
    method: "DELETE",
  });
}

async function podAmounts(server: ComparedServer): Promise<void> {
  const world = new QuotaWorld(server);
  const hard = {
    cpu: "4",
    "requests.cpu": "3",
    "limits.cpu": "6",
    memory: "4Gi",
    "requests.memory": "3Gi",
    "limits.memory": "6Gi",
    "ephemeral-storage": "10Gi",
    "requests.ephemeral-storage": "9Gi",
    "limits.ephemeral-storage": "12Gi",
    pods: "10",
    "count/pods": "9",
    "hugepages-2Mi": "8Mi",
    "requests.hugepages-2Mi": "6Mi",
    "requests.example.com/gpu": "2",
  };
  await world.create("amounts", hard);
  const full = (cpu: string, memory: string, more: Amounts = {}): object =>
    container("c", { cpu, memory, ...more }, { cpu, memory, ...more });
  await world.post("pods", pod("plain", { containers: [full("500m", "0.5Gi")] }));
  await world.post("pods", pod("storage", { containers: [full("100m", "1Mi", { "ephemeral-storage": "1G" })] }));
  await world.post("pods", pod("pages", { containers: [full("100m", "1Mi", { "hugepages-2Mi": "4Mi" })] }));
  await world.post("pods", pod("more-pages", { containers: [full("100m", "1Mi", { "hugepages-2Mi": "4Mi" })] }));
  await world.post("pods", pod("devices", { containers: [full("100m", "1Mi", { "example.com/gpu": "2" })] }));
  await world.post("pods", pod("more-devices", { containers: [full("100m", "1Mi", { "example.com/gpu": "1" })] }));
  await world.post("pods", pod("other", { containers: [full("100m", "1Mi", { "example.com/other": "1" })] }));
  const second = container("d", { cpu: "1", memory: "1" }, { cpu: "2", memory: "1" });
  const init = { ...container("i", { cpu: "1500m", memory: "1" }, { cpu: "1500m", memory: "2" }) };
  const sidecar = {
    ...container("s", { cpu: "100m", memory: "1" }, { cpu: "100m", memory: "1" }),
    restartPolicy: "Always",
  };
  await world.post("pods", pod("init", { initContainers: [sidecar, init], containers: [second] }));
  await world.post("pods", pod("large", { containers: [full("3", "5Gi")] }));
  await world.read("amounts");
}

async function mandatoryAmounts(server: ComparedServer): Promise<void> {
  const world = new QuotaWorld(server);
  await world.create("mandatory", { cpu: "4", "limits.memory": "1Gi", "requests.ephemeral-storage": "1Gi", pods: "5" });
  const some = [container("b"), container("a", { cpu: "1" }), container("d", {}, { memory: "1Mi" })];
  await world.post("pods", pod("none", {}));
  await world.post("pods", pod("some", { containers: some, initContainers: [container("i")] }));
  await world.post("pods", pod("all", { containers: [container("c", { cpu: "0" }, { memory: "1Mi" })] }));
  await world.read("mandatory");
}

async function uncountedPods(server: ComparedServer): Promise<void> {
  const world = new QuotaWorld(server);
  await world.create("pods", { pods: "2", "count/pods": "3" });
  await world.post("pods", pod("a", {}));
  await world.patch("pods/a/status", { status: { phase: "Succeeded" } });
  await world.patch("pods/a", { metadata: { labels: { a: "b" } } });
  await world.post("pods/a/binding", { metadata: { name: "a" }, target: { kind: "Node", name: "n" } });
  const containers = [{ name: "debug", image: "i" }];
  await world.patch("pods/a/ephemeralcontainers", { spec: { ephemeralContainers: containers } });
  await world.post("pods", { ...pod("b", {}), status: { phase: "Failed" } });
  await world.post("pods", pod("c", {}));
  await world.read("pods");
}

async function services(server: ComparedServer): Promise<void> {
  const world = new QuotaWorld(server);
  const hard = { services: "4", "count/services": "9", "services.nodeports": "3", "services.loadbalancers": "1" };
  await world.create("services", hard);
  const ports = (...names: readonly string[]): object[] => names.map((name, index) => ({ name, port: 80 + index }));
  await world.post("services", { metadata: { name: "plain" }, spec: { ports: ports("a", "b") } });
  await world.post("services", { metadata: { name: "nodes" }, spec: { type: "NodePort", ports: ports("a", "b") } });
  await world.patch("services/nodes", { spec: { ports: ports("a", "b", "c") } });
  await world.patch("services/nodes", { spec: { ports: ports("a", "b", "c", "d") } });
  await world.patch("services/nodes", { spec: { type: "ClusterIP", ports: ports("a") } });
  await world.patch("services/plain", { spec: { type: "LoadBalancer" } });
  const balancer = { type: "LoadBalancer", allocateLoadBalancerNodePorts: false, ports: ports("a") };
  await world.post("services", { metadata: { name: "balancer" }, spec: balancer });
  await world.post("services", { metadata: { name: "second" }, spec: balancer });
  await world.patch("services/balancer/status", { status: { loadBalancer: { ingress: [{ ip: "192.0.2.1" }] } } });
  await world.post("services", { metadata: { name: "name" }, spec: { type: "ExternalName", externalName: "a.b" } });
  await world.post("services", { metadata: { name: "last" }, spec: { ports: ports("a") } });
  await world.read("services");
}

async function claims(server: ComparedServer): Promise<void> {
  const world = new QuotaWorld(server);
  const gold = server.name("gold");
  const body = { metadata: { name: gold }, provisioner: "example.com/p", allowVolumeExpansion: true };
  await server.prepare("/apis/storage.k8s.io/v1/storageclasses", { body });
  const hard = {
    persistentvolumeclaims: "4",
    "count/persistentvolumeclaims": "9",
    "requests.storage": "5Gi",
    [`${gold}.storageclass.storage.k8s.io/requests.storage`]: "3Gi",
    [`${gold}.storageclass.storage.k8s.io/persistentvolumeclaims`]: "2",
  };
  await world.create("claims", hard);
  const claim = (name: string, storage: string, spec: object = {}, metadata: object = {}): object => ({
    metadata: { name, ...metadata },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage } }, ...spec },
  });
  const ofClass = { storageClassName: gold };
  await world.post("persistentvolumeclaims", claim("a", "1.5Gi", ofClass));
  await world.post("persistentvolumeclaims", claim("b", "2Gi", ofClass));
  await world.post("persistentvolumeclaims", claim("c", "100m"));
  const annotations = { "volume.beta.kubernetes.io/storage-class": gold };
  await world.post("persistentvolumeclaims", claim("d", "1Gi", { storageClassName: "" }, { annotations }));
  await world.post("persistentvolumeclaims", claim("e", "1", ofClass));
  await world.patch("persistentvolumeclaims/a/status", {
    status: { phase: "Bound", capacity: { storage: "1.5Gi" }, accessModes: ["ReadWriteOnce"] },
  });
  await world.patch("persistentvolumeclaims/a", { spec: { volumeName: "v" } });
  const grow = async (storage: string): Promise<void> => {
    await world.patch("persistentvolumeclaims/a", { spec: { resources: { requests: { storage } } } });
  };
  await grow("1792Mi");
  await grow("4Gi");
  await world.patch("persistentvolumeclaims/a/status", { status: { allocatedResources: { storage: "9Gi" } } });
  await world.patch("persistentvolumeclaims/a", { metadata: { labels: { a: "b" } } });
  await world.post("persistentvolumeclaims", claim("f", "10Gi"));
  await world.read("claims");
  await server.prepare(`/apis/storage.k8s.io/v1/storageclasses/${gold}`, { method: "DELETE" });
}

interface ScopeCase {
  readonly title: string;
  readonly spec: object;
}

const selected = (...matchExpressions: readonly object[]): object => ({ scopeSelector: { matchExpressions } });
const ofClass = (operator: string, ...values: readonly string[]): object => ({
  scopeName: "PriorityClass",
  operator,
  values,
});

const scopeCases: readonly ScopeCase[] = [
  { title: "Terminating", spec: { scopes: ["Terminating"] } },
  { title: "NotTerminating", spec: { scopes: ["NotTerminating"] } },
  { title: "BestEffort", spec: { scopes: ["BestEffort"] } },
  { title: "NotBestEffort", spec: { scopes: ["NotBestEffort"] } },
  { title: "Terminating and BestEffort", spec: { scopes: ["Terminating", "BestEffort"] } },
  { title: "PriorityClass", spec: { scopes: ["PriorityClass"] } },
  { title: "CrossNamespacePodAffinity", spec: { scopes: ["CrossNamespacePodAffinity"] } },
  { title: "of some classes", spec: selected(ofClass("In", "high", "low")) },
  { title: "of other classes", spec: selected(ofClass("NotIn", "high")) },
  { title: "of any class", spec: selected(ofClass("Exists")) },
  { title: "of no class", spec: selected(ofClass("DoesNotExist")) },
  { title: "of an impossible class", spec: selected(ofClass("In", "high_", "a".repeat(64))) },
  {
    title: "of classes and BestEffort",
    spec: {
      scopes: ["BestEffort"],
      ...selected(ofClass("In", "high"), { scopeName: "NotTerminating", operator: "Exists" }),
    },
  },
];

function affinity(part: string, term: object, isPreferred = false): object {
  const rule = { topologyKey: "zone", labelSelector: { matchLabels: { a: "b" } }, ...term };
  return isPreferred
    ? {
        affinity: {
          [part]: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, podAffinityTerm: rule }] },
        },
      }
    : { affinity: { [part]: { requiredDuringSchedulingIgnoredDuringExecution: [rule] } } };
}

/** Sends Pods of all sorts to a namespace whose quota allows none in the scopes. */
function scopedPods({ spec }: ScopeCase): Scenario["run"] {
  return async (server) => {
    const world = new QuotaWorld(server);
    await world.create("scoped", { pods: "0" }, { ...spec });
    const small = [container("c", { cpu: "1m" })];
    await world.post("pods", pod("best-effort", {}));
    await world.post("pods", pod("burstable", { containers: small }));
    await world.post("pods", pod("terminating", { activeDeadlineSeconds: 5 }));
    await world.post("pods", pod("terminating-burstable", { activeDeadlineSeconds: 5, containers: small }));
    await world.post("pods", pod("high", { priorityClassName: "high" }));
    await world.post("pods", pod("low", { priorityClassName: "low", containers: small }));
    await world.post("pods", pod("near", affinity("podAffinity", {})));
    await world.post("pods", pod("near-others", affinity("podAffinity", { namespaces: ["other"] })));
    await world.post("pods", pod("near-all", affinity("podAntiAffinity", { namespaceSelector: {} }, true)));
    await world.post("configmaps", { metadata: { name: "a" } });
    await world.read("scoped");
  };
}

async function severalQuotas(server: ComparedServer): Promise<void> {
  const world = new QuotaWorld(server);
  await world.create("maps", { configmaps: "2" });
  await world.create("more", { configmaps: "1", pods: "1" });
  await world.create("ends", { pods: "1" }, { scopes: ["Terminating"] });
  for (const name of ["a", "b"]) await world.post("configmaps", { metadata: { name } });
  await world.post("pods", pod("a", { activeDeadlineSeconds: 5 }));
  for (const name of ["maps", "more", "ends"]) await world.read(name);
}

async function incompleteStatus(server: ComparedServer): Promise<void> {
  const world = new QuotaWorld(server);
  const hard = { configmaps: "1", pods: "1", "requests.cpu": "1", "limits.cpu": "1" };
  await world.create("unknown", hard, { used: { "requests.cpu": "0" } });
  await world.post("configmaps", { metadata: { name: "a" } });
  const resources = [container("c", { cpu: "1" }, { cpu: "1" })];
  await world.post("pods", pod("a", { containers: resources }));
  await world.post("pods", pod("b", {}));
  await world.post("secrets", { metadata: { name: "a" } });
  await world.read("unknown");
  const path = `/api/v1/namespaces/${server.namespace}/resourcequotas`;
  await server.send(path, { body: { metadata: { name: "none" }, spec: { hard: { secrets: "0" } } } });
  await setTimeout(visibilityMs);
  await world.post("secrets", { metadata: { name: "b" } });
}

async function dryRuns(server: ComparedServer): Promise<void> {
  const world = new QuotaWorld(server);
  await world.create("dry", { configmaps: "1", services: "0" });
  for (const name of ["a", "b"]) await world.post("configmaps?dryRun=All", { metadata: { name } });
  await world.read("dry");
  await world.post("services?dryRun=All", { metadata: { name: "a" }, spec: { ports: [{ port: 80 }] } });
  await world.post("configmaps", { metadata: { name: "a" } });
  await world.post("configmaps?dryRun=All", { metadata: { name: "b" } });
  await world.read("dry");
}

async function quotasOfQuotas(server: ComparedServer): Promise<void> {
  const world = new QuotaWorld(server);
  await world.create("first", { resourcequotas: "1" });
  const more = (name: string): object => ({ metadata: { name }, spec: { hard: { pods: "1" } } });
  for (const name of ["second", "third"]) await world.post("resourcequotas", more(name));
  await world.patch("resourcequotas/second/status", { status: { hard: { pods: "1" }, used: { pods: "0" } } });
  await world.read("first");
}
