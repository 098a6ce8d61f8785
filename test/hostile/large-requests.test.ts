/**
 * Large requests to the built server. A second thread handles them with the same results, and other clients do not
 * wait.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseYaml } from "../../src/codec/index.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { readCbor } from "../support/cbor-items.ts";
import { buildProgram, clientOf, OrchProcess } from "../support/orch-process.ts";
import { openEnvelope } from "../support/protobuf-message.ts";
import type { WireClient, WireRequest, WireResponse } from "../support/wire-client.ts";

const maps = "/api/v1/namespaces/default/configmaps";
const services = "/api/v1/namespaces/default/services";

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

/** Returns a list without its version, which changes when the server renews its lease. */
function withoutVersion({ metadata, ...rest }: Json): Json {
  const { resourceVersion: _version, ...otherMetadata } = metadata;
  return { ...rest, metadata: otherMetadata };
}

let folder: TemporaryDirectory;
let server: OrchProcess;
let client: WireClient;
let other: WireClient;

beforeAll(async () => {
  await buildProgram();
  folder = new TemporaryDirectory();
  const gate = "--feature-gates=CBORServingAndStorage=true";
  server = new OrchProcess([
    "apiserver",
    "--vocabulary=kubernetes",
    "--secure-port=0",
    `--data-dir=${folder.path}`,
    gate,
  ]);
  await server.waitUntilReady();
  const kubeconfig = readFileSync(join(folder.path, "admin.kubeconfig"), "utf8");
  client = clientOf(kubeconfig);
  other = clientOf(kubeconfig);
}, 120_000);

afterAll(async () => {
  await client?.[Symbol.asyncDispose]();
  await other?.[Symbol.asyncDispose]();
  await server?.[Symbol.asyncDispose]();
  folder?.[Symbol.dispose]();
});

function manyKeys(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, "v"]));
}

function map(name: string, fields: object): object {
  return { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, ...fields };
}

/** Returns the number of GETs of another client that complete before `answered` resolves. */
async function getsUntil<T>(answered: Promise<T>): Promise<{ gets: number; answer: T }> {
  const state = { isAnswered: false, gets: 0 };
  const answer = answered.finally(() => {
    state.isAnswered = true;
  });
  while (!state.isAnswered) {
    await other.request("/api/v1/namespaces/default");
    if (!state.isAnswered) state.gets++;
  }
  return { gets: state.gets, answer: await answer };
}

const getsDuring = (target: string, request: WireRequest): Promise<{ gets: number; answer: WireResponse }> =>
  getsUntil(client.request(target, request));

/** With one thread, two or three GETs complete during a large request. With two threads, 100 or more do. */
const getsMin = 10;

describe("GETs of other clients during a large request", { timeout: 120_000 }, () => {
  test("other clients' GETs complete during a create with 30,000 keys", async () => {
    const { gets, answer } = await getsDuring(maps, { body: map("many", { data: manyKeys(30_000) }) });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.json.data)).toHaveLength(30_000);
    expect(gets).toBeGreaterThan(getsMin);
  });

  test("other clients' GETs complete during a small patch of an object with 30,000 keys", async () => {
    const headers = { "content-type": "application/merge-patch+json" };
    const { gets, answer } = await getsDuring(`${maps}/many`, { method: "PATCH", headers, body: { data: { a: "b" } } });
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject({ a: "b", k29999: "v" });
    expect(gets).toBeGreaterThan(getsMin);
  });

  test("other clients' GETs complete during a read of 30,000 keys in YAML", async () => {
    const { gets, answer } = await getsDuring(`${maps}/many`, { headers: { accept: "application/yaml" } });
    expect([answer.status, answer.headers["content-type"]]).toEqual([200, "application/yaml"]);
    expect(answer.text).toMatch(/^apiVersion: v1\ndata:\n {2}a: b\n {2}k0: v\n/);
    expect(gets).toBeGreaterThan(getsMin);
  });

  test.each([
    ["in YAML", "application/yaml", "listed-yaml"],
    ["as a Table", "application/json;as=Table;v=v1;g=meta.k8s.io", "listed-table"],
  ])("other clients' GETs complete during a list with an object of 120,000 keys %s", async (_, accept, name) => {
    const keys = manyKeys(60_000);
    const body = { ...map(name, { data: keys }), metadata: { name, labels: { ...keys, list: name } } };
    expect((await client.request(maps, { body })).status).toBe(201);
    const { gets, answer } = await getsDuring(`${maps}?labelSelector=list%3D${name}`, { headers: { accept } });
    expect(answer.status).toBe(200);
    expect(gets).toBeGreaterThan(getsMin);
  });

  test.each([
    ["in protobuf", "application/vnd.kubernetes.protobuf;stream=watch", "seen-protobuf"],
    ["as a Table", "application/json;as=Table;v=v1;g=meta.k8s.io", "seen-table"],
  ])(
    "other clients' GETs complete during the watch event of an object with 200,000 keys %s",
    async (_, accept, name) => {
      const keys = manyKeys(100_000);
      const body = { ...map(name, { data: keys }), metadata: { name, labels: keys } };
      expect((await client.request(maps, { body })).status).toBe(201);
      const watched = `${maps}?watch=1&resourceVersion=0&fieldSelector=metadata.name%3D${name}`;
      const events = await client.open(watched, { headers: { accept } });
      const { gets, answer } = await getsUntil(events.body[Symbol.asyncIterator]().next());
      expect(String(answer.value)).toMatch(new RegExp(`ADDED[\\s\\S]*${name}`));
      expect(gets).toBeGreaterThan(getsMin);
      events.close();
    },
  );

  test("other clients' GETs complete while a body of 2.9 MB is rejected", async () => {
    const body = JSON.stringify(map("broken", { data: manyKeys(200_000) })).slice(0, -1);
    const headers = { "content-type": "application/json" };
    const { gets, answer } = await getsDuring(maps, { method: "POST", headers, body });
    expect([answer.status, answer.json.reason]).toEqual([400, "BadRequest"]);
    expect(gets).toBeGreaterThan(getsMin);
  });
});

