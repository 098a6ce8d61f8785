import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { startHttpProxy } from "../support/proxies.ts";
import { startTestServer } from "../support/test-server.ts";
import { reviewOf, startTokenWebhook } from "../support/token-webhook.ts";

const flag = "--authentication-token-webhook-config-file";
const bob = reviewOf({ authenticated: true, user: { username: "bob" } });

async function startupError(change: (text: string) => string): Promise<string> {
  await using webhook = await startTokenWebhook(bob);
  const starting = startTestServer({ flags: [`${flag}=${webhook.writeConfig(change)}`] });
  return await starting.then(
    async (server) => {
      await server[Symbol.asyncDispose]();
      return "";
    },
    (error: Error) => error.message,
  );
}

test.each([
  ["has no context", (text: string) => text.split("contexts:")[0] ?? "", /current-context: is not set/],
  [
    "names a missing context",
    (text: string) => text.replace("current-context: only", "current-context: other"),
    /"other"/,
  ],
  ["names a missing CA file", (text: string) => text.replace("ca.crt", "missing.crt"), /missing.crt.*does not exist/],
  ["names a missing key", (text: string) => text.replace("client.key", "missing.key"), /missing.key.*does not exist/],
  ["has the key of another certificate", (text: string) => text.replace("client.key", "ca.crt"), /key/],
  ["is not YAML", () => "clusters: [", /neither YAML nor JSON/],
  ["has no server", (text: string) => text.replace(/server: [^,]*,/, ""), /server: is required/],
  [
    "has an unknown proxy",
    (text: string) => text.replace("server:", "proxy-url: ftp://proxy.test, server:"),
    /proxy-url/,
  ],
])("a server does not start if the webhook's configuration %s [WHN-02]", async (_, change, message) => {
  const error = await startupError(change);
  expect(error).toMatch(message);
  expect(error).toContain(flag);
});

test("a server does not start if the webhook's configuration does not exist", async () => {
  const missing = startTestServer({ flags: [`${flag}=/missing/webhook.yaml`] });
  await expect(missing).rejects.toThrow(`${flag}: file /missing/webhook.yaml does not exist`);
});

test("the server reaches the webhook through the proxy of the configuration", async () => {
  await using webhook = await startTokenWebhook(bob);
  await using proxy = await startHttpProxy();
  const proxyUrl = `http://127.0.0.1:${proxy.port}`;
  const path = webhook.writeConfig((text) => text.replace("server:", `proxy-url: "${proxyUrl}", server:`));
  await using server = await startTestServer({ vocabulary: "kubernetes", flags: [`${flag}=${path}`] });
  const { json } = await server.client.request("/apis/authentication.k8s.io/v1/tokenreviews", {
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: "opaque" } },
  });
  expect(json.status.user.username).toBe("bob");
  expect(proxy.requests).toEqual([expect.stringMatching(/^CONNECT 127\.0\.0\.1:\d+ HTTP\/1\.1\r\n/)]);
});

test.each([
  ["a token", () => "token: hook-secret", "Bearer hook-secret"],
  ["a file with a token", (path: string) => `tokenFile: ${path}`, "Bearer from-file"],
  ["a user name and a password", () => "username: api, password: pass", "Basic YXBpOnBhc3M="],
])("the server authenticates at the webhook with %s of the configuration", async (_, userFields, authorization) => {
  using folder = new TemporaryDirectory();
  const tokenPath = join(folder.path, "token");
  writeFileSync(tokenPath, "from-file\n");
  await using webhook = await startTokenWebhook(bob);
  const path = webhook.writeConfig((text) => text.replace("user: { ", `user: { ${userFields(tokenPath)}, `));
  await using server = await startTestServer({ vocabulary: "kubernetes", flags: [`${flag}=${path}`] });
  const { json } = await server.client.request("/apis/authentication.k8s.io/v1/tokenreviews", {
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: "opaque" } },
  });
  expect(json.status).toMatchObject({ authenticated: true, user: { username: "bob" } });
  expect(webhook.received[0]?.headers.authorization).toBe(authorization);
});

test("the server does not send a token to a webhook whose certificate another authority signed", async () => {
  await using webhook = await startTokenWebhook(bob);
  await using other = await startTokenWebhook(bob);
  const path = webhook.writeConfig((text) => text.replace(webhook.url, other.url));
  await using server = await startTestServer({ vocabulary: "kubernetes", flags: [`${flag}=${path}`] });
  const { json } = await server.client.request("/apis/authentication.k8s.io/v1/tokenreviews", {
    body: { apiVersion: "authentication.k8s.io/v1", kind: "TokenReview", spec: { token: "opaque" } },
  });
  expect(json.status.error).toBe(
    `[invalid bearer token, Post "${other.url}?timeout=30s": tls: failed to verify certificate: ` +
      "x509: certificate signed by unknown authority]",
  );
  expect(other.received).toEqual([]);
});
