/** Repair of address and node port claims that do not match the Services, at the start and while the server runs. */
import { describe, expect, test } from "vitest";
import { deferred } from "../../src/base/deferred.ts";
import { silentLogger } from "../../src/base/logger.ts";
import type { Engine, Write } from "../../src/storage/index.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { openTestEngine } from "../support/test-store.ts";
import { createObject, deleteObject } from "../support/writes.ts";

const services = "/api/v1/namespaces/default/services";
const flags = ["--service-cluster-ip-range=10.0.0.0/29", "--service-node-port-range=30000-30001"];
const upkeepMs = 3 * 60_000;
/** Work in the background may take a while on a busy machine. */
const pollOptions = { timeout: 10_000 };

function manifest(name: string, spec: object): object {
  return { kind: "Service", apiVersion: "v1", metadata: { name }, spec: { ports: [{ port: 80 }], ...spec } };
}

async function make({ client }: TestServer, name: string, spec: object): Promise<void> {
  await createObject(client, services, manifest(name, spec));
}

async function refusal({ client }: TestServer, spec: object): Promise<string> {
  const answer = await client.request(services, { body: manifest("late", spec) });
  return `${answer.status} ${answer.json.message}`;
}

/** Returns the stored claims by address or port. */
async function storedClaims(
  engine: Engine,
): Promise<Map<string, { key: string; revision: number; value: Uint8Array }>> {
  const { entries } = await engine.range("");
  const found = entries.filter(({ key }) => key.includes("/ranges/"));
  return new Map(found.map((entry) => [entry.key.slice(entry.key.lastIndexOf("/") + 1), entry]));
}

/**
 * Writes or removes a claim directly in the store. `holder` is the holder of the new claim; without it the claim is
 * removed.
 */
async function changeStoredClaim(engine: Engine, value: string, holder?: object): Promise<void> {
  const known = await storedClaims(engine);
  const like = [...known.values()].find(({ key }) => key.includes("serviceips"))?.key ?? "";
  const record = known.get(value);
  const write: Write = {
    key: record?.key ?? `${like.slice(0, like.lastIndexOf("/") + 1)}${value}`,
    value: holder && Buffer.from(JSON.stringify(holder)),
    expected: record?.revision ?? 0,
  };
  await engine.commit([write]);
}

const missingHolder = { group: "", resource: "services", namespace: "default", name: "ghost" };
const node = { type: "NodePort" };

async function breakStore(engine: Engine): Promise<void> {
  await changeStoredClaim(engine, "10.0.0.2");
  await changeStoredClaim(engine, "30000");
  await changeStoredClaim(engine, "10.0.0.3", missingHolder);
}

async function expectOrder(server: TestServer): Promise<void> {
  expect(await refusal(server, { clusterIP: "10.0.0.2" })).toContain(
    "failed to allocate IP 10.0.0.2: provided IP is already allocated",
  );
  expect(await refusal(server, { ...node, ports: [{ port: 80, nodePort: 30_000 }] })).toContain(
    "provided port is already allocated",
  );
  await make(server, "next", { clusterIP: "10.0.0.3" });
}

describe("repair of missing and stale claims of Services", () => {
  const web = { ...node, clusterIP: "10.0.0.2", ports: [{ port: 80, nodePort: 30_000 }] };

  test("a server repairs missing and stale claims when it starts", async () => {
    await using engine = await openTestEngine();
    {
      await using server = await startTestServer({ engine, flags });
      await make(server, "web", web);
    }
    await breakStore(engine);
    await using server = await startTestServer({ engine, flags });
    await expectOrder(server);
  });

  test("a running server repairs missing claims at once, and stale claims within three minutes", async () => {
    await using engine = await openTestEngine();
    await using server = await startTestServer({ engine, flags });
    await make(server, "web", web);
    await changeStoredClaim(engine, "10.0.0.2");
    await changeStoredClaim(engine, "30000");
    await expect
      .poll(async () => [...(await storedClaims(engine)).keys()], pollOptions)
      .toEqual(["10.0.0.1", "10.0.0.2", "30000"]);
    await changeStoredClaim(engine, "10.0.0.3", missingHolder);
    await server.clock.advance(upkeepMs - 1);
    expect((await storedClaims(engine)).has("10.0.0.3")).toBe(true);
    await server.clock.advance(1);
    await expect.poll(async () => (await storedClaims(engine)).has("10.0.0.3"), pollOptions).toBe(false);
    await expectOrder(server);
    // Later repairs must remove such a claim too.
    await deleteObject(server.client, `${services}/next`);
    await changeStoredClaim(engine, "10.0.0.3", missingHolder);
    await server.clock.advance(upkeepMs);
    await expect.poll(async () => (await storedClaims(engine)).has("10.0.0.3"), pollOptions).toBe(false);
  });
});

test("a repair writes nothing if all claims are correct", async () => {
  await using engine = await openTestEngine();
  await using server = await startTestServer({ engine, flags });
  await make(server, "web", { ...node, clusterIP: "10.0.0.2" });
  // The revision of the store can rise, because servers on etcd elect the one that compacts by writing another key.
  const before = (await engine.range("")).entries;
  await server.clock.advance(3 * upkeepMs);
  expect((await engine.range("")).entries).toEqual(before);
});

test("a failed repair is logged and repeated later", async () => {
  await using engine = await openTestEngine();
  const told = deferred<string>();
  const logger = { ...silentLogger, error: (message: string) => told.resolve(message) };
  await using server = await startTestServer({ engine, flags, logger });
  await make(server, "web", { ...node, clusterIP: "10.0.0.2" });
  await changeStoredClaim(engine, "10.0.0.3", missingHolder);
  const commit = engine.commit.bind(engine);
  engine.commit = () => Promise.reject(new Error("the disk is tired"));
  await server.clock.advance(upkeepMs);
  expect(await told.promise).toBe("claims could not be checked");
  engine.commit = commit;
  await server.clock.advance(upkeepMs);
  await expect.poll(async () => (await storedClaims(engine)).has("10.0.0.3"), pollOptions).toBe(false);
});
