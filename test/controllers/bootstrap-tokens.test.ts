/** Tests of the controllers of bootstrap tokens, on a server with controllers. */
import { createHmac } from "node:crypto";
import { flattenedVerify } from "jose";
import { expect, test } from "vitest";
import { configMap } from "../../src/api/index.ts";
import { verifyClusterInfo } from "../../src/client/index.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { KeptStore } from "../support/test-store.ts";
import { eventually } from "../support/until.ts";
import type { WireClient } from "../support/wire-client.ts";
import { createObject, deleteObject, getObject, isGone, patch } from "../support/writes.ts";

const secrets = "/api/v1/namespaces/orch-system/secrets";
const clusterInfo = "/api/v1/namespaces/orch-public/configmaps/cluster-info";
const bothControllers = { controllers: ["*", "bootstrapsigner", "tokencleaner"], bootstrap: true };
const signatureKey = "jws-kubeconfig-07401b";

/** Creates the Secret of the token `<id>.f395accd246ae52d`, which may sign. */
async function createToken(client: WireClient, id: string, data: Record<string, string> = {}): Promise<void> {
  await createObject(client, secrets, {
    metadata: { name: `bootstrap-token-${id}` },
    type: "bootstrap.orch.io/token",
    stringData: {
      "token-id": id,
      "token-secret": "f395accd246ae52d",
      "usage-bootstrap-signing": "true",
      "usage-bootstrap-authentication": "true",
      ...data,
    },
  });
}

async function dataOf({ client }: TestServer): Promise<Record<string, string>> {
  return (await getObject(client, clusterInfo)).data;
}

async function waitForKeys(running: TestServer, keys: readonly string[]): Promise<void> {
  const isSo = async (): Promise<boolean> =>
    Object.keys(await dataOf(running))
      .sort()
      .join() === keys.join();
  await eventually(isSo, `the keys are ${keys.join()}`);
}

/** Verifies a detached JWS like a client with a standard library: the payload goes between the dots. */
async function verify(jws: string, payload: string, secret: string, algorithms: string[]): Promise<string> {
  const [header = "", , signature = ""] = jws.split(".");
  const complete = { protected: header, payload: Buffer.from(payload).toString("base64url"), signature };
  const result = await flattenedVerify(complete, Buffer.from(secret), { algorithms });
  return Buffer.from(result.payload).toString("utf8");
}

test("[BOOT-14] a new cluster publishes its address and CA certificates in cluster-info", async () => {
  await using running = await startTestServer({ bootstrap: true });
  const { server } = running;
  const { kubeconfig } = await dataOf(running);
  expect(kubeconfig).toBe(`apiVersion: v1
clusters:
- cluster:
    certificate-authority-data: ${Buffer.from(server.caCertificate).toString("base64")}
    server: "${server.url}"
  name: ""
contexts: null
current-context: ""
kind: Config
preferences: {}
users: null
`);
});

test("[BOOT-14] a restarted server updates the address in cluster-info, unless a user has written another one", async () => {
  await using store = new KeptStore();
  const urls: string[] = [];
  for (const expected of ["own", "own", "user"]) {
    await using running = await startTestServer({ store, bootstrap: true });
    const { client, server } = running;
    urls.push(server.url);
    const { kubeconfig, other } = await dataOf(running);
    expect(kubeconfig).toContain(expected === "own" ? `server: "${server.url}"` : "server: https://user.example");
    expect(other).toBe(urls.length === 1 ? undefined : "kept");
    const changes = urls.length === 1 ? { other: "kept" } : { kubeconfig: "server: https://user.example" };
    await patch(client, clusterInfo, "merge", { data: changes });
  }
  expect(new Set(urls).size).toBe(3);
});

