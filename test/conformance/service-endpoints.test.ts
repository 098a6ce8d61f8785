/** Deletion of a Service, with which the API server itself deletes the Endpoints. */
import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { createObject, deleteObject, getObject, isGone, patch } from "../support/writes.ts";

const services = "/api/v1/namespaces/default/services";
const endpoints = "/api/v1/namespaces/default/endpoints";

async function startWith(service: object, endpointsMetadata: object = {}): Promise<TestServer> {
  const running = await startTestServer();
  await createObject(running.client, services, { metadata: { name: "web" }, ...service });
  await createObject(running.client, endpoints, { metadata: { name: "web", ...endpointsMetadata } });
  return running;
}

const clusterIp = { spec: { ports: [{ port: 80 }] } };

describe("the Endpoints of a Service are deleted", () => {
  test.each([
    ["ClusterIP", clusterIp],
    ["ExternalName", { spec: { type: "ExternalName", externalName: "a.example" } }],
  ])("a deletion of a Service of type %s deletes its Endpoints", async (_, service) => {
    await using running = await startWith(service);
    const { client } = running;
    await deleteObject(client, `${services}/web?dryRun=All`);
    expect(await isGone(client, `${endpoints}/web`)).toBe(false);
    await deleteObject(client, `${services}/web`);
    expect(await isGone(client, `${endpoints}/web`)).toBe(true);
  });

  test("removing the last finalizer of a terminating Service deletes its Endpoints", async () => {
    await using running = await startWith({ metadata: { name: "web", finalizers: ["example.com/a"] }, ...clusterIp });
    const { client } = running;
    await deleteObject(client, `${services}/web`);
    expect(await isGone(client, `${endpoints}/web`)).toBe(false);
    await patch(client, `${services}/web`, "merge", { metadata: { finalizers: null } });
    expect(await isGone(client, `${endpoints}/web`)).toBe(true);
  });

  test("a deletion of all Services with one request deletes their Endpoints", async () => {
    await using running = await startWith(clusterIp);
    const { client } = running;
    await createObject(client, services, { metadata: { name: "alone" }, ...clusterIp });
    await deleteObject(client, services);
    expect(await isGone(client, `${endpoints}/web`)).toBe(true);
  });

  test("Endpoints with finalizers remain marked after the deletion of their Service", async () => {
    await using running = await startWith(clusterIp, { finalizers: ["example.com/a"] });
    const { client } = running;
    await deleteObject(client, `${services}/web`);
    expect((await getObject(client, `${endpoints}/web`)).metadata.deletionTimestamp).toBeDefined();
  });
});

test("a Service without Endpoints can be deleted", async () => {
  await using running = await startTestServer();
  const { client } = running;
  await createObject(client, services, { metadata: { name: "alone" }, ...clusterIp });
  await deleteObject(client, `${services}/alone`);
  expect(await isGone(client, `${services}/alone`)).toBe(true);
});

test("a Service can be deleted from a server that does not serve Endpoints", async () => {
  await using running = await startTestServer({ flags: ["--runtime-config=v1/endpoints=false"] });
  const { client } = running;
  await createObject(client, services, { metadata: { name: "alone" }, ...clusterIp });
  await deleteObject(client, `${services}/alone`);
  expect(await isGone(client, `${services}/alone`)).toBe(true);
});
