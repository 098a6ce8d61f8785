import { describe, expect, test } from "vitest";
import { startTestServer } from "../support/test-server.ts";

const beta = "/apis/resource.orch.io/v1beta1/resourceslices";
const alpha = "/apis/resource.orch.io/v1alpha3/resourceslices";
const served = { flags: ["--runtime-config=resource.orch.io/v1beta1=true,resource.orch.io/v1alpha3=true"] };
const mergePatch = { "content-type": "application/merge-patch+json" };

const specOf = (capacity: object) => ({
  driver: "gpu.example.com",
  pool: { name: "node-3", generation: 1, resourceSliceCount: 1 },
  nodeName: "node-3",
  devices: [{ name: "gpu-0", basic: { capacity } }],
});

describe("a kind whose two versions differ in structure", () => {
  test("an object can be read in both versions, whichever it was written in", async () => {
    await using running = await startTestServer(served);
    const { client } = running;
    const body = { metadata: { name: "a" }, spec: specOf({ memory: "80Gi" }) };
    const made = await client.request(alpha, { method: "POST", body: JSON.stringify(body) });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({ apiVersion: "resource.orch.io/v1alpha3", spec: specOf({ memory: "80Gi" }) });

    const other = await client.request(`${beta}/a`);
    expect(other.json.apiVersion).toBe("resource.orch.io/v1beta1");
    expect(other.json.spec).toEqual(specOf({ memory: { value: "80Gi" } }));
    expect(other.json.metadata).toEqual(made.json.metadata);

    const list = await client.request(`${alpha}?fieldSelector=spec.driver=gpu.example.com`);
    expect(list.json.apiVersion).toBe("resource.orch.io/v1alpha3");
    expect(list.json.items.map((one: { spec: unknown }) => one.spec)).toEqual([specOf({ memory: "80Gi" })]);
  });

  test("an object can be changed in both versions, and both can be watched", async () => {
    await using running = await startTestServer(served);
    const { client } = running;
    const body = { metadata: { name: "a" }, spec: specOf({ memory: { value: "80Gi" } }) };
    const made = await client.request(beta, { method: "POST", body: JSON.stringify(body) });
    const since = made.json.metadata.resourceVersion as string;
    await using events = await client.watch(`${beta}?watch=true&resourceVersion=${since}`);
    await using alphaEvents = await client.watch(`${alpha}?watch=true&resourceVersion=${since}`);

    const change = { spec: { devices: [{ name: "gpu-0", basic: { capacity: { memory: "40Gi" } } }] } };
    const patched = await client.request(`${alpha}/a`, {
      method: "PATCH",
      body: JSON.stringify(change),
      headers: mergePatch,
    });
    expect(patched.status).toBe(200);
    expect(patched.json).toMatchObject({ metadata: { generation: 2 }, spec: specOf({ memory: "40Gi" }) });
    expect((await events.next())?.object).toMatchObject({ spec: specOf({ memory: { value: "40Gi" } }) });
    expect((await alphaEvents.next())?.object).toMatchObject({ spec: specOf({ memory: "40Gi" }) });
  });

  test("an object with the fields of the other version is rejected", async () => {
    await using running = await startTestServer(served);
    const body = { metadata: { name: "a" }, spec: specOf({ memory: { value: "80Gi" } }) };
    const { status, json } = await running.client.request(alpha, { method: "POST", body: JSON.stringify(body) });
    expect([status, json.reason]).toEqual([400, "BadRequest"]);
  });
});

test("versions that are disabled by default are not served", async () => {
  await using running = await startTestServer();
  for (const path of [beta, alpha, "/apis/resource.orch.io", "/apis/coordination.orch.io/v1alpha2/leasecandidates"]) {
    expect((await running.client.request(path)).status).toBe(404);
  }
});
