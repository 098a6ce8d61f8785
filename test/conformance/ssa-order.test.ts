import { expect, test } from "vitest";
import { apply, applyObject, conflictCauses } from "../support/apply.ts";
import { mapsPath } from "../support/config-maps.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject } from "../support/writes.ts";

/** Responses of the reference v1.32.13. */
const services = "/api/v1/namespaces/default/services";
const scalers = (version: string): string => `/apis/autoscaling/${version}/namespaces/default/horizontalpodautoscalers`;
const http = { name: "http", port: 80, protocol: "TCP" };
const dns = { name: "dns", port: 53, protocol: "UDP" };
const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "d" };

function service(fields: object): object {
  return { apiVersion: "v1", kind: "Service", metadata: { name: "s" }, ...fields };
}

function scaler(version: string, fields: object): object {
  const head = { apiVersion: `autoscaling/${version}`, kind: "HorizontalPodAutoscaler", metadata: { name: "a" } };
  return { ...head, ...fields };
}

// oxlint-disable-next-line typescript/no-explicit-any
const portsOf = ({ spec }: any): string[] => spec.ports.map(({ name }: { name: string }) => name);
// oxlint-disable-next-line typescript/no-explicit-any
const entryOf = ({ metadata }: any, manager: string): any =>
  metadata.managedFields.find((entry: { manager: string }) => entry.manager === manager);

test("an apply that only reorders items stores the new order and has a time", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, services, service({ spec: { ports: [http, dns] } }));
  const same = await applyObject(client, `${services}/s`, "one", service({ spec: { ports: [http, dns] } }));
  expect(portsOf(same)).toEqual(["http", "dns"]);
  expect(entryOf(same, "one")).not.toHaveProperty("time");
  const reordered = await applyObject(client, `${services}/s`, "one", service({ spec: { ports: [dns, http] } }));
  expect(portsOf(reordered)).toEqual(["dns", "http"]);
  expect(entryOf(reordered, "one")).toHaveProperty("time");
});

test("an apply of a status outside the status subresource has a time, although it changes nothing", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, services, service({ spec: { ports: [http] } }));
  const status = { conditions: [{ type: "Ready", reason: "R" }] };
  const result = await applyObject(client, `${services}/s`, "one", service({ spec: { ports: [http] }, status }));
  expect(result.status).toEqual({ loadBalancer: {} });
  expect(entryOf(result, "one")).toHaveProperty("time");
});

test("an apply in another version that omits a required field conflicts with the field's owner", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const spec = { scaleTargetRef, maxReplicas: 5 };
  await createObject(client, `${scalers("v2")}?fieldManager=maker`, scaler("v2", { spec }));
  const path = `${scalers("v1")}/a`;
  await applyObject(client, path, "two", scaler("v1", { spec }));
  const { kind: _, ...target } = scaleTargetRef;
  const refused = await apply(client, path, "two", scaler("v1", { spec: { ...spec, scaleTargetRef: target } }));
  expect(refused.status).toBe(409);
  const owner = '"maker" using autoscaling/v2';
  expect(refused.json.details.causes).toEqual(conflictCauses(owner, ".spec.scaleTargetRef.kind"));
});

test("an apply of a status may have an incomplete spec if managers use several versions", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const spec = { scaleTargetRef, maxReplicas: 5 };
  await createObject(client, scalers("v2"), scaler("v2", { spec }));
  await applyObject(client, `${scalers("v1")}/a`, "two", scaler("v1", { spec }));
  const metrics = [{ type: "Resource", resource: { name: "cpu" } }];
  const wish = scaler("v2", { spec: { metrics }, status: { currentReplicas: 2 } });
  const result = await applyObject(client, `${scalers("v2")}/a/status`, "one", wish);
  expect(result.status).toMatchObject({ currentReplicas: 2, desiredReplicas: 0 });
  expect(result.spec.metrics[0].resource.target).toEqual({ type: "Utilization", averageUtilization: 80 });
});

test("a time that a client sends for an entry is stored only if it changes the order of the entries", async () => {
  await using running = await startTestServer();
  const { client } = running;
  const path = `${mapsPath}/a`;
  const map = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { x: "1" } };
  await createObject(client, `${mapsPath}?fieldManager=maker`, map);
  await applyObject(client, path, "one", map);
  const { metadata } = await applyObject(client, path, "two", map);
  const [one, two, maker] = metadata.managedFields;
  const time = "2020-01-01T00:00:00Z";
  const put = async (managedFields: object[]): Promise<object[]> =>
    (await client.request(path, { method: "PUT", body: { ...map, metadata: { name: "a", managedFields } } })).json
      .metadata.managedFields;
  expect(await put([one, { ...two, time }, maker])).toEqual([one, two, maker]);
  expect(await put([{ ...one, time }, two, maker])).toEqual([two, { ...one, time }, maker]);
});
