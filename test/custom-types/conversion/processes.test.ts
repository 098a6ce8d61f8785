/** Conversion by a webhook in a server of several processes, each of which has a second thread for large objects. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildProgram, clientOf, OrchProcess } from "../../support/orch-process.ts";
import { pathOf, Things } from "./things.ts";

const folder = mkdtempSync(join(tmpdir(), "orch-conversion-"));
/** Larger than the objects that the first thread converts. */
const color = "r".repeat(100_000);

let server: OrchProcess;

beforeAll(async () => {
  await buildProgram();
  const flags = ["--workers=2", "--secure-port=0", `--data-dir=${folder}`, "--vocabulary=kubernetes"];
  server = new OrchProcess(["up", ...flags]);
  await server.waitUntilReady();
}, 120_000);

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

test("small and large objects are written and shown in both versions", { timeout: 60_000 }, async () => {
  const client = clientOf(readFileSync(join(folder, "admin.kubeconfig"), "utf8"));
  await using things = await Things.startOn({ client, [Symbol.asyncDispose]: () => client[Symbol.asyncDispose]() });
  expect((await things.create("v1", "small", { size: 3 })).status).toBe(201);
  expect((await things.create("v2", "large", { length: 4, color })).status).toBe(201);
  await using events = await client.watch(pathOf("v2", "?watch=1&resourceVersion=0"));
  const initial = (await events.take(2)).map(({ object }) => [object.metadata.name, object.spec.length]);
  expect(initial).toEqual([
    ["large", 4],
    ["small", 3],
  ]);
  expect((await things.patch("v2", "large", { spec: { length: 5 } })).json.spec).toEqual({ color, length: 5 });
  expect((await events.next())?.object).toMatchObject({ apiVersion: "conv.example.com/v2", spec: { length: 5 } });
  expect((await things.get("v1", "large")).json.spec).toEqual({ color, defaultv1: "from v1", size: 5 });
  await things.redefine({ storage: "v2" });
  for (const [version, field] of [
    ["v1", "size"],
    ["v2", "length"],
  ] as const) {
    const { items } = (await things.request(version, "")).json;
    expect(items.map(({ spec }: { spec: Record<string, number> }) => spec[field])).toEqual([5, 3]);
  }
  expect((await things.patch("v2", "large", { spec: { length: 6 } })).json.spec).toMatchObject({ length: 6 });
  expect((await things.get("v1", "large")).json.spec.size).toBe(6);
});
