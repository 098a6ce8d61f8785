/** Secrets never appear in the log, whatever the request and its outcome. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { createLogger } from "../src/base/logger.ts";
import { ManualClock } from "../src/base/manual-clock.ts";
import { type Engine, StorageError } from "../src/storage/index.ts";
import { type EngineFaults, faultyEngine } from "./support/faulty-engine.ts";
import { startTestServer, type TestServer } from "./support/test-server.ts";
import { openTestEngine } from "./support/test-store.ts";
import { WireClient } from "./support/wire-client.ts";

const password = "correct-horse-battery-staple";
const encoded = Buffer.from(password).toString("base64");
const secrets = "/api/v1/namespaces/default/secrets";

let lines: string[];
let faults: EngineFaults;
let engine: Engine;
let running: TestServer;

beforeEach(async () => {
  lines = [];
  faults = {};
  const logger = createLogger({ format: "text", clock: new ManualClock(), write: (line) => lines.push(line) });
  engine = await openTestEngine();
  running = await startTestServer({ logger, engine: faultyEngine(faults, engine) });
});

afterEach(async () => {
  await running[Symbol.asyncDispose]();
  await engine[Symbol.asyncDispose]();
});

function secret(name: string): object {
  return { metadata: { name, annotations: { note: password } }, data: { a: encoded }, stringData: { b: password } };
}

/** Expects the log to contain `expectedText`, which shows that it was recorded, and the password in neither form. */
function expectNoPassword(expectedText: string): void {
  const log = lines.join("");
  expect(log).toContain(expectedText);
  expect(log).not.toContain(password);
  expect(log).not.toContain(encoded);
}

test("a request that fails in the store is logged without its body and credentials", async () => {
  faults.put = () => Promise.reject(new StorageError("unavailable", "the disk has gone"));
  const headers = { authorization: `Basic ${encoded}` };
  expect((await running.client.request(secrets, { body: secret("a") })).status).toBe(500);
  expect((await running.client.request(`${secrets}/a`, { method: "PUT", body: secret("a") })).status).toBe(404);
  expect((await running.anonymous.request(secrets, { body: secret("a"), headers })).status).toBe(403);
  expectNoPassword("the disk has gone");
});

test("an internal error of the server is logged without the request's body", async () => {
  faults.put = () => Promise.reject(new TypeError("somebody has made a mistake"));
  const answer = await running.client.request(secrets, { body: secret("a") });
  expect(answer.status).toBe(500);
  expect(answer.text).not.toContain("somebody has made a mistake");
  expectNoPassword("somebody has made a mistake");
});

test("rejected requests are logged without their bodies and credentials", async () => {
  const { client, anonymous, server } = running;
  faults.put = (key) => Promise.reject(new StorageError("unavailable", `${key} is not written`));
  const bearer = { authorization: `Bearer ${password}` };
  const { url, caCertificate: ca } = server;
  await using stranger = new WireClient({ url, ca, protocol: "h2" });
  const refused = [
    await anonymous.request(secrets, { headers: bearer }),
    await stranger.request(secrets, { headers: bearer }),
    await client.request(secrets, { body: `{"kind":"Secret","data":{"a":"${password}` }),
    await client.request(secrets, { body: { ...secret("a"), data: password } }),
    await client.request(`${secrets}?fieldManager=${encoded.repeat(10)}`, { body: secret("a") }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([401, 401, 400, 400, 422]);
  expect((await client.request(secrets, { body: secret("last") })).status).toBe(500);
  expectNoPassword("secrets/default/last is not written");
});