test("[BOOT-12] [BOOT-15] [BOOT-16] the signer signs cluster-info with each token that may sign", async () => {
  await using running = await startTestServer(bothControllers);
  const { client } = running;
  await createToken(client, "07401b");
  await createToken(client, "aaaaaa", { "usage-bootstrap-signing": "false" });
  await waitForKeys(running, [signatureKey, "kubeconfig"]);
  const { kubeconfig = "", [signatureKey]: jws = "" } = await dataOf(running);
  const [header = "", payload] = jws.split(".");
  expect(Buffer.from(header, "base64url").toString()).toBe('{"alg":"HS256","kid":"07401b"}');
  expect(payload).toBe("");
  expect(await verify(jws, kubeconfig, "f395accd246ae52d", ["HS256"])).toBe(kubeconfig);
  await expect(verify(jws, `${kubeconfig} `, "f395accd246ae52d", ["HS256"])).rejects.toThrow("verification failed");
  await expect(verify(jws, kubeconfig, "f395accd246ae52e", ["HS256"])).rejects.toThrow("verification failed");
});

test("[BOOT-12] [BOOT-15] signatures follow changes of cluster-info and of the tokens", async () => {
  await using running = await startTestServer(bothControllers);
  const { client } = running;
  await createToken(client, "07401b");
  await createToken(client, "bbbbbb");
  await waitForKeys(running, ["jws-kubeconfig-07401b", "jws-kubeconfig-bbbbbb", "kubeconfig"]);
  const { [signatureKey]: first } = await dataOf(running);
  await patch(client, clusterInfo, "merge", {
    data: { kubeconfig: "hello\nworld", "jws-kubeconfig-cccccc": "forged" },
  });
  const signature = "eyJhbGciOiJIUzI1NiIsImtpZCI6IjA3NDAxYiJ9..kemZNeQXvqZ6gIBKdl7n2dNbA7ptpEBeDeEYNGpHnu0";
  await eventually(async () => (await dataOf(running))[signatureKey] === signature, "the reference's signature");
  expect(first).not.toBe(signature);
  await waitForKeys(running, ["jws-kubeconfig-07401b", "jws-kubeconfig-bbbbbb", "kubeconfig"]);
  await deleteObject(client, `${secrets}/bootstrap-token-bbbbbb`);
  await waitForKeys(running, [signatureKey, "kubeconfig"]);
  await patch(client, `${secrets}/bootstrap-token-07401b`, "merge", { data: { "usage-bootstrap-signing": null } });
  await waitForKeys(running, ["kubeconfig"]);
});

test("[BOOT-09] only the secret part of a token stays secret, and any holder of a token can sign", async () => {
  await using running = await startTestServer(bothControllers);
  const { client, server } = running;
  await createToken(client, "07401b");
  await waitForKeys(running, [signatureKey, "kubeconfig"]);
  expect(JSON.stringify(await getObject(client, clusterInfo))).not.toContain("f395accd246ae52d");
  const header = Buffer.from('{"alg":"HS256","kid":"07401b"}').toString("base64url");
  const text = "kubeconfig of the holder";
  const signedText = `${header}.${Buffer.from(text).toString("base64url")}`;
  const signature = createHmac("sha256", "f395accd246ae52d").update(signedText).digest("base64url");
  const map = await server.client.api(configMap, "orch-public").get("cluster-info");
  const data = { kubeconfig: text, [signatureKey]: `${header}..${signature}` };
  expect(await verifyClusterInfo({ ...map, data }, "07401b.f395accd246ae52d")).toBe(text);
});

test("[BOOT-17] a client with a token verifies cluster-info, and accepts no algorithm but HS256", async () => {
  await using running = await startTestServer(bothControllers);
  const { client, server } = running;
  await createToken(client, "07401b");
  await waitForKeys(running, [signatureKey, "kubeconfig"]);
  const map = await server.client.api(configMap, "orch-public").get("cluster-info");
  const kubeconfig = await verifyClusterInfo(map, "07401b.f395accd246ae52d");
  expect(kubeconfig).toContain(server.url);
  await expect(verifyClusterInfo(map, "07401b.f395accd246ae52e")).rejects.toThrow("does not confirm");
  const signature = map.data?.[signatureKey]?.split(".")[2] ?? "";
  for (const alg of ["none", "HS512", "RS256", "hs256"]) {
    const header = Buffer.from(JSON.stringify({ alg, kid: "07401b" })).toString("base64url");
    const data = { ...map.data, [signatureKey]: `${header}..${signature}` };
    await expect(verifyClusterInfo({ ...map, data }, "07401b.f395accd246ae52d")).rejects.toThrow("does not confirm");
  }
});

