/** The addresses that a server publishes: in discovery, in the documents about tokens, and as endpoints of its Service. */
import { expect, test } from "vitest";
import { startTestServer, type TestServer } from "./support/test-server.ts";
import { KeptStore } from "./support/test-store.ts";
import { eventually } from "./support/until.ts";
import { getObject, isGone } from "./support/writes.ts";

const endpointsPath = "/api/v1/namespaces/default/endpoints/kubernetes";
const slicePath = "/apis/discovery.k8s.io/v1/namespaces/default/endpointslices/kubernetes";
const address = "--advertise-address=10.1.2.3";

/** Members of the metadata that do not depend on the run. */
function fixed({ name, namespace, labels }: Record<string, unknown>): object {
  return { name, namespace, labels };
}

test("the Service of the API server has the advertised address as its endpoint, as in the reference", async () => {
  await using running = await startTestServer({ vocabulary: "kubernetes", flags: [address] });
  const { client, server } = running;
  const port = Number(new URL(server.url).port);
  const endpoints = await getObject(client, endpointsPath);
  expect(fixed(endpoints.metadata)).toEqual({
    name: "kubernetes",
    namespace: "default",
    labels: { "endpointslice.kubernetes.io/skip-mirror": "true" },
  });
  expect(endpoints.subsets).toEqual([
    { addresses: [{ ip: "10.1.2.3" }], ports: [{ name: "https", port, protocol: "TCP" }] },
  ]);
  expect(endpoints.metadata.managedFields).toMatchObject([
    {
      manager: "kube-apiserver",
      operation: "Update",
      fieldsV1: {
        "f:metadata": { "f:labels": { ".": {}, "f:endpointslice.kubernetes.io/skip-mirror": {} } },
        "f:subsets": {},
      },
    },
  ]);
  const slice = await getObject(client, slicePath);
  expect(fixed(slice.metadata)).toEqual({
    name: "kubernetes",
    namespace: "default",
    labels: { "kubernetes.io/service-name": "kubernetes" },
  });
  expect(slice).toMatchObject({
    addressType: "IPv4",
    endpoints: [{ addresses: ["10.1.2.3"], conditions: { ready: true } }],
    ports: [{ name: "https", protocol: "TCP", port }],
  });
});

test("the Service of the API server has the node port of the flag, and no type NodePort after a start without it", async () => {
  await using store = new KeptStore();
  const path = "/api/v1/namespaces/default/services/kubernetes";
  const portsWith = async (...flags: readonly string[]): Promise<object> => {
    await using running = await startTestServer({ vocabulary: "kubernetes", store, flags });
    const { type, ports, clusterIP } = (await getObject(running.client, path)).spec;
    expect(ports).toHaveLength(1);
    const [{ targetPort: _targetPort, ...port }] = ports;
    if (flags.length > 0) await expectTaken(running.client);
    return { type, port, clusterIP };
  };
  const port = { name: "https", protocol: "TCP", port: 443 };
  const flag = "--kubernetes-service-node-port=30100";
  expect(await portsWith()).toEqual({ type: "ClusterIP", port, clusterIP: "10.96.0.1" });
  const published = { type: "NodePort", port: { ...port, nodePort: 30_100 }, clusterIP: "10.96.0.1" };
  expect(await portsWith(flag)).toEqual(published);
  expect(await portsWith(flag)).toEqual(published);
  expect(await portsWith()).toEqual({ type: "ClusterIP", port, clusterIP: "10.96.0.1" });
});

/** Checks that no other Service can have the node port 30100. */
async function expectTaken(client: TestServer["client"]): Promise<void> {
  const spec = { type: "NodePort", ports: [{ port: 80, nodePort: 30_100 }] };
  const body = { metadata: { name: "other" }, spec };
  const { status, json } = await client.request("/api/v1/namespaces/default/services", { body });
  expect([status, json.message]).toEqual([
    422,
    'Service "other" is invalid: spec.ports[0].nodePort: Invalid value: 30100: provided port is already allocated',
  ]);
}

