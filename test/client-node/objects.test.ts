import {
  ApiException,
  AppsV1Api,
  BatchV1Api,
  CoordinationV1Api,
  CoreV1Api,
  PatchStrategy,
  setHeaderOptions,
  V1MicroTime,
} from "@kubernetes/client-node";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startTypedClientCluster, type TypedClientCluster, thrownBy } from "../support/typed-client.ts";

const patchAs = (strategy: PatchStrategy) => setHeaderOptions("Content-Type", strategy);

const container = { name: "web", image: "nginx:1.27" };
const labels = { app: "web" };
const template = { metadata: { labels }, spec: { containers: [container] } };

describe("the typed client", () => {
  let cluster: TypedClientCluster;
  let core: CoreV1Api;
  let namespaces = 0;

  beforeAll(async () => {
    cluster = await startTypedClientCluster();
    core = cluster.config.makeApiClient(CoreV1Api);
  });
  afterAll(async () => {
    await cluster[Symbol.asyncDispose]();
  });

  async function newNamespace(): Promise<string> {
    namespaces += 1;
    const name = `typed-${namespaces}`;
    const created = await core.createNamespace({ body: { metadata: { name } } });
    expect([created.metadata?.name, created.status?.phase]).toEqual([name, "Active"]);
    return name;
  }

  test("the typed client creates, reads, replaces and deletes a ConfigMap", async () => {
    const namespace = await newNamespace();
    const body = { metadata: { name: "a", labels }, data: { colour: "blue" }, binaryData: { icon: "AAAB" } };
    const created = await core.createNamespacedConfigMap({ namespace, body });
    expect(created.metadata?.creationTimestamp).toEqual(new Date("2025-01-01T00:00:00Z"));
    expect(await core.readNamespacedConfigMap({ namespace, name: "a" })).toEqual(created);
    const replaced = await core.replaceNamespacedConfigMap({
      namespace,
      name: "a",
      body: withMembers(created, { data: { colour: "green" } }),
    });
    expect([replaced.data, replaced.binaryData]).toEqual([{ colour: "green" }, { icon: "AAAB" }]);
    expect(replaced.metadata?.uid).toBe(created.metadata?.uid);
    const stale = await thrownBy(core.replaceNamespacedConfigMap({ namespace, name: "a", body: created }));
    expect(stale).toMatchObject({ code: 409 });
    expect(await core.deleteNamespacedConfigMap({ namespace, name: "a" })).toMatchObject({
      status: "Success",
      details: { name: "a", kind: "configmaps", uid: created.metadata?.uid },
    });
    expect(await thrownBy(core.readNamespacedConfigMap({ namespace, name: "a" }))).toMatchObject({ code: 404 });
  });

  test("the typed client throws an ApiException with the code and the Status", async () => {
    const namespace = await newNamespace();
    const missing = await thrownBy(core.readNamespacedSecret({ namespace, name: "nope" }));
    expect(missing).toBeInstanceOf(ApiException);
    expect(missing).toMatchObject({ code: 404, headers: { "content-type": "application/json" } });
    expect(JSON.parse((missing as ApiException<string>).body)).toEqual({
      kind: "Status",
      apiVersion: "v1",
      metadata: {},
      status: "Failure",
      message: 'secrets "nope" not found',
      reason: "NotFound",
      details: { name: "nope", kind: "secrets" },
      code: 404,
    });
    const invalid = await thrownBy(core.createNamespacedPod({ namespace, body: { metadata: { name: "a" } } }));
    expect(invalid).toMatchObject({ code: 422 });
    expect(JSON.parse((invalid as ApiException<string>).body).details).toMatchObject({
      name: "a",
      kind: "Pod",
      causes: [{ reason: "FieldValueRequired", message: "Required value", field: "spec.containers" }],
    });
    const body = { metadata: { name: "a" } };
    await core.createNamespacedConfigMap({ namespace, body });
    expect(await thrownBy(core.createNamespacedConfigMap({ namespace, body }))).toMatchObject({ code: 409 });
  });

  test("the typed client sends the data of a Secret in base64, and the server converts stringData", async () => {
    const namespace = await newNamespace();
    const body = { metadata: { name: "login" }, data: { user: "c2hvcA==" }, stringData: { password: "geheim" } };
    const secret = await core.createNamespacedSecret({ namespace, body });
    expect(secret.data).toEqual({ user: "c2hvcA==", password: "Z2VoZWlt" });
    expect([secret.type, secret.stringData]).toEqual(["Opaque", undefined]);
  });

  test("the typed client creates a Pod with defaults, and replaces its status without its spec", async () => {
    const namespace = await newNamespace();
    const body = { metadata: { name: "web" }, spec: { containers: [container] } };
    const pod = await core.createNamespacedPod({ namespace, body });
    expect(pod.spec).toMatchObject({ restartPolicy: "Always", terminationGracePeriodSeconds: 30 });
    expect(pod.status).toMatchObject({ phase: "Pending", qosClass: "BestEffort" });
    const running = await core.replaceNamespacedPodStatus({
      namespace,
      name: "web",
      body: withMembers(pod, {
        spec: { containers: [{ ...container, image: "ignored:1" }] },
        status: { phase: "Running", startTime: new Date("2025-01-01T00:00:05Z") },
      }),
    });
    expect(running.spec).toEqual(pod.spec);
    expect(running.status).toMatchObject({ phase: "Running", startTime: new Date("2025-01-01T00:00:05Z") });
  });

  test("the typed client scales and patches a Deployment", async () => {
    const namespace = await newNamespace();
    const apps = cluster.config.makeApiClient(AppsV1Api);
    const metadata = { namespace, name: "web" };
    await apps.createNamespacedDeployment({
      namespace,
      body: { metadata: { name: "web" }, spec: { selector: { matchLabels: labels }, template } },
    });
    const scale = await apps.readNamespacedDeploymentScale(metadata);
    expect([scale.kind, scale.spec, scale.status]).toEqual([
      "Scale",
      { replicas: 1 },
      { replicas: 0, selector: "app=web" },
    ]);
    await apps.replaceNamespacedDeploymentScale({ ...metadata, body: withMembers(scale, { spec: { replicas: 3 } }) });
    const sidecar = { spec: { template: { spec: { containers: [{ name: "proxy", image: "proxy:1" }] } } } };
    const merged = await apps.patchNamespacedDeployment(
      { ...metadata, body: sidecar },
      patchAs(PatchStrategy.StrategicMergePatch),
    );
    expect(merged.spec?.replicas).toBe(3);
    expect(merged.spec?.template.spec?.containers.map(({ name }) => name)).toEqual(["proxy", "web"]);
    const replaced = await apps.patchNamespacedDeployment(
      { ...metadata, body: sidecar },
      patchAs(PatchStrategy.MergePatch),
    );
    expect(replaced.spec?.template.spec?.containers.map(({ name }) => name)).toEqual(["proxy"]);
    const operations = [{ op: "replace", path: "/spec/template/spec/containers/0/image", value: "proxy:2" }];
    const edited = await apps.patchNamespacedDeployment(
      { ...metadata, body: operations },
      patchAs(PatchStrategy.JsonPatch),
    );
    expect(edited.spec?.template.spec?.containers[0]?.image).toBe("proxy:2");
    expect(edited.metadata?.generation).toBe(5);
  });

  test("the typed client sends a JSON patch by default", async () => {
    const namespace = await newNamespace();
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "a" } } });
    const body = [{ op: "add", path: "/data", value: { colour: "blue" } }];
    expect((await core.patchNamespacedConfigMap({ namespace, name: "a", body })).data).toEqual({ colour: "blue" });
  });

  test("the typed client creates Jobs and CronJobs with defaults and lists CronJobs", async () => {
    const namespace = await newNamespace();
    const batch = cluster.config.makeApiClient(BatchV1Api);
    const spec = { template: { spec: { restartPolicy: "Never", containers: [container] } } };
    const job = await batch.createNamespacedJob({ namespace, body: { metadata: { name: "once" }, spec } });
    expect(job.spec).toMatchObject({ parallelism: 1, completions: 1, backoffLimit: 6, completionMode: "NonIndexed" });
    expect(job.spec?.selector?.matchLabels).toEqual({ "batch.kubernetes.io/controller-uid": job.metadata?.uid });
    const body = { metadata: { name: "often" }, spec: { schedule: "@hourly", jobTemplate: { spec } } };
    const cronJob = await batch.createNamespacedCronJob({ namespace, body });
    expect(cronJob.spec).toMatchObject({ concurrencyPolicy: "Allow", suspend: false });
    expect((await batch.listNamespacedCronJob({ namespace })).items.map(({ metadata }) => metadata?.name)).toEqual([
      "often",
    ]);
  });

  test("the typed client writes and reads the microseconds of a Lease", async () => {
    const namespace = await newNamespace();
    const leases = cluster.config.makeApiClient(CoordinationV1Api);
    const renewTime = new V1MicroTime("2025-01-01T00:00:01.500Z");
    const body = { metadata: { name: "leader" }, spec: { holderIdentity: "a", leaseDurationSeconds: 15, renewTime } };
    const lease = await leases.createNamespacedLease({ namespace, body });
    expect(lease.spec).toMatchObject({ holderIdentity: "a", leaseDurationSeconds: 15 });
    // The client returns the text, although its types declare a V1MicroTime.
    expect(String(lease.spec?.renewTime)).toBe("2025-01-01T00:00:01.500000Z");
    const taken = await leases.replaceNamespacedLease({
      namespace,
      name: "leader",
      body: withMembers(lease, { spec: { holderIdentity: "b", renewTime } }),
    });
    expect(taken.spec?.holderIdentity).toBe("b");
    const late = leases.replaceNamespacedLease({ namespace, name: "leader", body: lease });
    expect(await thrownBy(late)).toMatchObject({ code: 409 });
  });

  test("the typed client reads a long list in chunks of one state", async () => {
    const namespace = await newNamespace();
    for (const name of ["a", "b", "c", "d", "e"]) {
      await core.createNamespacedConfigMap({ namespace, body: { metadata: { name } } });
    }
    const first = await core.listNamespacedConfigMap({ namespace, limit: 2 });
    expect(first.metadata?.remainingItemCount).toBe(3);
    await core.deleteNamespacedConfigMap({ namespace, name: "d" });
    const pages = [first.items.map(({ metadata }) => metadata?.name)];
    for (let token = first.metadata?._continue; token; ) {
      const page = await core.listNamespacedConfigMap({ namespace, limit: 2, _continue: token });
      pages.push(page.items.map(({ metadata }) => metadata?.name));
      expect(page.metadata?.resourceVersion).toBe(first.metadata?.resourceVersion);
      token = page.metadata?._continue;
    }
    expect(pages).toEqual([["a", "b"], ["c", "d"], ["e"]]);
  });

  test("the typed client selects objects by labels and fields, in one or all namespaces", async () => {
    const [namespace, other] = [await newNamespace(), await newNamespace()];
    const only = { only: namespace };
    for (const [where, name, tier] of [
      [namespace, "a", "front"],
      [namespace, "b", "back"],
      [other, "c", "front"],
    ] as const) {
      const body = { metadata: { name, labels: { ...only, tier } } };
      await core.createNamespacedConfigMap({ namespace: where, body });
    }
    const namesOf = ({ items }: { items: { metadata?: { name?: string } }[] }) =>
      items.map((item) => item.metadata?.name);
    const all = await core.listConfigMapForAllNamespaces({ labelSelector: `only=${namespace},tier in (front)` });
    expect(namesOf(all)).toEqual(["a", "c"]);
    expect(namesOf(await core.listNamespacedConfigMap({ namespace, labelSelector: "tier!=front" }))).toEqual(["b"]);
    expect(namesOf(await core.listNamespacedConfigMap({ namespace, fieldSelector: "metadata.name=a" }))).toEqual(["a"]);
    const unknown = thrownBy(core.listNamespacedConfigMap({ namespace, fieldSelector: "data.x=1" }));
    expect(await unknown).toMatchObject({ code: 400 });
  });

  test("the typed client deletes a collection by label", async () => {
    const namespace = await newNamespace();
    for (const [name, tier] of [
      ["a", "front"],
      ["b", "back"],
      ["c", "front"],
    ] as const) {
      await core.createNamespacedConfigMap({ namespace, body: { metadata: { name, labels: { tier } } } });
    }
    await core.deleteCollectionNamespacedConfigMap({ namespace, labelSelector: "tier=front" });
    const { items } = await core.listNamespacedConfigMap({ namespace });
    expect(items.map(({ metadata }) => metadata?.name)).toEqual(["b"]);
  });

  test("a dry run of the typed client stores nothing, and strict validation rejects unknown fields", async () => {
    const namespace = await newNamespace();
    const body = { metadata: { name: "a" }, data: { colour: "blue" } };
    const answer = await core.createNamespacedConfigMap({ namespace, body, dryRun: "All" });
    expect(answer.data).toEqual({ colour: "blue" });
    expect(await thrownBy(core.readNamespacedConfigMap({ namespace, name: "a" }))).toMatchObject({ code: 404 });
    await core.createNamespacedConfigMap({ namespace, body });
    const patch = core.patchNamespacedConfigMap(
      { namespace, name: "a", body: { date: { colour: "green" } }, fieldValidation: "Strict" },
      patchAs(PatchStrategy.MergePatch),
    );
    const refused = await thrownBy(patch);
    expect(refused).toMatchObject({ code: 422 });
    expect((refused as ApiException<string>).body).toContain('strict decoding error: unknown field \\"date\\"');
  });

  test("the server rejects a deletion whose precondition names another uid", async () => {
    const namespace = await newNamespace();
    await core.createNamespacedConfigMap({ namespace, body: { metadata: { name: "a" } } });
    const preconditions = { uid: "00000000-0000-4000-8000-000000000000" };
    const deletion = core.deleteNamespacedConfigMap({ namespace, name: "a", body: { preconditions } });
    expect(await thrownBy(deletion)).toMatchObject({ code: 409 });
    expect((await core.readNamespacedConfigMap({ namespace, name: "a" })).metadata?.name).toBe("a");
  });
});

/** Returns a copy of the object with other members. */
function withMembers<T extends object>(object: T, members: Partial<T>): T {
  return Object.assign(structuredClone(object), members);
}
