/** Tokens that are kept in Secrets, as old clusters have them. */
import { createPrivateKey } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newKey } from "../../src/app/pki/key-pair.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { WireClient, type WireResponse } from "../support/wire-client.ts";
import { forgeToken } from "./token-forge.ts";

const namespace = "/api/v1/namespaces/default";
const secretPath = `${namespace}/secrets/bot-token`;

const folder = new TemporaryDirectory();
let running: TestServer;
let bearer: WireClient;
let token: string;

beforeEach(async () => {
  const { key } = await newKey();
  const file = join(folder.path, "sa.key");
  writeFileSync(file, key);
  running = await startTestServer({ flags: [`--service-account-signing-key-file=${file}`] });
  const { url, caCertificate: ca } = running.server;
  bearer = new WireClient({ url, ca });
  const uid = await create("serviceaccounts", { metadata: { name: "bot" } });
  token = forgeToken(
    { alg: "ES256" },
    {
      iss: "orch/serviceaccount",
      "orch.io/serviceaccount/namespace": "default",
      "orch.io/serviceaccount/secret.name": "bot-token",
      "orch.io/serviceaccount/service-account.name": "bot",
      "orch.io/serviceaccount/service-account.uid": uid,
      sub: "system:serviceaccount:default:bot",
    },
    createPrivateKey(key),
  );
  await create("secrets", {
    metadata: { name: "bot-token", annotations: { "orch.io/service-account.name": "bot" } },
    type: "orch.io/service-account-token",
    data: { token: Buffer.from(token).toString("base64") },
  });
});

afterEach(async () => {
  await bearer[Symbol.asyncDispose]();
  await running[Symbol.asyncDispose]();
});

async function create(resource: string, body: object): Promise<string> {
  const answer = await running.client.request(`${namespace}/${resource}`, { body });
  expect(answer.status, answer.text).toBe(201);
  return answer.json.metadata.uid as string;
}

async function change(path: string, patch: object): Promise<void> {
  const headers = { "content-type": "application/merge-patch+json" };
  expect((await running.client.request(path, { method: "PATCH", headers, body: patch })).status).toBe(200);
}

/** Sends a request with the token, after the server has forgotten that it was valid. */
async function useToken(): Promise<WireResponse> {
  await running.clock.advance(10_000);
  return await bearer.request(`${namespace}/pods`, { headers: { authorization: `Bearer ${token}` } });
}

describe("tokens in Secrets", () => {
  test("[SA-04] a token in a Secret identifies the account, and the Secret shows the day of its last use", async () => {
    const answer = await useToken();
    expect(answer.json.message).toContain('User "system:serviceaccount:default:bot" cannot list resource "pods"');
    expect(answer.headers["warning"]).toBeUndefined();
    const { metadata } = (await running.client.request(secretPath)).json;
    expect(metadata.labels).toEqual({ "orch.io/legacy-token-last-used": "2025-01-01" });
    expect(metadata.managedFields).toContainEqual(
      expect.objectContaining({ manager: "orch-apiserver", operation: "Update" }),
    );
  });

  test("[SA-04] a token whose Secret was deleted is invalid", async () => {
    await running.client.request(secretPath, { method: "DELETE" });
    expect((await useToken()).status).toBe(401);
  });

  test("a token is invalid while its Secret is marked, and its use is still recorded", async () => {
    const invalidSince = "orch.io/legacy-token-invalid-since";
    await change(secretPath, { metadata: { labels: { [invalidSince]: "2024-12-01" } } });
    expect((await useToken()).status).toBe(401);
    const { metadata } = (await running.client.request(secretPath)).json;
    expect(metadata.labels["orch.io/legacy-token-last-used"]).toBe("2025-01-01");
    await change(secretPath, { metadata: { labels: { [invalidSince]: null } } });
    expect((await useToken()).status).toBe(403);
  });

  test("a client with a generated token gets a warning, also from the cache", async () => {
    await change(`${namespace}/serviceaccounts/bot`, { secrets: [{ name: "bot-token" }] });
    const warning =
      '299 - "Use tokens from the TokenRequest API or manually created secret-based tokens instead of auto-generated ' +
      'secret-based tokens."';
    expect((await useToken()).headers["warning"]).toBe(warning);
    const again = await bearer.request(`${namespace}/pods`, { headers: { authorization: `Bearer ${token}` } });
    expect(again.headers["warning"]).toBe(warning);
  });

  test("metrics count the uses of tokens", async () => {
    await useToken();
    const { text } = await running.client.request("/metrics");
    expect(text).toMatch(/^serviceaccount_legacy_tokens_total 1$/m);
    expect(text).toMatch(/^serviceaccount_legacy_manual_token_uses_total 1$/m);
    expect(text).toMatch(/^serviceaccount_legacy_auto_token_uses_total 0$/m);
  });
});
