import { describe, expect, test } from "vitest";
import { groupVersionsOf } from "../support/served-resources.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { KeptStore } from "../support/test-store.ts";
import type { WireClient } from "../support/wire-client.ts";

async function startWith(...flags: string[]): Promise<TestServer> {
  return await startTestServer({ vocabulary: "kubernetes", flags });
}

async function statusOf(client: WireClient, path: string): Promise<number> {
  return (await client.request(path)).status;
}

/** Returns the names of the resources and subresources of a group version. */
async function namesIn(client: WireClient, root: string): Promise<readonly string[]> {
  const { json } = await client.request(root);
  return (json.resources as { name: string }[]).map(({ name }) => name);
}

async function createJob(client: WireClient, name: string): Promise<number> {
  const container = { name: "c", image: "i" };
  const template = { spec: { restartPolicy: "Never", containers: [container] } };
  const body = { metadata: { name }, spec: { template } };
  return (await client.request("/apis/batch/v1/namespaces/default/jobs", { body })).status;
}

/** Group versions that a server of v1.32 serves by default, in the order of discovery. */
const stableVersions = [
  "v1",
  "apiregistration.k8s.io/v1",
  "apps/v1",
  "events.k8s.io/v1",
  "authentication.k8s.io/v1",
  "authorization.k8s.io/v1",
  "autoscaling/v2",
  "autoscaling/v1",
  "batch/v1",
  "certificates.k8s.io/v1",
  "networking.k8s.io/v1",
  "policy/v1",
  "rbac.authorization.k8s.io/v1",
  "storage.k8s.io/v1",
  "admissionregistration.k8s.io/v1",
  "apiextensions.k8s.io/v1",
  "scheduling.k8s.io/v1",
  "coordination.k8s.io/v1",
  "node.k8s.io/v1",
  "discovery.k8s.io/v1",
  "flowcontrol.apiserver.k8s.io/v1",
];

const betaVersions = [
  "authentication.k8s.io/v1beta1",
  "networking.k8s.io/v1beta1",
  "storage.k8s.io/v1beta1",
  "admissionregistration.k8s.io/v1beta1",
  "resource.k8s.io/v1beta1",
];

const alphaVersions = [
  "storage.k8s.io/v1alpha1",
  "admissionregistration.k8s.io/v1alpha1",
  "coordination.k8s.io/v1alpha2",
  "resource.k8s.io/v1alpha3",
  "internal.apiserver.k8s.io/v1alpha1",
];

/** Alpha versions that also need a feature gate. */
const gatedAlphaVersions = ["certificates.k8s.io/v1alpha1", "storagemigration.k8s.io/v1alpha1"];
const gates = "--feature-gates=ClusterTrustBundle=true,StorageVersionMigrator=true";

describe("without --runtime-config", () => {
  test("[RTC-01] discovery lists exactly the stable versions by default", async () => {
    await using running = await startWith();
    expect(await groupVersionsOf(running.client)).toEqual(stableVersions);
    expect(await namesIn(running.client, "/apis/batch/v1")).toEqual([
      "cronjobs",
      "cronjobs/status",
      "jobs",
      "jobs/status",
    ]);
  });

  test("[RTC-07] every alpha version returns 404 by default", async () => {
    await using running = await startWith(gates);
    for (const version of [...alphaVersions, ...gatedAlphaVersions]) {
      expect([version, await statusOf(running.client, `/apis/${version}`)]).toEqual([version, 404]);
    }
    expect(await statusOf(running.client, "/apis/storage.k8s.io/v1alpha1/volumeattributesclasses")).toBe(404);
    expect(await statusOf(running.client, "/apis/internal.apiserver.k8s.io")).toBe(404);
  });

  test("[RTC-08] every beta version returns 404 by default", async () => {
    await using running = await startWith();
    for (const version of betaVersions) {
      expect([version, await statusOf(running.client, `/apis/${version}`)]).toEqual([version, 404]);
    }
    const made = await running.client.request("/apis/networking.k8s.io/v1beta1/ipaddresses", {
      body: { metadata: { name: "10.0.0.1" } },
    });
    expect(made.status).toBe(404);
    expect(await statusOf(running.client, "/apis/resource.k8s.io")).toBe(404);
  });
});

