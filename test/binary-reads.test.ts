/** Reads in protobuf and CBOR, whose contents are kept with objects, on a server whose objects and types change. */
import { expect, test } from "vitest";
import { configMap } from "../src/api/index.ts";
import { loadEncoding } from "../src/app/client.ts";
import { newSeed, seededRandom } from "../src/base/random.ts";
import { type Api, Client, type ResourceType } from "../src/client/index.ts";
import type { ApiObject } from "../src/meta/object-meta.ts";
import {
  defineWidgets,
  definitionsPath,
  shopGroup,
  widget,
  widgetDefinition,
  widgetsPath,
} from "./support/custom-types.ts";
import { startTestServer, type TestServer } from "./support/test-server.ts";

const gate = { flags: ["--feature-gates=CBORServingAndStorage=true"] };
const maps: ResourceType = { group: "", version: "v1", kind: "ConfigMap", plural: "configmaps", namespaced: true };
const widgets: ResourceType = { group: shopGroup, version: "v1", kind: "Widget", plural: "widgets", namespaced: true };

/** Returns clients of the server in each encoding, JSON first. */
function clientsOf({ server }: TestServer): readonly [Client, Client, Client] {
  const { transport } = server.client;
  const options = { transport, loadEncoding };
  return [
    server.client,
    new Client({ ...options, contentType: "cbor" }),
    new Client({ ...options, contentType: "protobuf" }),
  ];
}

/** Reads all objects in lists, gets and as initial events of a watch. */
async function readAll(api: Api): Promise<unknown> {
  const { items, resourceVersion } = await api.list();
  const gotten: ApiObject[] = [];
  for (const { metadata } of items) gotten.push(await api.get(metadata.name ?? ""));
  const events: unknown[] = [];
  if (items.length > 0) {
    for await (const event of api.watch()) if (events.push(event) === items.length) break;
  }
  return { items, resourceVersion, gotten, events };
}

test("reads in each encoding show the same state after every change of objects", async () => {
  await using running = await startTestServer(gate);
  const clients = clientsOf(running);
  const seed = newSeed();
  const random = seededRandom(seed);
  const [json] = clients;
  const api = json.api(configMap, "default");
  const { resourceVersion } = await api.list();
  for (let round = 0; round < 60; round++) {
    const name = `map-${random.below(4)}`;
    const data = { round: `${round}`, ü: "x".repeat(random.below(50)) };
    const { items } = await api.list();
    const existing = items.find(({ metadata }) => metadata.name === name);
    if (!existing) await api.create({ metadata: { name }, data: { round: `${round}` } });
    else if (random.below(3) === 0) await api.delete(name);
    else await api.patch(name, "merge", { data: { round: data.round }, metadata: { annotations: { a: data["ü"] } } });
    const [inJson, ...others] = await Promise.all(clients.map((client) => readAll(client.resource(maps, "default"))));
    for (const other of others) expect(other, `seed ${seed}, round ${round}`).toStrictEqual(inJson);
    const metadata = await Promise.all(clients.map((client) => readAll(client.metadata(maps, "default"))));
    for (const other of metadata.slice(1)) expect(other, `seed ${seed}, round ${round}`).toStrictEqual(metadata[0]);
  }
  // The whole history has the same events, also those of deletions.
  const histories: unknown[] = [];
  const { resourceVersion: last } = await api.list();
  for (const client of clients) {
    const events: unknown[] = [];
    const watch = client.api(configMap, "default").watch({ resourceVersion });
    for await (const event of watch) {
      events.push(event);
      if (event.object.metadata.resourceVersion === last) break;
    }
    histories.push(events);
  }
  for (const other of histories.slice(1)) expect(other, `seed ${seed}`).toStrictEqual(histories[0]);
});

test("reads in CBOR follow a definition that changes while its objects stay", async () => {
  await using running = await startTestServer(gate);
  const { client } = running;
  await defineWidgets(client);
  await client.request(widgetsPath, { body: widget("a", { spec: { size: 1, colour: "red" } }) });
  const [json, cbor] = clientsOf(running);
  const both = async (type: ResourceType): Promise<readonly unknown[]> =>
    await Promise.all([json, cbor].map((one) => readAll(one.resource(type, "default"))));
  const compare = async (type: ResourceType, spec: object): Promise<void> => {
    const [inJson, inCbor] = await both(type);
    expect(inJson).toMatchObject({ items: [{ apiVersion: `${type.group}/${type.version}`, spec }] });
    expect(inCbor).toStrictEqual(inJson);
  };
  await compare(widgets, { size: 1, colour: "red" });
  const change = async (versions: readonly object[]): Promise<void> => {
    const path = `${definitionsPath}/widgets.${shopGroup}`;
    const headers = { "content-type": "application/merge-patch+json" };
    const body = { spec: { versions } };
    expect((await client.request(path, { method: "PATCH", headers, body })).status).toBe(200);
  };
  const [version] = widgetDefinition().spec.versions as readonly [object];
  const secondVersion = { ...version, name: "v2", storage: false };
  const size = { type: "object", properties: { size: { type: "integer" }, depth: { type: "integer", default: 7 } } };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec: size } } };
  await change([version, secondVersion]);
  await compare({ ...widgets, version: "v2" }, { size: 1, colour: "red" });
  await compare(widgets, { size: 1, colour: "red" });
  await change([version, { ...secondVersion, schema }]);
  await compare({ ...widgets, version: "v2" }, { size: 1 });
  await compare(widgets, { size: 1, colour: "red" });
  await change([{ ...version, schema }, secondVersion]);
  await compare(widgets, { size: 1, depth: 7 });
});

test("[CBOR-01] a server that was restarted without the gate sends no CBOR, although it has sent it before", async () => {
  const headers = { accept: "application/cbor" };
  for (const [options, status] of [
    [gate, 200],
    [{}, 406],
  ] as const) {
    await using running = await startTestServer(options);
    const { client } = running;
    await client.request("/api/v1/namespaces/default/configmaps", { body: { metadata: { name: "a" } } });
    for (let round = 0; round < 2; round++) {
      expect((await client.request("/api/v1/namespaces/default/configmaps/a", { headers })).status).toBe(status);
      expect((await client.request("/api/v1/namespaces/default/configmaps", { headers })).status).toBe(status);
    }
  }
});
