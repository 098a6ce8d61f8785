import { isDeepStrictEqual } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestEngine, StoreClock } from "../../../test/support/test-store.ts";
import { silentLogger } from "../../base/logger.ts";
import { seededRandom } from "../../base/random.ts";
import type { ApiObject } from "../../meta/object-meta.ts";
import type { Engine } from "../../storage/index.ts";
import { loadAdmission } from "../admission/load-admission.ts";
import { loadAuthentication } from "../authentication/load-authentication.ts";
import { loadAuthorization } from "../authorization/load-authorization.ts";
import type { Cluster } from "../cluster/cluster.ts";
import { composeCluster } from "../cluster/compose-cluster.ts";
import { serverConfig } from "../config/server-config.ts";
import { type InProcessRequest, requestInProcess } from "../in-process/in-process-client.ts";
import { createPki } from "../pki/make-pki.ts";
import { authenticationTrust, combinedData } from "./authentication-trust.ts";
import type { ServerIdentity } from "./identity-lease.ts";

interface Stored extends ApiObject {
  readonly data?: Record<string, string>;
  readonly spec?: Record<string, unknown>;
  readonly status?: { readonly conditions?: readonly Record<string, string>[] };
}

const clock = new StoreClock();
const flowControl = "/apis/flowcontrol.apiserver.k8s.io/v1";
const trustConfigMap = "/api/v1/namespaces/kube-system/configmaps/extension-apiserver-authentication";
const leases = "/apis/coordination.k8s.io/v1/namespaces/kube-system/leases";
const identity: ServerIdentity = { hostName: "host-a", processId: "one" };
const pki = await createPki({ vocabulary: "kubernetes", hostName: "host-a", clock });
const trust = authenticationTrust({ userPems: [pki.ca.certificate], proxyPems: [] }, undefined, pki);

let engine: Engine;
let cluster: Cluster;

async function startCluster(process: ServerIdentity = identity): Promise<Cluster> {
  const config = serverConfig("apiserver", ["--vocabulary=kubernetes"], { cwd: "/" });
  const bootstrap = { trust: () => trust, identity: process };
  const services = { engine, clock, random: seededRandom(1), logger: silentLogger, checkLog: () => undefined };
  const authentication = await loadAuthentication(config.authentication, { clock, vocabulary: "kubernetes" });
  const authorization = await loadAuthorization(config.authorization, {
    clock,
    vocabulary: "kubernetes",
    logger: silentLogger,
  });
  const admission = await loadAdmission(config.admission, "kubernetes");
  const started = composeCluster({ ...config, authentication, authorization, admission, ...services, bootstrap });
  await started.start();
  return started;
}

beforeEach(async () => {
  engine = await openTestEngine("kubernetes");
  cluster = await startCluster();
});