test("endpoints that a client deletes or changes are corrected within ten seconds", async () => {
  await using running = await startTestServer({ vocabulary: "kubernetes", flags: [address] });
  const { client, clock } = running;
  await client.request(endpointsPath, { method: "DELETE" });
  await client.request(slicePath, {
    method: "PATCH",
    headers: { "content-type": "application/merge-patch+json" },
    body: { endpoints: [] },
  });
  await clock.advance(10_000);
  await eventually(async () => !(await isGone(client, endpointsPath)), "the Endpoints exist again");
  await eventually(async () => (await getObject(client, slicePath)).endpoints?.length === 1, "the slice is corrected");
});

test("a server that only this machine can reach, and one without a reconciler, publish no endpoints", async () => {
  const none = [address, "--endpoint-reconciler-type=none"];
  for (const flags of [[], ["--advertise-address=127.0.0.1"], none]) {
    await using running = await startTestServer({ vocabulary: "kubernetes", flags });
    expect(await isGone(running.client, endpointsPath), flags.join(" ")).toBe(true);
    expect(await isGone(running.client, slicePath), flags.join(" ")).toBe(true);
  }
});

test("discovery and the documents about tokens show the advertised address, or the external host", async () => {
  const shown = async (...flags: readonly string[]): Promise<readonly string[]> => {
    await using running = await startTestServer({ vocabulary: "kubernetes", flags });
    const { port } = new URL(running.server.url);
    const { json } = await running.client.request("/api");
    const { json: issuer } = await running.client.request("/.well-known/openid-configuration");
    return [json.serverAddressByClientCIDRs[0].serverAddress, issuer.jwks_uri].map((text) =>
      text.replace(port, "PORT"),
    );
  };
  expect(await shown()).toEqual(["127.0.0.1:PORT", "https://127.0.0.1:PORT/openid/v1/jwks"]);
  expect(await shown(address)).toEqual(["10.1.2.3:PORT", "https://10.1.2.3:PORT/openid/v1/jwks"]);
  expect(await shown(address, "--external-hostname=api.example.com")).toEqual([
    "api.example.com:PORT",
    "https://api.example.com:PORT/openid/v1/jwks",
  ]);
  expect(await shown("--external-hostname=api.example.com:443")).toEqual([
    "api.example.com:443",
    "https://api.example.com:443/openid/v1/jwks",
  ]);
});

test("a client in the range of Services also gets the address of the Service, as in the reference", async () => {
  await using running = await startTestServer({ flags: [address] });
  const addressesFor = async (headers: Record<string, string>): Promise<unknown> =>
    (await running.client.request("/api", { headers })).json.serverAddressByClientCIDRs;
  const everyone = { clientCIDR: "0.0.0.0/0", serverAddress: `10.1.2.3:${new URL(running.server.url).port}` };
  const service = { clientCIDR: "10.96.0.0/12", serverAddress: "10.96.0.1:443" };
  expect(await addressesFor({})).toEqual([everyone]);
  expect(await addressesFor({ "x-forwarded-for": "10.96.0.5, 192.0.2.1" })).toEqual([everyone, service]);
  expect(await addressesFor({ "x-forwarded-for": "unknown", "x-real-ip": "10.111.255.255" })).toEqual([
    everyone,
    service,
  ]);
  expect(await addressesFor({ "x-forwarded-for": "10.112.0.0" })).toEqual([everyone]);
});

test.each([
  ["--advertise-address=foo", 'invalid argument "foo" for "--advertise-address" flag: failed to parse IP: "foo"'],
  ["--advertise-address=fd00::2", 'service IP family "10.96.0.0/12" must match public address family "fd00::2"'],
])("%s is rejected with the message of the reference", async (flag, message) => {
  await expect(startTestServer({ flags: [flag] })).rejects.toThrow(message);
});
