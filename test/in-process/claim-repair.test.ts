/** Repair of claims in the store when a server starts. */
import { expect, test } from "vitest";
import { startServer } from "../../src/app/server.ts";
import { systemClock } from "../../src/base/clock.ts";
import { createLogger } from "../../src/base/logger.ts";
import type { Engine } from "../../src/storage/index.ts";
import { openTestEngine } from "../support/test-store.ts";

const services = "/api/v1/namespaces/default/services";
const flags = ["--service-cluster-ip-range=10.0.0.0/29", "--service-node-port-range=30000-30003"];
const addresses = "/registry/ranges/serviceips/";
const nodePorts = "/registry/ranges/servicenodeports/";

async function keysOf(engine: Engine, prefix: string): Promise<string[]> {
  return (await engine.range(prefix)).entries.map(({ key }) => key.slice(prefix.length));
}

function manifest(name: string, nodePort: number, clusterIP: string): object {
  const spec = { type: "NodePort", clusterIP, ports: [{ port: 80, nodePort }] };
  return { kind: "Service", apiVersion: "v1", metadata: { name }, spec };
}

async function startAndCreate(engine: Engine): Promise<void> {
  await using server = await startServer({ engine, flags });
  for (const body of [manifest("one", 30_001, "10.0.0.3"), manifest("two", 30_002, "10.0.0.4")]) {
    expect((await server.request(services, { body })).status).toBe(201);
  }
}

test("a Service and its claims are stored together and deleted together", async () => {
  await using engine = await openTestEngine();
  await startAndCreate(engine);
  expect(await keysOf(engine, addresses)).toEqual(["10.0.0.1", "10.0.0.3", "10.0.0.4"]);
  expect(await keysOf(engine, nodePorts)).toEqual(["30001", "30002"]);
  await using server = await startServer({ engine, flags });
  await server.request(`${services}/one`, { method: "DELETE" });
  expect(await keysOf(engine, addresses)).toEqual(["10.0.0.1", "10.0.0.4"]);
  expect(await keysOf(engine, nodePorts)).toEqual(["30002"]);
});

test("a start with correct claims writes nothing", async () => {
  await using engine = await openTestEngine();
  await startAndCreate(engine);
  const { revision } = engine;
  await using _server = await startServer({ engine, flags });
  expect(engine.revision).toBe(revision);
});

test("a start restores missing claims and removes those without a holder", async () => {
  await using engine = await openTestEngine();
  await startAndCreate(engine);
  const lost = await engine.get(`${addresses}10.0.0.3`);
  await engine.delete(`${addresses}10.0.0.3`, lost?.revision ?? 0);
  await engine.put(`${addresses}10.0.0.6`, lost?.value ?? Buffer.of(), 0);
  const wrong = await engine.get(`${nodePorts}30001`);
  await engine.put(
    `${nodePorts}30001`,
    (await engine.get(`${nodePorts}30002`))?.value ?? Buffer.of(),
    wrong?.revision ?? 0,
  );

  await using server = await startServer({ engine, flags });
  expect(await keysOf(engine, addresses)).toEqual(["10.0.0.1", "10.0.0.3", "10.0.0.4"]);
  expect(String((await engine.get(`${nodePorts}30001`))?.value)).toContain('"name":"one"');
  expect((await server.request(services, { body: manifest("late", 30_003, "10.0.0.3") })).status).toBe(422);
  expect((await server.request(services, { body: manifest("late", 30_003, "10.0.0.6") })).status).toBe(201);
});

test("a start replaces a malformed claim by one for the holder of its value", async () => {
  await using engine = await openTestEngine();
  await startAndCreate(engine);
  const held = await engine.get(`${addresses}10.0.0.3`);
  await engine.put(`${addresses}10.0.0.3`, Buffer.from("no record"), held?.revision ?? 0);
  await using _server = await startServer({ engine, flags });
  expect(String((await engine.get(`${addresses}10.0.0.3`))?.value)).toContain('"name":"one"');
});

test("a value that two Services hold stays with the one that has the claim, and is reported", async () => {
  await using engine = await openTestEngine();
  await startAndCreate(engine);
  // Simulates a store that combines the data of two clusters.
  const entry = await engine.get("/registry/services/specs/default/one");
  await engine.put("/registry/services/specs/default/again", Buffer.from(entry?.value ?? []), 0);
  const lines: string[] = [];
  const logger = createLogger({ format: "text", clock: systemClock, write: (line) => lines.push(line) });
  await using server = await startServer({ engine, flags, logger });
  expect(lines.filter((line) => line.includes("several objects hold the same value"))).toHaveLength(2);
  await server.request(`${services}/again`, { method: "DELETE" });
  expect(await keysOf(engine, addresses)).toContain("10.0.0.3");
});