describe("a list with large and small objects", { timeout: 120_000 }, () => {
  const selected = `${maps}?labelSelector=mixed`;
  const names = ["mixed-a", "mixed-b", "mixed-c"];
  const counts = [1, 5_000, 2];

  const listed = async (accept: string, query = ""): Promise<WireResponse> =>
    client.request(selected + query, { headers: { accept } });

  beforeAll(async () => {
    for (const [index, name] of names.entries()) {
      const metadata = { name, labels: { mixed: "yes" } };
      await client.request(maps, { body: { metadata, data: manyKeys(counts[index] ?? 0) } });
    }
  });

  test("a list with large and small objects has the same content in YAML and indented JSON as in plain JSON", async () => {
    const plain = await listed("application/json");
    expect(plain.json.items.map(({ data }: { data: object }) => Object.keys(data).length)).toEqual(counts);
    const expected = withoutVersion(plain.json);
    expect(withoutVersion((await listed("application/json", "&pretty=true")).json)).toEqual(expected);
    expect(withoutVersion((await parseYaml((await listed("application/yaml")).bytes)).value)).toEqual(expected);
  });

  test("a list with large and small objects has the same objects in protobuf as single reads", async () => {
    const accept = "application/vnd.kubernetes.protobuf";
    const list = openEnvelope((await listed(accept)).bytes);
    expect(list.kind).toBe("ConfigMapList");
    let bytes = 0;
    for (const name of names) {
      const { raw } = openEnvelope((await client.request(`${maps}/${name}`, { headers: { accept } })).bytes);
      expect(list.raw.includes(raw), name).toBe(true);
      bytes += raw.length;
    }
    expect(list.raw.length - bytes).toBeLessThan(60);
  });

  test("a list with large and small objects has the same objects in CBOR as in JSON, as single reads have", async () => {
    const accept = "application/cbor";
    const plain = await listed("application/json");
    // The second round reads what the first one has kept.
    for (let round = 0; round < 2; round++) {
      const list = await listed(accept);
      expect(withoutVersion(readCbor(list.bytes))).toEqual(withoutVersion(plain.json));
      for (const [index, name] of names.entries()) {
        const read = readCbor((await client.request(`${maps}/${name}`, { headers: { accept } })).bytes);
        expect(read).toEqual({ kind: "ConfigMap", apiVersion: "v1", ...plain.json.items[index] });
      }
    }
  });

  test("an update of a large object replaces its kept content", async () => {
    const accept = "application/vnd.kubernetes.protobuf";
    const path = `${maps}/${names[1]}`;
    const read = async (): Promise<Buffer> => (await client.request(path, { headers: { accept } })).bytes;
    const before = await read();
    expect((await read()).equals(before)).toBe(true);
    const headers = { "content-type": "application/merge-patch+json" };
    const changed = await client.request(path, { method: "PATCH", headers, body: { data: { k1: "replaced" } } });
    const after = await read();
    expect(after.includes("replaced")).toBe(true);
    expect(after.includes(changed.json.metadata.resourceVersion)).toBe(true);
    await client.request(path, { method: "PATCH", headers, body: { data: { k1: "v" } } });
  });

  test("a Table of large and small objects has a row for each object", async () => {
    const table = "application/json;as=Table;v=v1;g=meta.k8s.io";
    const plain = await listed("application/json");
    const { rows } = (await listed(table, "&includeObject=Object")).json;
    expect(rows.map(({ cells }: { cells: unknown[] }) => cells.slice(0, 2))).toEqual(
      names.map((name, index) => [name, counts[index]]),
    );
    const objects = rows.map(({ object: { kind: _kind, apiVersion: _version, ...object } }: Json) => object);
    expect(objects).toEqual(plain.json.items);
  });
});