describe("--runtime-config", () => {
  test("[RTC-02] --runtime-config accepts several pairs, and a key without a value means true", async () => {
    await using running = await startWith("--runtime-config=batch/v1=false,resource.k8s.io/v1beta1");
    const { client } = running;
    const listed = await groupVersionsOf(client);
    expect(listed).not.toContain("batch/v1");
    expect(listed).toContain("resource.k8s.io/v1beta1");
    expect(listed).toHaveLength(stableVersions.length);
    expect(await statusOf(client, "/apis/resource.k8s.io/v1beta1/deviceclasses")).toBe(200);
  });

  test("[RTC-03] a disabled version is missing from requests, discovery and OpenAPI", async () => {
    await using running = await startWith("--runtime-config=batch/v1=false");
    const { client } = running;
    expect(await groupVersionsOf(client)).not.toContain("batch/v1");
    for (const path of [
      "/apis/batch",
      "/apis/batch/v1",
      "/apis/batch/v1/namespaces/default/jobs",
      "/openapi/v3/apis/batch/v1",
    ]) {
      expect([path, await statusOf(client, path)]).toEqual([path, 404]);
    }
    expect(await createJob(client, "j")).toBe(404);
  });

  test("[RTC-04] an enabled alpha or beta version can store, list and show objects", async () => {
    await using running = await startWith("--runtime-config=storage.k8s.io/v1alpha1=true");
    const { client } = running;
    const { json } = await client.request("/apis/storage.k8s.io");
    expect(json.versions.map(({ version }: { version: string }) => version)).toEqual(["v1", "v1alpha1"]);
    expect(json.preferredVersion.version).toBe("v1");
    const root = "/apis/storage.k8s.io/v1alpha1/volumeattributesclasses";
    const body = { metadata: { name: "gold" }, driverName: "d.example.com", parameters: { iops: "1000" } };
    expect((await client.request(root, { body })).status).toBe(201);
    const read = await client.request(`${root}/gold`);
    expect(read.json).toMatchObject({ apiVersion: "storage.k8s.io/v1alpha1", driverName: "d.example.com" });
    expect(await statusOf(client, "/apis/storage.k8s.io/v1beta1/volumeattributesclasses")).toBe(404);
  });

  test("[RTC-04] --runtime-config can enable all alpha versions, all beta versions or all versions", async () => {
    await using running = await startWith("--runtime-config=api/all=true", gates);
    const listed = await groupVersionsOf(running.client);
    expect([...listed].sort()).toEqual(
      [...stableVersions, ...betaVersions, ...alphaVersions, ...gatedAlphaVersions].sort(),
    );
  });

  test("[RTC-05] --runtime-config can enable a single resource of a version", async () => {
    await using running = await startWith("--runtime-config=networking.k8s.io/v1beta1/ipaddresses=true");
    const { client } = running;
    expect(await namesIn(client, "/apis/networking.k8s.io/v1beta1")).toEqual(["ipaddresses"]);
    expect(await statusOf(client, "/apis/networking.k8s.io/v1beta1/ipaddresses")).toBe(200);
    expect(await statusOf(client, "/apis/networking.k8s.io/v1beta1/servicecidrs")).toBe(404);
  });

  test("[RTC-05] --runtime-config can disable a single resource of a version", async () => {
    await using running = await startWith("--runtime-config=batch/v1/cronjobs=false");
    expect(await namesIn(running.client, "/apis/batch/v1")).toEqual(["jobs", "jobs/status"]);
    expect(await statusOf(running.client, "/apis/batch/v1/cronjobs")).toBe(404);
    expect(await createJob(running.client, "j")).toBe(201);
  });

  test("[RTC-06] --runtime-config takes effect at the next start, and objects of disabled versions remain stored", async () => {
    await using store = new KeptStore();
    const flags: string[] = [];
    const started = (): Promise<TestServer> => startTestServer({ vocabulary: "kubernetes", store, flags });
    const jobs = "/apis/batch/v1/namespaces/default/jobs";
    {
      await using running = await started();
      flags.push("--runtime-config=batch/v1=false");
      expect(await createJob(running.client, "kept")).toBe(201);
      expect(await groupVersionsOf(running.client)).toContain("batch/v1");
    }
    {
      await using running = await started();
      flags.length = 0;
      expect(await statusOf(running.client, jobs)).toBe(404);
      expect(await groupVersionsOf(running.client)).not.toContain("batch/v1");
    }
    await using running = await started();
    expect(await statusOf(running.client, `${jobs}/kept`)).toBe(200);
  });
});
