/** Quotas of namespaces, as users of kubectl and of whole servers meet them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { describeWithKubectl } from "../support/kubectl.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { startTestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import type { WireClient, WireResponse } from "../support/wire-client.ts";
import { createObject, deleteObject, getObject, patch } from "../support/writes.ts";
import { workersOf } from "../workers/serving-workers.ts";

beforeAll(() => buildProgram(), 120_000);

const namespace = "/api/v1/namespaces/default";
const quotas = `${namespace}/resourcequotas`;
const maps = `${namespace}/configmaps`;

type Amounts = Readonly<Record<string, string>>;

/** Creates a quota whose limits are in effect. The server of the test has no controller of quotas. */
async function createQuota(client: WireClient, hard: Amounts, collection = quotas): Promise<void> {
  await createObject(client, collection, { metadata: { name: "team" }, spec: { hard } });
  const used = Object.fromEntries(Object.keys(hard).map((name) => [name, "0"]));
  await patch(client, `${collection}/team/status`, "merge", { status: { hard, used } });
}

async function usedOf(client: WireClient): Promise<Amounts> {
  return (await getObject(client, `${quotas}/team`)).status.used;
}

const podWith = (name: string, resources: object = {}): object => ({
  metadata: { name },
  spec: { containers: [{ name: "c", image: "i", resources }] },
});

/** Number of responses by status. */
function statuses(responses: readonly WireResponse[]): Readonly<Record<number, number>> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

describeWithKubectl(
  "quotas with kubectl",
  (cluster) => {
    test("kubectl creates a quota, describes its use, and shows why an object is rejected", async () => {
      const kubectl = await cluster().inNewNamespace();
      expect(await kubectl.out`create quota team --hard=configmaps=2,pods=1,requests.cpu=1`).toBe(
        "resourcequota/team created\n",
      );
      // One ConfigMap has the certificates of the server.
      await eventually(
        async () => (await kubectl.out`describe quota team`).includes("configmaps    1     2"),
        "the limits are in effect",
      );
      await kubectl.out`create configmap first`;
      expect(await kubectl.failure`create configmap second`).toBe(
        'error: failed to create configmap: configmaps "second" is forbidden: exceeded quota: team, requested: configmaps=1, used: configmaps=2, limited: configmaps=2\n',
      );
      expect(await kubectl.failure`run web --image=nginx:1.27`).toBe(
        'Error from server (Forbidden): pods "web" is forbidden: failed quota: team: must specify requests.cpu for: web\n',
      );
      expect(await kubectl.out`get quota team --no-headers`).toMatch(
        /^team +\S+ +configmaps: 2\/2, pods: 0\/1, requests.cpu: 0\/1 *\n$/,
      );
    });
  },
  undefined,
  { admissionPlugins: "usual", controllers: ["*"] },
);

describe("dry runs", () => {
  test("[DRY-06] plugins change and limit a dry run like a real request, and the quota stays as it is", async () => {
    await using running = await startTestServer({
      admissionPlugins: "usual",
      flags: ["--disable-admission-plugins=ServiceAccount"],
    });
    const { client } = running;
    const limits = [{ type: "Container", defaultRequest: { cpu: "400m" }, default: { cpu: "400m" } }];
    await createObject(client, `${namespace}/limitranges`, { metadata: { name: "defaults" }, spec: { limits } });
    await createQuota(client, { "requests.cpu": "1", pods: "5" });
    const dryPods = `${namespace}/pods?dryRun=All`;
    for (const name of ["a", "b", "c"]) {
      const { spec } = await createObject(client, dryPods, podWith(name));
      expect(spec.containers[0].resources.requests).toEqual({ cpu: "400m" });
    }
    expect(await usedOf(client)).toEqual({ "requests.cpu": "0", pods: "0" });
    const large = await client.request(dryPods, {
      body: podWith("large", { requests: { cpu: "2" }, limits: { cpu: "2" } }),
    });
    expect([large.status, large.json.message]).toEqual([
      403,
      'pods "large" is forbidden: exceeded quota: team, requested: requests.cpu=2, used: requests.cpu=0, limited: requests.cpu=1',
    ]);
    for (const name of ["a", "b"]) await createObject(client, `${namespace}/pods`, podWith(name));
    expect(await usedOf(client)).toEqual({ "requests.cpu": "800m", pods: "2" });
    expect((await client.request(dryPods, { body: podWith("c") })).status).toBe(403);
  });
});

