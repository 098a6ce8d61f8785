import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const v1 = "/apis/autoscaling/v1/namespaces/default/horizontalpodautoscalers";
const v2 = "/apis/autoscaling/v2/namespaces/default/horizontalpodautoscalers";

const kindOfV1 = { apiVersion: "autoscaling/v1", kind: "HorizontalPodAutoscaler" };
const scaleTargetRef = { kind: "Deployment", name: "web", apiVersion: "apps/v1" };
const resource = (name: string, averageUtilization: number) => ({
  type: "Resource",
  resource: { name, target: { type: "Utilization", averageUtilization } },
});

async function send(running: TestServer, method: string, path: string, body: unknown) {
  return await running.client.request(path, { method, body: JSON.stringify(body) });
}

describe("an autoscaler in two versions", () => {
  test("a v2 autoscaler read in v1 keeps the fields that v1 lacks in annotations", async () => {
    await using running = await startTestServer();
    const metrics = [resource("cpu", 70), resource("memory", 60)];
    const made = await send(running, "POST", v2, {
      metadata: { name: "a" },
      spec: { scaleTargetRef, maxReplicas: 5, metrics },
    });
    expect(made.status).toBe(201);

    const { json } = await running.client.request(`${v1}/a`);
    expect(json.apiVersion).toBe("autoscaling/v1");
    expect(json.spec).toEqual({ scaleTargetRef, minReplicas: 1, maxReplicas: 5, targetCPUUtilizationPercentage: 70 });
    expect(JSON.parse(json.metadata.annotations["autoscaling.alpha.orch.io/metrics"])).toEqual([
      { type: "Resource", resource: { name: "memory", targetAverageUtilization: 60 } },
    ]);
    expect(json.metadata.resourceVersion).toBe(made.json.metadata.resourceVersion);
  });

  test("[DEPR-08] a v2 autoscaler that is read in v1 and written back there is unchanged if its cpu metric is the last one", async () => {
    await using running = await startTestServer();
    const metrics = [resource("memory", 60), resource("cpu", 70)];
    await send(running, "POST", v2, { metadata: { name: "a" }, spec: { scaleTargetRef, maxReplicas: 5, metrics } });
    const { json: read } = await running.client.request(`${v1}/a`);
    const put = await send(running, "PUT", `${v1}/a`, read);
    expect([put.status, put.json.metadata.resourceVersion]).toEqual([200, read.metadata.resourceVersion]);

    await send(running, "PUT", `${v1}/a`, { ...read, spec: { ...read.spec, maxReplicas: 9 } });
    const { json: after } = await running.client.request(`${v2}/a`);
    expect(after.spec).toMatchObject({ maxReplicas: 9, metrics });
    expect(after.metadata.annotations).toBeUndefined();
  });

  test.each([
    ["application/merge-patch+json", { metadata: { annotations: { a: "b" } } }],
    ["application/strategic-merge-patch+json", { metadata: { finalizers: ["example.com/hold"] } }],
    ["application/json-patch+json", [{ op: "add", path: "/metadata/labels", value: { a: "b" } }]],
    ["application/apply-patch+yaml", { ...kindOfV1, metadata: { labels: { a: "b" } } }],
  ])("an autoscaler keeps only the metrics that v1 can express after a %s in v1", async (type, patch) => {
    await using running = await startTestServer();
    const metrics = [
      { type: "Resource", resource: { name: "cpu", target: { type: "Value", value: "10", averageUtilization: 60 } } },
      resource("cpu", 90),
      {
        type: "Pods",
        pods: { metric: { name: "hits" }, target: { type: "Value", value: "10", averageValue: "500m" } },
      },
    ];
    await send(running, "POST", v2, { metadata: { name: "a" }, spec: { scaleTargetRef, maxReplicas: 5, metrics } });
    const patched = await running.client.request(`${v1}/a?fieldManager=one`, {
      method: "PATCH",
      headers: { "content-type": type },
      body: JSON.stringify(patch),
    });
    expect(patched.status).toBe(200);
    const { json } = await running.client.request(`${v2}/a`);
    expect(json.spec.metrics).toEqual([
      { type: "Pods", pods: { metric: { name: "hits" }, target: { type: "AverageValue", averageValue: "500m" } } },
      resource("cpu", 60),
    ]);
  });

  test("a v1 autoscaler without a target utilization gets the default of v2", async () => {
    await using running = await startTestServer();
    const { status, json } = await send(running, "POST", v1, {
      metadata: { name: "a" },
      spec: { scaleTargetRef, maxReplicas: 5 },
    });
    expect([status, json.spec.targetCPUUtilizationPercentage]).toEqual([201, 80]);
    expect((await running.client.request(`${v2}/a`)).json.spec.metrics).toEqual([resource("cpu", 80)]);
  });

  test("an autoscaler can be watched and listed as a Table in each version", async () => {
    await using running = await startTestServer();
    await using events = await running.client.watch(`${v1}?watch=true`);
    await send(running, "POST", v2, { metadata: { name: "a" }, spec: { scaleTargetRef, maxReplicas: 5 } });
    const event = await events.next();
    expect([event?.type, event?.object.apiVersion]).toEqual(["ADDED", "autoscaling/v1"]);

    const accept = "application/json;as=Table;g=meta.orch.io;v=v1";
    const tables = await Promise.all([v1, v2].map((path) => running.client.request(path, { headers: { accept } })));
    const [first, second] = tables.map(({ json }) => json.rows[0].cells as unknown[]);
    expect(first).toEqual(["a", "Deployment/web", "cpu: <unknown>/80%", "1", 5, 0, first?.at(-1)]);
    expect(second?.slice(0, -1)).toEqual(first?.slice(0, -1));
  });

  test("a manager without a time keeps its entry when it applies the same fields of an autoscaler in another version", async () => {
    await using running = await startTestServer();
    const spec = { scaleTargetRef, maxReplicas: 5 };
    await send(running, "POST", v2, { metadata: { name: "a" }, spec });
    const entries = [];
    for (const version of ["v1", "v2"]) {
      const apiVersion = `autoscaling/${version}`;
      const path = `/apis/${apiVersion}/namespaces/default/horizontalpodautoscalers/a?fieldManager=one`;
      const { json } = await running.client.request(path, {
        method: "PATCH",
        headers: { "content-type": "application/apply-patch+yaml" },
        body: JSON.stringify({ ...kindOfV1, apiVersion, metadata: { name: "a" }, spec }),
      });
      const [{ manager, operation, apiVersion: ofEntry, time }] = json.metadata.managedFields;
      entries.push([manager, operation, ofEntry, time]);
    }
    expect(entries).toEqual([
      ["one", "Apply", "autoscaling/v1", undefined],
      ["one", "Apply", "autoscaling/v2", undefined],
    ]);
  });

  test("a write in v1 drops the managed fields of an autoscaler with a repeated condition, and an apply in v1 is rejected", async () => {
    await using running = await startTestServer();
    await send(running, "POST", v2, { metadata: { name: "a" }, spec: { scaleTargetRef, maxReplicas: 5 } });
    const patch = async (path: string, type: string, body: object) =>
      await running.client.request(path, {
        method: "PATCH",
        headers: { "content-type": `application/${type}` },
        body: JSON.stringify(body),
      });
    const conditions = ["True", "False"].map((status) => ({ type: "Ready", status }));
    const repeated = await patch(`${v2}/a/status`, "merge-patch+json", { status: { conditions } });
    expect(repeated.json.metadata.managedFields).toHaveLength(2);

    const applied = { ...kindOfV1, metadata: { name: "a", labels: { app: "web" } } };
    const refused = await patch(`${v1}/a?fieldManager=m`, "apply-patch+yaml", applied);
    expect(refused.status).toBe(500);
    expect(refused.json.message).toBe('.status.conditions: duplicate entries for key [type="Ready"]');

    const labelled = await patch(`${v1}/a`, "merge-patch+json", { metadata: { labels: { app: "web" } } });
    expect(labelled.status).toBe(200);
    expect(labelled.json.metadata).not.toHaveProperty("managedFields");
  });

  test("an apply in autoscaling/v1 that changes only managed fields keeps the order of an autoscaler's metrics", async () => {
    await using running = await startTestServer();
    const pods = {
      type: "Pods",
      pods: { metric: { name: "hits" }, target: { type: "AverageValue", averageValue: "5" } },
    };
    const spec = { scaleTargetRef, maxReplicas: 5, metrics: [resource("cpu", 60), pods] };
    await send(running, "POST", v2, { metadata: { name: "a" }, spec });
    const apply = async (maxReplicas: number): Promise<unknown> => {
      const { json } = await running.client.request(`${v1}/a?fieldManager=one&force=true`, {
        method: "PATCH",
        headers: { "content-type": "application/apply-patch+yaml" },
        body: JSON.stringify({ ...kindOfV1, metadata: { name: "a" }, spec: { scaleTargetRef, maxReplicas } }),
      });
      expect(json.metadata.managedFields).toHaveLength(2);
      return (await running.client.request(`${v2}/a`)).json.spec.metrics;
    };
    expect(await apply(5)).toEqual([resource("cpu", 60), pods]);
    expect(await apply(6)).toEqual([pods, resource("cpu", 60)]);
  });
});
