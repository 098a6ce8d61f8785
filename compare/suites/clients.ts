/** Sequences of requests that well-known clients send: elections, releases, informers, drains and connections. */
import { ecRequest } from "../../src/kinds/certificates/testing/certificates.ts";
import { patchTypes } from "../patch-types.ts";
import type { Answer, ComparedServer, Scenario, Suite } from "../suite.ts";
import { connectionScenarios } from "./connections.ts";

const mergePatch = { "content-type": patchTypes.merge };
const strategicPatch = { "content-type": patchTypes.strategic };

/** Requests of kubectl, Helm and the client libraries of controllers. */
export const clients: Suite = {
  name: "clients",
  covers: "sequences that kubectl, Helm and controllers send: elections, releases, informers, drains, connections",
  usesNamespaces: true,
  standardCount: Infinity,
  *scenarios(): Iterable<Scenario> {
    yield { title: "an election by a Lease", run: electLeader };
    yield { title: "releases that Helm stores", run: storeReleases };
    yield { title: "an informer that lists chunks and then watches", run: inform };
    yield { title: "an apply by kubectl on the client's side", run: applyOnClient };
    yield { title: "a drain that evicts Pods", run: drain };
    yield { title: "an approval of a certificate", run: approve };
    yield { title: "deletions of objects of the system", run: deleteSystemObjects };
    for (const type of ["ClusterIP", "ExternalName", "NodePort"]) {
      for (const way of removals) {
        const title = `Endpoints after ${way.title} of a Service of type ${type}`;
        yield { title, run: (server) => removeService(server, type, way) };
      }
    }
    yield* connectionScenarios();
  },
};

