import { expect, test } from "vitest";
import { applyObject } from "../support/apply.ts";
import { deployment, deployments } from "../support/deployments.ts";
import { startTestServer } from "../support/test-server.ts";
import { createObject, getObject, patch } from "../support/writes.ts";

test("managedFields of a Scale can be patched, and errors show them", async () => {
  await using running = await startTestServer();
  await createObject(running.client, deployments, { ...deployment, spec: { ...deployment.spec, replicas: 1 } });
  const refused = await patch(running.client, `${deployments}/d/scale`, "merge", { spec: { replicas: [] } });
  expect(refused.json.details.causes[0].message).toContain('\\"managedFields\\":[{\\"manager\\":\\"unknown\\"');
  const operations = [{ op: "test", path: "/metadata/managedFields/0/manager", value: "unknown" }];
  expect((await patch(running.client, `${deployments}/d/scale`, "json", operations)).status).toBe(200);
});

test("an apply of a Scale that changes nothing gets a separate entry for the replicas, as in the reference", async () => {
  await using running = await startTestServer();
  await createObject(running.client, deployments, { ...deployment, spec: { ...deployment.spec, replicas: 1 } });
  const body = { apiVersion: "autoscaling/v1", kind: "Scale", metadata: { name: "d" } };
  const versions: string[] = [];
  const owners: object[] = [];
  for (let count = 0; count < 3; count++) {
    versions.push((await applyObject(running.client, `${deployments}/d/scale`, "two", body)).metadata.resourceVersion);
    const { managedFields } = (await getObject(running.client, `${deployments}/d`)).metadata;
    owners.push((managedFields as readonly object[])[0] ?? {});
  }
  const replicas = { operation: "Update", fieldsV1: { "f:spec": { "f:replicas": {} } } };
  expect(owners).toMatchObject([
    { ...replicas, manager: "unknown" },
    { ...replicas, manager: "before-first-apply", subresource: "scale" },
    { ...replicas, manager: "before-first-apply", subresource: "scale" },
  ]);
  expect(versions[2]).toBe(versions[1]);
});

test("a write of a Scale with invalid metadata is rejected, although it does not change the metadata", async () => {
  await using running = await startTestServer();
  await createObject(running.client, deployments, deployment);
  const body = { metadata: { labels: { "-": "x" }, finalizers: ["a"] }, spec: { replicas: -1 } };
  const refused = await patch(running.client, `${deployments}/d/scale`, "merge", body);
  expect(refused.json.code).toBe(422);
  expect(refused.json.details.causes.map(({ field }: { field: string }) => field)).toEqual([
    "metadata.labels",
    "metadata.finalizers[0]",
    "spec.replicas",
  ]);
});