afterEach(async () => {
  await cluster[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
});

async function ask(path: string, request: InProcessRequest = {}): Promise<Stored & { items?: Stored[] }> {
  return await (await requestInProcess(cluster, path, request)).json();
}

async function change(path: string, patch: object): Promise<void> {
  const headers = { "content-type": "application/merge-patch+json", "user-agent": "test" };
  const { status } = await requestInProcess(cluster, path, { method: "PATCH", headers, body: patch });
  expect(status).toBe(200);
}

async function remove(path: string): Promise<void> {
  expect((await requestInProcess(cluster, path, { method: "DELETE" })).status).toBe(200);
}

async function namesOf(path: string): Promise<string[]> {
  return ((await ask(path)).items ?? []).map(({ metadata }) => metadata.name ?? "");
}

/** Moves time until the condition holds. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  for (let seconds = 0; seconds < 120; seconds++) {
    if (await condition()) return;
    await clock.advance(1000);
  }
  throw new Error("the condition does not come true within two minutes");
}

test("a deleted ConfigMap with client CA certificates is restored at once", async () => {
  const { data } = await ask(trustConfigMap);
  const isRestored = async (): Promise<boolean> => isDeepStrictEqual((await ask(trustConfigMap)).data, data);
  const restored = async (): Promise<void> => {
    for (let tries = 0; !(await isRestored()) && tries < 100; tries++) await new Promise(setImmediate);
    expect((await ask(trustConfigMap)).data).toEqual(data);
  };
  await remove(trustConfigMap);
  await restored();
  await change(trustConfigMap, { data: { "requestheader-allowed-names": null } });
  await restored();
});

test("deleted system namespaces are created again within a minute", async () => {
  const path = "/api/v1/namespaces/kube-node-lease";
  const { metadata } = await ask(path);
  await remove(path);
  const body = { metadata: { name: "kube-node-lease" }, spec: {} };
  expect((await requestInProcess(cluster, `${path}/finalize`, { method: "PUT", body })).status).toBe(200);
  expect(await namesOf("/api/v1/namespaces")).toEqual(["default", "kube-public", "kube-system"]);
  await clock.advance(60_000);
  expect((await ask(path)).metadata.uid).toMatch(/^[0-9a-f-]{36}$/);
  expect((await ask(path)).metadata.uid).not.toBe(metadata.uid);
});

test("the API server's Service is created again within ten seconds, and keeps changes while the server runs", async () => {
  const path = "/api/v1/namespaces/default/services/kubernetes";
  const ports = [{ name: "https", port: 443, protocol: "TCP", targetPort: 9 }];
  await change(path, { spec: { ports } });
  await clock.advance(10_000);
  expect((await ask(path)).spec).toMatchObject({ ports });
  await remove(path);
  await clock.advance(10_000);
  expect(await ask(path)).toMatchObject({
    metadata: { labels: { component: "apiserver", provider: "kubernetes" } },
    spec: { clusterIP: "10.96.0.1", ports: [{ name: "https", port: 443, protocol: "TCP" }] },
  });
});

test("a new cluster has the same namespaces, Service and field managers as the reference", async () => {
  expect(await namesOf("/api/v1/namespaces")).toEqual(["default", "kube-node-lease", "kube-public", "kube-system"]);
  const namespace = await ask("/api/v1/namespaces/default");
  expect(namespace.metadata.managedFields).toMatchObject([
    {
      manager: "kube-apiserver",
      operation: "Update",
      fieldsV1: { "f:metadata": { "f:labels": { ".": {}, "f:kubernetes.io/metadata.name": {} } } },
    },
  ]);
  const service = await ask("/api/v1/namespaces/default/services/kubernetes");
  expect(service.metadata.managedFields).toMatchObject([
    { manager: "kube-apiserver", fieldsV1: { "f:spec": { "f:clusterIP": {}, "f:ipFamilyPolicy": {} } } },
  ]);
});

test("a new cluster has the system's PriorityClasses", async () => {
  const { items = [] } = await ask("/apis/scheduling.k8s.io/v1/priorityclasses");
  expect(items).toMatchObject([
    {
      metadata: { name: "system-cluster-critical", generation: 1, managedFields: [{ manager: "kube-apiserver" }] },
      value: 2000000000,
      preemptionPolicy: "PreemptLowerPriority",
    },
    { metadata: { name: "system-node-critical" }, value: 2000001000 },
  ]);
});

test("a new cluster records the date since which the use of token Secrets is tracked", async () => {
  const path = "/api/v1/namespaces/kube-system/configmaps/kube-apiserver-legacy-service-account-token-tracking";
  const today = new Date(clock.nowMs()).toISOString().slice(0, 10);
  expect((await ask(path)).data).toEqual({ since: today });
});

describe("FlowSchemas and PriorityLevelConfigurations", () => {
  test("a new cluster has the same flow control objects as the reference, with annotation, field managers and status", async () => {
    expect(await namesOf(`${flowControl}/flowschemas`)).toEqual([
      "catch-all",
      "endpoint-controller",
      "exempt",
      "global-default",
      "kube-controller-manager",
      "kube-scheduler",
      "kube-system-service-accounts",
      "probes",
      "service-accounts",
      "system-leader-election",
      "system-node-high",
      "system-nodes",
      "workload-leader-election",
    ]);
    expect(await namesOf(`${flowControl}/prioritylevelconfigurations`)).toEqual([
      "catch-all",
      "exempt",
      "global-default",
      "leader-election",
      "node-high",
      "system",
      "workload-high",
      "workload-low",
    ]);
    const probes = await ask(`${flowControl}/flowschemas/probes`);
    expect(probes.metadata).toMatchObject({
      generation: 1,
      annotations: { "apf.kubernetes.io/autoupdate-spec": "true" },
      managedFields: [
        { manager: "api-priority-and-fairness-config-consumer-v1", operation: "Apply", subresource: "status" },
        { manager: "api-priority-and-fairness-config-producer-v1", operation: "Update" },
      ],
    });
    expect(probes.status?.conditions).toMatchObject([{ type: "Dangling", status: "False", reason: "Found" }]);
  });

  test("deleted flow control objects are created again within a minute", async () => {
    const path = `${flowControl}/prioritylevelconfigurations`;
    await remove(`${path}/workload-low`);
    await until(async () => (await namesOf(path)).includes("workload-low"));
  });

  test("specs of suggested objects are restored only if the annotation asks for it", async () => {
    const path = `${flowControl}/flowschemas`;
    await change(`${path}/service-accounts`, {
      metadata: { annotations: { "apf.kubernetes.io/autoupdate-spec": "false" } },
      spec: { matchingPrecedence: 8000 },
    });
    await change(`${path}/global-default`, { spec: { matchingPrecedence: 8001 } });
    await until(async () => (await ask(`${path}/global-default`)).spec?.["matchingPrecedence"] === 9900);
    expect((await ask(`${path}/service-accounts`)).spec?.["matchingPrecedence"]).toBe(8000);
  });

  test("mandatory objects get their annotation back, but changes of the exempt level are kept", async () => {
    const path = `${flowControl}/prioritylevelconfigurations/exempt`;
    await change(path, {
      metadata: { annotations: { "apf.kubernetes.io/autoupdate-spec": "false" } },
      spec: { exempt: { nominalConcurrencyShares: 5 } },
    });
    await until(async () => (await ask(path)).metadata.annotations?.["apf.kubernetes.io/autoupdate-spec"] === "true");
    expect((await ask(path)).spec).toEqual({
      type: "Exempt",
      exempt: { nominalConcurrencyShares: 5, lendablePercent: 0 },
    });
  });

  test("annotated objects of an earlier release are deleted", async () => {
    const path = `${flowControl}/flowschemas`;
    const spec = { priorityLevelConfiguration: { name: "system" } };
    for (const [name, keeps] of [
      ["former", "true"],
      ["own", "false"],
    ] as const) {
      const metadata = { name, annotations: { "apf.kubernetes.io/autoupdate-spec": keeps } };
      const body = { kind: "FlowSchema", apiVersion: "flowcontrol.apiserver.k8s.io/v1", metadata, spec };
      expect((await requestInProcess(cluster, path, { body })).status).toBe(201);
    }
    await until(async () => !(await namesOf(path)).includes("former"));
    expect(await namesOf(path)).toContain("own");
  });

  test("a FlowSchema gets the Dangling condition as soon as its level is missing", async () => {
    const path = `${flowControl}/flowschemas`;
    const spec = { priorityLevelConfiguration: { name: "missing" } };
    const body = { kind: "FlowSchema", apiVersion: "flowcontrol.apiserver.k8s.io/v1", metadata: { name: "a" }, spec };
    expect((await requestInProcess(cluster, path, { body })).status).toBe(201);
    await until(async () => (await ask(`${path}/a`)).status?.conditions !== undefined);
    expect((await ask(`${path}/a`)).status?.conditions).toMatchObject([
      {
        type: "Dangling",
        status: "True",
        reason: "NotFound",
        message:
          'This FlowSchema references the PriorityLevelConfiguration object named "missing" but there is no such object',
      },
    ]);
  });
});

describe("the ConfigMap about authentication", () => {
  test("the authentication ConfigMap has the same data as in the reference", async () => {
    const { data, metadata } = await ask(trustConfigMap);
    expect(data).toEqual({
      "client-ca-file": pki.ca.certificate,
      "requestheader-allowed-names": '["front-proxy-client"]',
      "requestheader-client-ca-file": pki.frontProxyCa.certificate,
      "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
      "requestheader-group-headers": '["X-Remote-Group"]',
      "requestheader-username-headers": '["X-Remote-User"]',
    });
    expect(metadata.managedFields).toMatchObject([{ manager: "kube-apiserver", operation: "Update" }]);
  });

  test("a deleted authentication ConfigMap is created again within a minute", async () => {
    await remove(trustConfigMap);
    await until(async () => (await ask(trustConfigMap)).data !== undefined);
  });

  test("the authentication ConfigMap keeps the CAs of other servers once each, and drops invalid certificates", async () => {
    const other = await createPki({ vocabulary: "kubernetes", hostName: "host-b", clock });
    const stored = {
      "client-ca-file": `${other.ca.certificate}${pki.ca.certificate}-----BEGIN CERTIFICATE-----\nnone\n-----END CERTIFICATE-----\n`,
      "requestheader-client-ca-file": other.frontProxyCa.certificate,
      "requestheader-allowed-names": '["other"]',
      "requestheader-group-headers": "[broken",
    };
    expect(combinedData(stored, trust, clock.nowMs())).toMatchObject({
      "client-ca-file": `${other.ca.certificate}${pki.ca.certificate}`,
      "requestheader-client-ca-file": `${other.frontProxyCa.certificate}${pki.frontProxyCa.certificate}`,
      "requestheader-allowed-names": '["other","front-proxy-client"]',
      "requestheader-group-headers": '["X-Remote-Group"]',
    });
  });

  test("the authentication ConfigMap shows the front proxies that flags configure", () => {
    const frontProxy = {
      caFile: "/proxy.crt",
      allowedNames: ["proxy"],
      usernameHeaders: ["X-User"],
      uidHeaders: ["X-Uid"],
      groupHeaders: ["X-Group"],
      extraHeaderPrefixes: ["X-More-"],
    };
    const cas = { userPems: [pki.ca.certificate], proxyPems: [pki.frontProxyCa.certificate] };
    expect(combinedData({}, authenticationTrust(cas, frontProxy, pki), clock.nowMs())).toEqual({
      "client-ca-file": pki.ca.certificate,
      "requestheader-allowed-names": '["proxy"]',
      "requestheader-client-ca-file": pki.frontProxyCa.certificate,
      "requestheader-extra-headers-prefix": '["X-More-"]',
      "requestheader-group-headers": '["X-Group"]',
      "requestheader-uid-headers": '["X-Uid"]',
      "requestheader-username-headers": '["X-User"]',
    });
  });

  test("a CA is removed from the authentication ConfigMap five minutes after it expired", () => {
    const century = 100 * 365 * 24 * 3600_000;
    expect(combinedData({ "client-ca-file": pki.ca.certificate }, { clientCa: [] }, clock.nowMs() + century)).toEqual(
      {},
    );
  });
});

describe("the Lease of the API server", () => {
  async function ownLease(): Promise<Stored> {
    const [lease] = (await ask(leases)).items ?? [];
    if (!lease) throw new Error("there is no Lease");
    return lease;
  }

  test("the identity Lease names the host and the process, and is renewed every ten seconds", async () => {
    const lease = await ownLease();
    expect(lease.metadata.name).toMatch(/^apiserver-[a-z2-7]{26}$/);
    expect(lease.metadata.labels).toEqual({
      "apiserver.kubernetes.io/identity": "kube-apiserver",
      "kubernetes.io/hostname": "host-a",
    });
    expect(lease.spec).toMatchObject({ holderIdentity: `${lease.metadata.name}_one`, leaseDurationSeconds: 3600 });
    const before = lease.spec?.["renewTime"];
    await clock.advance(10_000);
    await until(async () => (await ownLease()).spec?.["renewTime"] !== before);
  });

  test("the next start on the same host continues with the identity Lease", async () => {
    await cluster[Symbol.asyncDispose]();
    cluster = await startCluster({ ...identity, processId: "two" });
    expect(await namesOf(leases)).toHaveLength(1);
    expect((await ownLease()).spec?.["holderIdentity"]).toMatch(/_two$/);
  });

  test("expired identity Leases are deleted at the next start, and other Leases are kept", async () => {
    const labels = { "apiserver.kubernetes.io/identity": "kube-apiserver" };
    const spec = { holderIdentity: "gone", leaseDurationSeconds: 1, renewTime: "2001-01-01T00:00:00.000000Z" };
    for (const [name, ofServer] of [
      ["apiserver-gone", true],
      ["other", false],
    ] as const) {
      const metadata = ofServer ? { name, labels } : { name };
      const body = { kind: "Lease", apiVersion: "coordination.k8s.io/v1", metadata, spec };
      expect((await requestInProcess(cluster, leases, { body })).status).toBe(201);
    }
    await cluster[Symbol.asyncDispose]();
    cluster = await startCluster();
    expect(await namesOf(leases)).toEqual([expect.stringMatching(/^apiserver-[a-z2-7]{26}$/), "other"]);
  });
});

test("a second start changes only the Lease", async () => {
  await cluster[Symbol.asyncDispose]();
  const { revision } = engine;
  cluster = await startCluster({ ...identity, processId: "two" });
  expect(engine.revision).toBe(revision + 1);
});

test("a second start reads all roles and bindings only once, for its index", async () => {
  await cluster[Symbol.asyncDispose]();
  const prefixes: string[] = [];
  const read = engine.range.bind(engine);
  engine.range = (prefix, options) => {
    if (/\/(cluster)?role(binding)?s\/$/.test(prefix)) prefixes.push(prefix.split("/").at(-2) ?? "");
    return read(prefix, options);
  };
  cluster = await startCluster();
  expect(prefixes.toSorted()).toEqual(["clusterrolebindings", "clusterroles", "rolebindings", "roles"]);
});

test("start hooks are listed in the order of the reference", async () => {
  const text = await (await requestInProcess(cluster, "/readyz?verbose")).text();
  expect(text.match(/poststarthook\/\S+/g)).toEqual([
    "poststarthook/priority-and-fairness-config-consumer",
    "poststarthook/start-system-namespaces-controller",
    "poststarthook/start-cluster-authentication-info-controller",
    "poststarthook/start-kube-apiserver-identity-lease-controller",
    "poststarthook/start-kube-apiserver-identity-lease-garbage-collector",
    "poststarthook/start-legacy-token-tracking-controller",
    "poststarthook/start-service-ip-repair-controllers",
    "poststarthook/rbac/bootstrap-roles",
    "poststarthook/scheduling/bootstrap-system-priority-classes",
    "poststarthook/priority-and-fairness-config-producer",
    "poststarthook/bootstrap-controller",
  ]);
});
