import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient } from "../support/wire-client.ts";

const namespace = "/api/v1/namespaces/default";
const accounts = `${namespace}/serviceaccounts`;

let running: TestServer;
let bearer: WireClient;

beforeEach(async () => {
  running = await startTestServer();
  const { url, caCertificate: ca } = running.server;
  bearer = new WireClient({ url, ca });
  await create(accounts, { metadata: { name: "bot" } });
});

afterEach(async () => {
  await bearer[Symbol.asyncDispose]();
  await running[Symbol.asyncDispose]();
});

async function create(path: string, body: object): Promise<void> {
  const answer = await running.client.request(path, { body });
  expect(answer.status, answer.text).toBe(201);
}

async function remove(path: string): Promise<void> {
  expect((await running.client.request(path, { method: "DELETE" })).status).toBe(200);
}

async function newToken(boundObjectRef?: object): Promise<string> {
  const answer = await running.client.request(`${accounts}/bot/token`, { body: { spec: { boundObjectRef } } });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.status.token as string;
}

/** Time for which the server remembers that a token is valid. */
const cacheMs = 10_000;

/** Returns the status of a request with this token: 403 if the server knows the user, because it has no permissions. */
async function statusWith(token: string): Promise<number> {
  await running.clock.advance(cacheMs);
  return (await bearer.request(`${namespace}/pods`, { headers: { authorization: `Bearer ${token}` } })).status;
}

const pod = { metadata: { name: "web" }, spec: { serviceAccountName: "bot", containers: [{ name: "a", image: "b" }] } };

describe("revocation of tokens", () => {
  test("[SA-04] a token is invalid after its account was deleted, even if an account of this name exists again", async () => {
    const token = await newToken();
    expect(await statusWith(token)).toBe(403);
    await remove(`${accounts}/bot`);
    expect(await statusWith(token)).toBe(401);
    await create(accounts, { metadata: { name: "bot" } });
    expect(await statusWith(token)).toBe(401);
    expect(await statusWith(await newToken())).toBe(403);
  });

  test.each([
    ["Secret", `${namespace}/secrets`, { metadata: { name: "web" } }],
    ["Node", "/api/v1/nodes", { metadata: { name: "web" } }],
    ["Pod", `${namespace}/pods`, pod],
  ])("[SA-04] a token is invalid after its %s was deleted or replaced", async (kind, path, object) => {
    await create(path, object);
    const token = await newToken({ apiVersion: "v1", kind, name: "web" });
    expect(await statusWith(token)).toBe(403);
    await remove(`${path}/web`);
    expect(await statusWith(token)).toBe(401);
    await create(path, object);
    expect(await statusWith(token)).toBe(401);
  });

  test("[SA-04] a token of a Pod that finalizers keep is valid for a minute after the deletion", async () => {
    const kept = { ...pod, metadata: { name: "web", finalizers: ["example.com/wait"] } };
    await create(`${namespace}/pods`, kept);
    const token = await newToken({ apiVersion: "v1", kind: "Pod", name: "web" });
    await running.client.request(`${namespace}/pods/web`, { method: "DELETE", body: { gracePeriodSeconds: 0 } });
    await running.clock.advance(40_000);
    expect(await statusWith(token)).toBe(403);
    await running.clock.advance(10_000);
    expect(await statusWith(token)).toBe(401);
  });

  test("[SA-09] a token expires a minute after the time in it, because clocks differ", async () => {
    const token = await newToken();
    await running.clock.advance(3_600_000 + 50_000 - cacheMs);
    expect(await statusWith(token)).toBe(403);
    await running.clock.advance(1000);
    expect(await statusWith(token)).toBe(401);
  });
});