describe("a large request has the results of a small one", { timeout: 120_000 }, () => {
  const data = manyKeys(10_000);

  test("a watch sends an object from a large request with the resourceVersion of the response", async () => {
    await using events = await client.watch(`${maps}?watch=1&fieldSelector=metadata.name%3Dwatched`);
    const made = await client.request(maps, { body: map("watched", { data }) });
    const event = await events.next();
    expect([event?.type, event?.object]).toEqual(["ADDED", made.json]);
    expect((await client.request(`${maps}/watched`)).json).toEqual(made.json);
  });

  test("a large create of an existing name gets 409, and so does a large update with an old resourceVersion", async () => {
    const made = await client.request(maps, { body: map("twice", { data }) });
    const again = await client.request(maps, { body: map("twice", { data }) });
    expect([again.status, again.json.reason]).toEqual([409, "AlreadyExists"]);
    const put = { method: "PUT", body: { ...made.json, data: { ...data, x: "y" } } };
    expect((await client.request(`${maps}/twice`, put)).status).toBe(200);
    const late = await client.request(`${maps}/twice`, put);
    expect([late.status, late.json.reason]).toEqual([409, "Conflict"]);
  });

  test("concurrent large patches of one object are all applied", async () => {
    await client.request(maps, { body: map("shared", { data }) });
    const headers = { "content-type": "application/merge-patch+json" };
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        client.request(`${maps}/shared`, { method: "PATCH", headers, body: { data: { [`new${index}`]: "v" } } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    const { json } = await client.request(`${maps}/shared`);
    expect(Object.keys(json.data)).toHaveLength(10_008);
  });

  test("a large request gets the usual errors for a missing namespace and unknown fields, and may be a dry run", async () => {
    const nowhere = await client.request("/api/v1/namespaces/nowhere/configmaps", { body: map("a", { data }) });
    expect([nowhere.status, nowhere.json.message]).toEqual([404, 'namespaces "nowhere" not found']);
    const warned = await client.request(`${maps}?dryRun=All`, { body: map("dry", { data, extra: 1 }) });
    expect([warned.status, warned.headers["warning"]]).toEqual([201, '299 - "unknown field \\"extra\\""']);
    expect((await client.request(`${maps}/dry`)).status).toBe(404);
  });

  test("Services in large requests get unique addresses", async () => {
    const service = (name: string, labels: object): object => ({
      apiVersion: "v1",
      kind: "Service",
      metadata: { name, labels },
      spec: { ports: [{ port: 80 }] },
    });
    const answers = await Promise.all(
      ["a", "b", "c", "d"].map((name, index) =>
        client.request(services, { body: service(name, index % 2 === 0 ? data : {}) }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ json }) => json.spec.clusterIP)).size).toBe(4);
  });

  test("a deletion of a collection deletes the selected large objects", async () => {
    const labels = Object.fromEntries(Array.from({ length: 5000 }, (_, index) => [`l${index}`, "v"]));
    const labelled = (name: string, value: string): object => ({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name, labels: { ...labels, goes: value } },
      data: manyKeys(2000),
    });
    for (const [name, value] of Object.entries({ gone: "yes", kept: "no" })) {
      expect((await client.request(maps, { body: labelled(name, value) })).status).toBe(201);
    }
    const deleted = await client.request(`${maps}?labelSelector=goes%3Dyes,l4999`, { method: "DELETE" });
    expect(deleted.status).toBe(200);
    expect(deleted.json.items.map((item: { metadata: { name: string } }) => item.metadata.name)).toEqual(["gone"]);
    expect((await client.request(`${maps}/gone`)).status).toBe(404);
    expect((await client.request(`${maps}/kept`)).status).toBe(200);
  });

  test("a large object can be deleted", async () => {
    const deleted = await client.request(`${maps}/twice`, { method: "DELETE" });
    expect([deleted.status, deleted.json.status]).toEqual([200, "Success"]);
    expect((await client.request(`${maps}/twice`)).status).toBe(404);
  });
});
