import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runStorageCommand } from "../../src/app/offline/run-storage-command.ts";
import { openLmdbEngine } from "../../src/storage/lmdb/index.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { createMap, mapsPath } from "../support/config-maps.ts";
import { defineWidgets, shopGroup, widget, widgetsPath } from "../support/custom-types.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";

const cborOn = ["--feature-gates=CBORServingAndStorage=true"];
/** The header of a value in CBOR, without the mark of the schema. */
const cborHeader = /^01(0c|0d)/;
const cborTag = Buffer.from("d9d9f7", "hex");

async function start(directory: TemporaryDirectory, flags: readonly string[]): Promise<TestServer> {
  return await startTestServer({ engine: { lmdb: join(directory.path, "store") }, flags });
}

/** Returns the stored values by their keys. */
async function readStore(directory: TemporaryDirectory): Promise<Map<string, Buffer>> {
  await using engine = await openLmdbEngine({ path: join(directory.path, "store"), identity: { vocabulary: "orch" } });
  const { entries } = await engine.range("/registry/");
  return new Map(entries.map(({ key, value }) => [key, Buffer.from(value)]));
}

test("custom objects are stored in CBOR while the gate is on, and both forms are readable with either setting", async () => {
  using directory = new TemporaryDirectory();
  writeFileSync(join(directory.path, "cluster.json"), '{"format":1,"vocabulary":"orch","uid":"u","hasStore":true}');
  const spec = { b: 1, a: "ü", "10": [0.5, null], "9": 2 ** 53 - 1, large: true };
  {
    await using running = await start(directory, []);
    await defineWidgets(running.client);
    expect((await running.client.request(widgetsPath, { body: widget("json", { spec }) })).status).toBe(201);
  }
  let before: string;
  {
    await using running = await start(directory, cborOn);
    const { client } = running;
    expect((await client.request(widgetsPath, { body: widget("cbor", { spec }) })).status).toBe(201);
    await createMap(client, "map");
    before = (await client.request(widgetsPath)).text;
    const names = JSON.parse(before).items.map((item: { metadata: { name: string } }) => item.metadata.name);
    expect(names).toEqual(["cbor", "json"]);
  }
  const stored = await readStore(directory);
  const inCbor = stored.get(`/registry/${shopGroup}/widgets/default/cbor`) as Buffer;
  expect(inCbor.toString("hex", 0, 2)).toMatch(cborHeader);
  expect(inCbor.indexOf(cborTag)).toBe(10);
  expect(stored.get(`/registry/${shopGroup}/widgets/default/json`)?.includes('{"kind":"Widget"')).toBe(true);
  expect(stored.get("/registry/configmaps/default/map")?.includes('{"kind":"ConfigMap"')).toBe(true);
  let printed = "";
  const check = { dataDir: directory.path, action: "check" } as const;
  expect(await runStorageCommand(check, (text) => (printed += text))).toBe(0);
  expect(printed).toBe(`${stored.size} keys, 0 damaged\n`);
  {
    await using running = await start(directory, []);
    const { client } = running;
    const after = await client.request(widgetsPath);
    expect(JSON.parse(after.text).items).toEqual(JSON.parse(before).items);
    expect(after.text.slice(after.text.indexOf('"items"'))).toBe(before.slice(before.indexOf('"items"')));
    const headers = { "content-type": "application/merge-patch+json" };
    const patched = await client.request(`${widgetsPath}/cbor`, { method: "PATCH", headers, body: { spec: { b: 2 } } });
    expect([patched.status, patched.json.spec.b]).toEqual([200, 2]);
    expect((await client.request(`${mapsPath}/map`)).status).toBe(200);
  }
  const rewritten = (await readStore(directory)).get(`/registry/${shopGroup}/widgets/default/cbor`);
  expect(rewritten?.includes('{"kind":"Widget"')).toBe(true);
});