async function electLeader(server: ComparedServer): Promise<void> {
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${server.namespace}/leases`;
  const path = `${leases}/leader`;
  const at = (second: number): string => `2025-01-01T00:00:0${second}.123456Z`;
  const spec = (holderIdentity: string, second: number): object => {
    return { holderIdentity, leaseDurationSeconds: 15, acquireTime: at(0), renewTime: at(second), leaseTransitions: 0 };
  };
  const put = (body: object): Promise<Answer> => server.send(path, { method: "PUT", body });
  await server.send(path);
  const metadata = { name: "leader" };
  const { json: first } = await server.send(leases, { body: { metadata, spec: spec("a", 0) } });
  await server.send(leases, { body: { metadata, spec: spec("b", 0) } });
  const { json: renewed } = await put({ ...first, spec: spec("a", 1) });
  await put({ ...first, spec: spec("b", 2) });
  await put({ ...renewed, spec: { ...spec("b", 3), leaseTransitions: 1 } });
  await put({ metadata, spec: { holderIdentity: "", leaseDurationSeconds: 1 } });
  await put({ metadata, spec: { leaseDurationSeconds: 0, leaseTransitions: -1, strategy: "X" } });
  const { resourceVersion } = first.metadata;
  await server.send(path, { method: "DELETE", body: { preconditions: { resourceVersion } } });
  await server.send(path, { method: "DELETE" });
  await put({ ...renewed, spec: spec("a", 4) });
}

async function storeReleases(server: ComparedServer): Promise<void> {
  const secrets = `/api/v1/namespaces/${server.namespace}/secrets`;
  const release = (version: number, status: string): object => ({
    metadata: {
      name: `sh.helm.release.v1.web.v${version}`,
      creationTimestamp: null,
      labels: { name: "web", owner: "helm", status, version: String(version) },
    },
    data: { release: Buffer.from(`release ${version}`).toString("base64") },
    type: "helm.sh/release.v1",
  });
  const path = (version: number): string => `${secrets}/sh.helm.release.v1.web.v${version}`;
  const headers = { "user-agent": "Helm/3.16.1", accept: "application/json, */*" };
  const send = (target: string, method: string, body?: object): Promise<Answer> =>
    server.send(target, { method, headers, ...(body ? { body } : {}) });
  await send(`${secrets}?labelSelector=name%3Dweb%2Cowner%3Dhelm`, "GET");
  await send(secrets, "POST", release(1, "pending-install"));
  await send(path(1), "GET");
  await send(path(1), "PUT", release(1, "deployed"));
  await send(secrets, "POST", release(1, "pending-install"));
  await send(secrets, "POST", release(2, "pending-upgrade"));
  await send(`${secrets}?labelSelector=name%3Dweb%2Cowner%3Dhelm%2Cstatus%3Ddeployed`, "GET");
  await send(path(1), "PUT", release(1, "superseded"));
  await send(path(2), "PUT", { ...release(2, "deployed"), type: "Opaque" });
  await send(`${secrets}?fieldSelector=type%3Dhelm.sh%2Frelease.v1`, "GET");
  await send(path(1), "DELETE", { kind: "DeleteOptions", apiVersion: "v1" });
  await send(path(9), "PUT", release(9, "deployed"));
  await send(`${secrets}?labelSelector=owner%3Dhelm`, "DELETE");
}

async function inform(server: ComparedServer): Promise<void> {
  const maps = `/api/v1/namespaces/${server.namespace}/configmaps`;
  for (const name of ["a", "b", "c"]) {
    await server.prepare(maps, { body: { metadata: { name, labels: { app: "web" } }, data: { name } } });
  }
  const selector = "labelSelector=app%3Dweb";
  const { json: chunk } = await server.send(`${maps}?${selector}&limit=2`);
  const rest = encodeURIComponent(chunk.metadata.continue);
  const { json: listed } = await server.send(`${maps}?${selector}&limit=2&continue=${rest}`);
  const from = `resourceVersion=${listed.metadata.resourceVersion}`;
  const watch = await server.watch(`${maps}?${selector}&watch=true&${from}&timeoutSeconds=400`);
  await server.send(maps, { body: { metadata: { name: "d", labels: { app: "web" } } } });
  await server.send(`${maps}/a`, { method: "PATCH", headers: mergePatch, body: { data: { more: "1" } } });
  await server.send(`${maps}/b`, { method: "PATCH", headers: mergePatch, body: { metadata: { labels: null } } });
  await server.send(`${maps}/c`, { method: "DELETE" });
  await watch.upTo(4);
  await watch.close();
}

async function applyOnClient(server: ComparedServer): Promise<void> {
  const deployments = `/apis/apps/v1/namespaces/${server.namespace}/deployments`;
  const query = "?fieldManager=kubectl-client-side-apply&fieldValidation=Strict";
  const labels = { app: "web" };
  const template = { metadata: { labels }, spec: { containers: [{ name: "main", image: "web:1" }] } };
  const lastApplied = "kubectl.kubernetes.io/last-applied-configuration";
  const object = { metadata: { name: "web", annotations: { [lastApplied]: "{}\n" } } };
  await server.send(`${deployments}/web`);
  await server.send(deployments + query, {
    body: { ...object, spec: { selector: { matchLabels: labels }, template } },
  });
  const order = { "$setElementOrder/containers": [{ name: "main" }, { name: "side" }] };
  const containers = [
    { name: "main", image: "web:2" },
    { name: "side", image: "side:1", $patch: "merge" },
  ];
  const patch = { metadata: object.metadata, spec: { template: { spec: { ...order, containers } } } };
  for (let times = 0; times < 2; times++) {
    await server.send(`${deployments}/web${query}`, { method: "PATCH", headers: strategicPatch, body: patch });
  }
  const removal = { spec: { template: { spec: { containers: [{ name: "side", $patch: "delete" }] } } } };
  await server.send(`${deployments}/web${query}`, { method: "PATCH", headers: strategicPatch, body: removal });
  const accept = "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json";
  await server.send(`${deployments}?labelSelector=app%3Dweb`, { headers: { accept } });
  await server.send(`${deployments}/web`, { method: "DELETE", body: { propagationPolicy: "Background" } });
}

async function drain(server: ComparedServer): Promise<void> {
  const node = server.name("node");
  const core = `/api/v1/namespaces/${server.namespace}`;
  const budgets = `/apis/policy/v1/namespaces/${server.namespace}/poddisruptionbudgets`;
  await server.send("/api/v1/nodes", { body: { metadata: { name: node } } });
  for (const name of ["a", "b"]) {
    const spec = { nodeName: node, containers: [{ name: "main", image: "web:1" }] };
    await server.send(`${core}/pods`, { body: { metadata: { name, labels: { app: "web" } }, spec } });
    const status = { phase: "Running", conditions: [{ type: "Ready", status: "True" }] };
    await server.send(`${core}/pods/${name}/status`, { method: "PATCH", headers: mergePatch, body: { status } });
  }
  await server.send(budgets, {
    body: { metadata: { name: "web" }, spec: { minAvailable: 1, selector: { matchLabels: { app: "web" } } } },
  });
  const status = {
    observedGeneration: 1,
    disruptionsAllowed: 1,
    currentHealthy: 2,
    desiredHealthy: 1,
    expectedPods: 2,
  };
  await server.send(`${budgets}/web/status`, { method: "PATCH", headers: mergePatch, body: { status } });
  await server.send(`/api/v1/nodes/${node}`, {
    method: "PATCH",
    headers: strategicPatch,
    body: { spec: { unschedulable: true } },
  });
  await server.send(`${core}/pods?fieldSelector=spec.nodeName%3D${node}&limit=500`);
  for (const name of ["a", "b", "none"]) {
    const body = { kind: "Eviction", apiVersion: "policy/v1", metadata: { name } };
    await server.send(`${core}/pods/${name}/eviction`, { body });
  }
  await server.send(`${budgets}/web`);
  for (const name of ["a", "b"]) {
    await server.send(`${core}/pods/${name}?gracePeriodSeconds=0`, { method: "DELETE" });
  }
  await server.send(`/api/v1/nodes/${node}`, { method: "DELETE" });
}

async function approve(server: ComparedServer): Promise<void> {
  const requests = "/apis/certificates.k8s.io/v1/certificatesigningrequests";
  const name = server.name("request");
  const request = Buffer.from(ecRequest).toString("base64");
  const spec = { request, signerName: "example.com/signer", usages: ["client auth"] };
  const { json: created } = await server.send(requests, { body: { metadata: { name }, spec } });
  const approval = (type: string): object => {
    return { type, status: "True", reason: "KubectlApprove", message: "approved", lastUpdateTime: null };
  };
  const put = (conditions: readonly object[]): Promise<Answer> =>
    server.send(`${requests}/${name}/approval`, { method: "PUT", body: { ...created, status: { conditions } } });
  const approved = await put([approval("Approved")]);
  await put([approval("Denied")]);
  const { metadata } = approved.json;
  const both = { conditions: [...(approved.json.status?.conditions ?? []), approval("Denied")] };
  await server.send(`${requests}/${name}/approval`, {
    method: "PUT",
    body: { ...approved.json, metadata, status: both },
  });
  await server.send(`${requests}/${name}`, { method: "DELETE" });
}

async function deleteSystemObjects(server: ComparedServer): Promise<void> {
  for (const name of ["default", "kube-system", "kube-public"]) {
    await server.send(`/api/v1/namespaces/${name}`, { method: "DELETE" });
  }
  for (const name of ["system-node-critical", "system-cluster-critical"]) {
    const path = `/apis/scheduling.k8s.io/v1/priorityclasses/${name}`;
    await server.send(path, { method: "DELETE" });
    await server.send(path, { method: "DELETE", body: { preconditions: { uid: "another" } } });
  }
}

/** A way in which a Service is removed. */
interface Removal {
  readonly title: string;
  run(server: ComparedServer, services: string): Promise<void>;
}

const removals: readonly Removal[] = [
  {
    title: "a deletion",
    run: async (server, services) => {
      await server.send(`${services}/web?dryRun=All`, { method: "DELETE" });
      await server.send(`${services.replace(/services$/, "endpoints")}/web`);
      await server.send(`${services}/web`, { method: "DELETE" });
    },
  },
  {
    title: "a deletion of the collection",
    run: async (server, services) => void (await server.send(services, { method: "DELETE" })),
  },
  {
    title: "the last finalizer's removal",
    run: async (server, services) => {
      const finalizers = (value: unknown): object => ({ metadata: { finalizers: value } });
      const headers = mergePatch;
      await server.send(`${services}/web`, { method: "PATCH", headers, body: finalizers(["example.com/a"]) });
      await server.send(`${services}/web`, { method: "DELETE" });
      await server.send(`${services.replace(/services$/, "endpoints")}/web`);
      await server.send(`${services}/web`, { method: "PATCH", headers, body: finalizers(null) });
    },
  },
];

async function removeService(server: ComparedServer, type: string, way: Removal): Promise<void> {
  const core = `/api/v1/namespaces/${server.namespace}`;
  const external = { type, externalName: "a.example" };
  const spec = type === "ExternalName" ? external : { type, ports: [{ port: 80 }] };
  await server.send(`${core}/services`, { body: { metadata: { name: "web" }, spec } });
  for (const name of ["web", "other"]) await server.send(`${core}/endpoints`, { body: { metadata: { name } } });
  await way.run(server, `${core}/services`);
  await server.send(`${core}/endpoints`);
}