describe("concurrent requests", () => {
  test("of 50 creates, as many succeed as the quota allows", async () => {
    await using running = await startTestServer();
    const { client } = running;
    await createQuota(client, { configmaps: "20", "count/configmaps": "30" });
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => client.request(maps, { body: { metadata: { name: `m${index}` } } })),
    );
    expect(statuses(responses)).toEqual({ 201: 20, 403: 30 });
    expect((await getObject(client, maps)).items).toHaveLength(20);
    expect(await usedOf(client)).toEqual({ configmaps: "20", "count/configmaps": "20" });
  });

  test("creates and deletes never exceed a quota that a controller corrects", async () => {
    await using running = await startTestServer({ controllers: ["resourcequota-controller"] });
    const { client, clock } = running;
    await createObject(client, quotas, { metadata: { name: "team" }, spec: { hard: { configmaps: "5" } } });
    await eventually(async () => (await usedOf(client)) !== undefined, "the limit is in effect");
    let names: readonly string[] = [];
    let createdCount = 0;
    for (let round = 0; round < 6; round++) {
      const deletions = names.map(async (name) => await deleteObject(client, `${maps}/${name}`));
      const candidates = Array.from({ length: 8 }, (_, index) => `m${round}-${index}`);
      const creations = candidates.map(async (name) => await client.request(maps, { body: { metadata: { name } } }));
      const [responses] = await Promise.all([Promise.all(creations), Promise.all(deletions)]);
      names = candidates.filter((_, index) => responses[index]?.status === 201);
      createdCount += names.length;
      const { items } = await getObject(client, maps);
      expect(items).toHaveLength(names.length);
      expect(items.length).toBeLessThanOrEqual(5);
      // The controller lowers the use a second after the last create.
      await clock.advance(1000);
      const used = String(items.length);
      await eventually(async () => (await usedOf(client))["configmaps"] === used, "the use is that of the objects");
    }
    expect(createdCount).toBeGreaterThan(5);
  });

  test("the processes and threads of a server never exceed a quota together", async () => {
    using folder = new TemporaryDirectory();
    await using server = new OrchProcess([
      "up",
      "--workers=2",
      "--secure-port=0",
      `--data-dir=${join(folder.path, "data")}`,
    ]);
    await server.waitUntilReady();
    const kubeconfig = readFileSync(join(folder.path, "data", "admin.kubeconfig"), "utf8");
    await eventually(
      async () => (await workersOf(server.pid, kubeconfig)).length === 1,
      "the worker serves connections",
    );
    // The main process passes each connection to the process with the fewest, so these reach both processes.
    await using first = clientOf(kubeconfig);
    await using second = clientOf(kubeconfig);
    const hard = { "count/secrets": "20" };
    await createObject(first, quotas, { metadata: { name: "team" }, spec: { hard } });
    await eventually(async () => (await usedOf(first)) !== undefined, "the limit is in effect");
    const responses = await Promise.all(
      Array.from({ length: 60 }, (_, index) => {
        // Large requests are handled by the second thread of each process.
        const stringData = { text: "x".repeat(index % 5 === 0 ? 50_000 : 10) };
        const body = { metadata: { name: `s${index}` }, stringData };
        return (index % 2 === 0 ? first : second).request(`${namespace}/secrets`, { body });
      }),
    );
    expect(statuses(responses)).toEqual({ 201: 20, 403: 40 });
    expect((await getObject(first, `${namespace}/secrets`)).items).toHaveLength(20);
  });
});

test("a namespace is limited by its own quotas only", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, "/api/v1/namespaces", { metadata: { name: "other" } });
  await createQuota(client, { configmaps: "0" }, "/api/v1/namespaces/other/resourcequotas");
  await createObject(client, maps, { metadata: { name: "a" } });
  const rejected = await client.request("/api/v1/namespaces/other/configmaps", { body: { metadata: { name: "a" } } });
  expect(rejected.status).toBe(403);
});