test("[BOOT-11] [BOOT-13] the cleaner deletes a token when it expires, and its signature goes away", async () => {
  await using running = await startTestServer(bothControllers);
  const { client, clock } = running;
  const expiration = new Date(clock.nowMs() + 3_600_000).toISOString();
  await createToken(client, "07401b", { expiration });
  await createToken(client, "bbbbbb");
  await waitForKeys(running, ["jws-kubeconfig-07401b", "jws-kubeconfig-bbbbbb", "kubeconfig"]);
  await clock.advance(3_598_000);
  expect(await isGone(client, `${secrets}/bootstrap-token-07401b`)).toBe(false);
  await clock.advance(3000);
  await eventually(() => isGone(client, `${secrets}/bootstrap-token-07401b`), "the expired token is deleted");
  await waitForKeys(running, ["jws-kubeconfig-bbbbbb", "kubeconfig"]);
  await createToken(client, "cccccc", { expiration: "yesterday" });
  await eventually(() => isGone(client, `${secrets}/bootstrap-token-cccccc`), "the unreadable token is deleted");
  expect(await isGone(client, `${secrets}/bootstrap-token-bbbbbb`)).toBe(false);
});

test("[BOOT-13] without the cleaner, an expired token neither authenticates nor signs", async () => {
  await using running = await startTestServer({
    controllers: ["bootstrapsigner"],
    bootstrap: true,
    flags: ["--enable-bootstrap-token-auth"],
  });
  const { anonymous, client, clock } = running;
  const request = { headers: { authorization: "Bearer 07401b.f395accd246ae52d" } };
  await createToken(client, "07401b", { expiration: new Date(clock.nowMs() + 60_000).toISOString() });
  await waitForKeys(running, [signatureKey, "kubeconfig"]);
  // Without roles, the user of the token may not list anything.
  expect((await anonymous.request("/api/v1/namespaces", request)).status).toBe(403);
  await clock.advance(61_000);
  await waitForKeys(running, ["kubeconfig"]);
  expect((await anonymous.request("/api/v1/namespaces", request)).status).toBe(401);
  expect(await isGone(client, `${secrets}/bootstrap-token-07401b`)).toBe(false);
});

test("[BOOT-11] [BOOT-12] signing and cleaning are off unless --controllers names them", async () => {
  await using running = await startTestServer({ controllers: ["*"], bootstrap: true });
  const { client } = running;
  await createToken(client, "07401b");
  await createToken(client, "aaaaaa", { expiration: "2001-01-01T00:00:00Z" });
  const account = "/api/v1/namespaces/default/serviceaccounts/default";
  await eventually(async () => !(await isGone(client, account)), "other controllers run");
  expect(Object.keys(await dataOf(running))).toEqual(["kubeconfig"]);
  expect(await isGone(client, `${secrets}/bootstrap-token-aaaaaa`)).toBe(false);
});

test("the signer never creates cluster-info", async () => {
  await using running = await startTestServer({ controllers: ["*", "bootstrapsigner"] });
  const { client } = running;
  await createToken(client, "07401b");
  const account = "/api/v1/namespaces/default/serviceaccounts/default";
  await eventually(async () => !(await isGone(client, account)), "other controllers run");
  expect(await isGone(client, clusterInfo)).toBe(true);
  await createObject(client, "/api/v1/namespaces/orch-public/configmaps", {
    metadata: { name: "cluster-info" },
    data: { other: "x" },
  });
  await createToken(client, "bbbbbb");
  await patch(client, clusterInfo, "merge", { data: { kubeconfig: "text" } });
  await waitForKeys(running, ["jws-kubeconfig-07401b", "jws-kubeconfig-bbbbbb", "kubeconfig", "other"]);
});
