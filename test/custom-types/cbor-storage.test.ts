import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runStorageCommand } from "../../src/app/offline/run-storage-command.ts";
import { systemRandom } from "../../src/base/random.ts";
import type { Engine } from "../../src/storage/index.ts";
import { openLmdbEngine } from "../../src/storage/lmdb/index.ts";
import { connectEtcd } from "../../src/storage/testing/etcd-client.ts";
import { EtcdCluster, hasEtcd } from "../../src/storage/testing/etcd-process.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { createMap, mapsPath } from "../support/config-maps.ts";
import { defineWidgets, shopGroup, widget, widgetsPath } from "../support/custom-types.ts";
import { startTestServer } from "../support/test-server.ts";
import type { WireClient } from "../support/wire-client.ts";

const cborOn = ["--feature-gates=CBORServingAndStorage=true"];
/** The header of a value in CBOR, without the mark of the schema. */
const cborHeader = /^01(0c|0d)/;
const cborTag = Buffer.from("d9d9f7", "hex");

/** A store that outlives the servers that use it. */
interface LastingStore extends AsyncDisposable {
  /** Opens the store. The caller closes the engine. */
  open(): Promise<Engine>;
  /** Folder of the store. Undefined if another program has the store. */
  readonly dataDir: string | undefined;
}

function onDisk(): LastingStore {
  const directory = new TemporaryDirectory();
  writeFileSync(join(directory.path, "cluster.json"), '{"format":1,"vocabulary":"orch","uid":"u","hasStore":true}');
  return {
    open: () => openLmdbEngine({ path: join(directory.path, "store"), identity: { vocabulary: "orch" } }),
    dataDir: directory.path,
    [Symbol.asyncDispose]: async () => directory[Symbol.dispose](),
  };
}

async function onEtcd(): Promise<LastingStore> {
  const cluster = await EtcdCluster.start({});
  return {
    open: () => connectEtcd({ servers: cluster.urls, root: "cbor", random: systemRandom }),
    dataDir: undefined,
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  };
}

/** Calls `use` with a server on the store. */
async function withServer(
  store: LastingStore,
  flags: readonly string[],
  use: (client: WireClient) => Promise<void>,
): Promise<void> {
  await using engine = await store.open();
  await using running = await startTestServer({ engine, flags });
  await use(running.client);
}

/** Returns the stored values by their keys. */
async function readStore(store: LastingStore): Promise<Map<string, Buffer>> {
  await using engine = await store.open();
  const { entries } = await engine.range("/registry/");
  return new Map(entries.map(({ key, value }) => [key, Buffer.from(value)]));
}

const stores = [
  ["LMDB", onDisk, false],
  ["etcd", onEtcd, !hasEtcd],
] as const;

describe.each(stores)("a store on %s", (_, createStore, isSkipped) => {
  test.skipIf(isSkipped)(
    "custom objects are stored in CBOR while the gate is on, and both forms are readable with either setting",
    async () => {
      await using store = await createStore();
      const spec = { b: 1, a: "ü", "10": [0.5, null], "9": 2 ** 53 - 1, large: true };
      await withServer(store, [], async (client) => {
        await defineWidgets(client);
        expect((await client.request(widgetsPath, { body: widget("json", { spec }) })).status).toBe(201);
      });
      let before = "";
      await withServer(store, cborOn, async (client) => {
        expect((await client.request(widgetsPath, { body: widget("cbor", { spec }) })).status).toBe(201);
        await createMap(client, "map");
        before = (await client.request(widgetsPath)).text;
        const names = JSON.parse(before).items.map((item: { metadata: { name: string } }) => item.metadata.name);
        expect(names).toEqual(["cbor", "json"]);
      });
      const stored = await readStore(store);
      const inCbor = stored.get(`/registry/${shopGroup}/widgets/default/cbor`) as Buffer;
      expect(inCbor.toString("hex", 0, 2)).toMatch(cborHeader);
      expect(inCbor.indexOf(cborTag)).toBe(10);
      expect(stored.get(`/registry/${shopGroup}/widgets/default/json`)?.includes('{"kind":"Widget"')).toBe(true);
      expect(stored.get("/registry/configmaps/default/map")?.includes('{"kind":"ConfigMap"')).toBe(true);
      if (store.dataDir !== undefined) await expectSound(store.dataDir, stored.size);
      await withServer(store, [], async (client) => {
        const after = await client.request(widgetsPath);
        expect(JSON.parse(after.text).items).toEqual(JSON.parse(before).items);
        expect(after.text.slice(after.text.indexOf('"items"'))).toBe(before.slice(before.indexOf('"items"')));
        const headers = { "content-type": "application/merge-patch+json" };
        const body = { spec: { b: 2 } };
        const patched = await client.request(`${widgetsPath}/cbor`, { method: "PATCH", headers, body });
        expect([patched.status, patched.json.spec.b]).toEqual([200, 2]);
        expect((await client.request(`${mapsPath}/map`)).status).toBe(200);
      });
      const rewritten = (await readStore(store)).get(`/registry/${shopGroup}/widgets/default/cbor`);
      expect(rewritten?.includes('{"kind":"Widget"')).toBe(true);
    },
  );
});

async function expectSound(dataDir: string, keys: number): Promise<void> {
  let printed = "";
  expect(await runStorageCommand({ dataDir, action: "check" }, (text) => (printed += text))).toBe(0);
  expect(printed).toBe(`${keys} keys, 0 damaged\n`);
}
