import { describe, expect, test } from "vitest";
import { apply, applyEntry, applyObject, updateEntry } from "../support/apply.ts";
import { autoscaler, autoscalersPath } from "../support/autoscalers.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject, getObject, patch } from "../support/writes.ts";

describe("[SSA-19] an entry says in which version its fields are", () => {
  test("each version of an autoscaler has separate managedFields entries", async () => {
    await using running = await startTestServer();
    const { client, clock } = running;
    const made = await client.request(`${autoscalersPath("v1")}?fieldManager=hand`, {
      body: autoscaler("v1", { targetCPUUtilizationPercentage: 50 }),
    });
    expect(made.status).toBe(201);
    const ofV1 = {
      "f:spec": {
        "f:maxReplicas": {},
        "f:minReplicas": {},
        "f:scaleTargetRef": {},
        "f:targetCPUUtilizationPercentage": {},
      },
    };
    expect(made.json.metadata.managedFields).toEqual([updateEntry("hand", ofV1, { apiVersion: "autoscaling/v1" })]);
    await clock.advance(90_000);
    const raised = await patch(client, `${autoscalersPath("v2")}/h?fieldManager=hand`, "merge", {
      spec: { maxReplicas: 5 },
    });
    const { "f:maxReplicas": _, ...left } = ofV1["f:spec"];
    const entries = [
      updateEntry("hand", { "f:spec": left }, { apiVersion: "autoscaling/v1" }),
      updateEntry(
        "hand",
        { "f:spec": { "f:maxReplicas": {} } },
        { apiVersion: "autoscaling/v2", time: "2025-01-01T00:01:30Z" },
      ),
    ];
    expect(raised.json.metadata.managedFields).toEqual(entries);
    expect((await getObject(client, `${autoscalersPath("v1")}/h`)).metadata.managedFields).toEqual(entries);
  });

  test("a field that is owned in one version conflicts in another", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const cpu = (averageUtilization: number): object => ({
      metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Utilization", averageUtilization } } }],
    });
    await applyObject(
      client,
      `${autoscalersPath("v1")}/h`,
      "one",
      autoscaler("v1", { targetCPUUtilizationPercentage: 50 }),
    );
    const conflict = await apply(client, `${autoscalersPath("v2")}/h`, "two", autoscaler("v2", cpu(70)));
    expect([conflict.status, conflict.json.details.causes]).toEqual([
      409,
      [
        {
          reason: "FieldManagerConflict",
          message: 'conflict with "one"',
          field: ".spec.targetCPUUtilizationPercentage",
        },
      ],
    ]);
    const moved = await applyObject(client, `${autoscalersPath("v2")}/h`, "one", autoscaler("v2", cpu(70)));
    expect(moved.metadata.managedFields).toEqual([
      applyEntry(
        "one",
        {
          "f:spec": {
            "f:maxReplicas": {},
            "f:metrics": {},
            "f:scaleTargetRef": { "f:apiVersion": {}, "f:kind": {}, "f:name": {} },
          },
        },
        { apiVersion: "autoscaling/v2" },
      ),
    ]);
    const read = await getObject(client, `${autoscalersPath("v1")}/h`);
    expect(read.spec.targetCPUUtilizationPercentage).toBe(70);
  });

  test("an apply without metrics does not conflict if the manager applied in a version whose conversion adds the stored ones", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const target = `${autoscalersPath("v2")}/h`;
    const unwanted = autoscaler("v2", { metrics: [], minReplicas: 2 });
    await createObject(client, `${autoscalersPath("v2")}?fieldManager=one`, autoscaler("v2", {}));
    const causesOf = async (): Promise<readonly { field: string }[]> =>
      (await apply(client, target, "two", unwanted)).json.details.causes;
    expect(await causesOf()).toMatchObject([{ field: ".spec.metrics" }, { field: ".spec.minReplicas" }]);
    await applyObject(client, `${autoscalersPath("v1")}/h`, "two", autoscaler("v1", {}));
    expect(await causesOf()).toMatchObject([{ field: ".spec.minReplicas" }]);
  });

  test("an apply removes a field that the manager applied in another version, and the field gets its default", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const applyIn = async (version: string, spec: object): Promise<{ minReplicas: number; metrics: object[] }> => {
      await applyObject(client, `${autoscalersPath(version)}/h`, "one", autoscaler(version, spec));
      return (await getObject(client, `${autoscalersPath("v2")}/h`)).spec;
    };
    await applyIn("v1", { minReplicas: 2, targetCPUUtilizationPercentage: 60 });
    const left = await applyIn("v2", {});
    expect(left.minReplicas).toBe(1);
    // As in the reference, metrics remain: the conversion sets the default if an autoscaler has none, so the field is
    // present.
    expect(left.metrics).toMatchObject([{ resource: { target: { averageUtilization: 60 } } }]);
    await applyIn("v2", { minReplicas: 2 });
    expect((await applyIn("v1", {})).minReplicas).toBe(1);
  });

  test("a write through one group of Events drops the entries of the other group, as in the reference", async () => {
    await using running = await startTestServer();
    const { client } = running;
    const core = "/api/v1/namespaces/default/events";
    const events = "/apis/events.orch.io/v1/namespaces/default/events";
    await createObject(client, `${core}?fieldManager=old`, {
      metadata: { name: "e" },
      involvedObject: { namespace: "default", kind: "Pod", name: "p" },
      message: "hello",
      reason: "Said",
      type: "Normal",
    });
    const changed = await patch(client, `${events}/e?fieldManager=new`, "merge", { metadata: { labels: { l: "1" } } });
    expect(changed.status).toBe(200);
    expect(changed.json.metadata.managedFields).toEqual([
      updateEntry("new", { "f:metadata": { "f:labels": { ".": {}, "f:l": {} } } }, { apiVersion: "events.orch.io/v1" }),
    ]);
  });

  test("a manager that owns the whole spec can apply it in another version", async () => {
    await using running = await startTestServer({ flags: ["--runtime-config=api/all=true"] });
    const slice = (nodeName: string, size: unknown): object => ({
      kind: "ResourceSlice",
      metadata: { name: "s" },
      spec: {
        driver: "d.example.com",
        nodeName,
        pool: { name: "p", generation: 1, resourceSliceCount: 1 },
        devices: [{ name: "a", basic: { capacity: { size } } }],
      },
    });
    const send = async (version: string, body: object) => {
      const apiVersion = `resource.orch.io/${version}`;
      const slices = `/apis/${apiVersion}/resourceslices/s`;
      return await apply(running.client, slices, "one", { apiVersion, ...body });
    };
    expect((await send("v1beta1", slice("n", { value: "1Gi" }))).status).toBe(201);
    expect((await send("v1alpha3", slice("o", "1Gi"))).json.message).toContain("spec.nodeName: Invalid value");
    const { status, json } = await send("v1alpha3", slice("n", "2Gi"));
    expect([status, json.spec.devices[0].basic.capacity]).toEqual([200, { size: "2Gi" }]);
  });
});
