/** Tests of the controllers of Secrets with tokens of service accounts, on a server with controllers. */
import { createPublicKey, X509Certificate } from "node:crypto";
import { decodeJwt, decodeProtectedHeader } from "jose";
import { describe, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { eventually } from "../support/until.ts";
import { WireClient } from "../support/wire-client.ts";
import { createObject, deleteObject, getObject, isGone, patch } from "../support/writes.ts";
import { runLegacyTokenCleaner } from "./legacy-token-cleaner.ts";

const controllers = ["serviceaccount-token-controller", "serviceaccount-controller"];
const accounts = "/api/v1/namespaces/default/serviceaccounts";
const secrets = "/api/v1/namespaces/default/secrets";
const nameAnnotation = "orch.io/service-account.name";
const uidAnnotation = "orch.io/service-account.uid";

interface TokenSecret {
  readonly metadata: { readonly annotations: Record<string, string>; readonly uid: string };
  readonly data: { readonly token: string; readonly namespace: string; readonly "ca.crt": string };
}

/** Creates an empty token Secret. */
async function createSecret({ client }: TestServer, name: string, account: string): Promise<void> {
  const metadata = { name, annotations: { [nameAnnotation]: account } };
  await createObject(client, secrets, { metadata, type: "orch.io/service-account-token" });
}

/** Returns the Secret once it has a token. */
async function completed({ client }: TestServer, name: string): Promise<TokenSecret> {
  const hasToken = async (): Promise<boolean> =>
    (await getObject(client, `${secrets}/${name}`)).data?.token !== undefined;
  await eventually(hasToken, `${name} has a token`);
  return await getObject(client, `${secrets}/${name}`);
}

function text(encoded: string): string {
  return Buffer.from(encoded, "base64").toString("utf8");
}

async function startWithAccount(): Promise<TestServer & { readonly accountUid: string }> {
  const running = await startTestServer({ controllers, authorization: "RBAC" });
  const { metadata } = await createObject(running.client, accounts, { metadata: { name: "robot" } });
  return { ...running, accountUid: metadata.uid };
}

describe("a token Secret", () => {
  test("[SA-01] gets a signed token, the namespace and the CA certificates, and the uid of its account", async () => {
    await using running = await startWithAccount();
    await createSecret(running, "key", "robot");
    const { metadata, data } = await completed(running, "key");
    expect(metadata.annotations).toEqual({ [nameAnnotation]: "robot", [uidAnnotation]: running.accountUid });
    expect(text(data.namespace)).toBe("default");
    expect(text(data["ca.crt"])).toBe(running.server.caCertificate);
    expect(decodeProtectedHeader(text(data.token))).toMatchObject({ alg: "ES256" });
    expect(decodeJwt(text(data.token))).toEqual({
      iss: "orch/serviceaccount",
      "orch.io/serviceaccount/namespace": "default",
      "orch.io/serviceaccount/secret.name": "key",
      "orch.io/serviceaccount/service-account.name": "robot",
      "orch.io/serviceaccount/service-account.uid": running.accountUid,
      sub: "system:serviceaccount:default:robot",
    });
  });

  test("[SA-01] [SA-05] contains a token with which its account authenticates", async () => {
    await using running = await startWithAccount();
    await createSecret(running, "key", "robot");
    const { data } = await completed(running, "key");
    await using client = new WireClient({ url: running.server.url, ca: text(data["ca.crt"]) });
    const review = { kind: "SelfSubjectReview", apiVersion: "authentication.orch.io/v1" };
    const { status, json } = await client.request("/apis/authentication.orch.io/v1/selfsubjectreviews", {
      headers: { authorization: `Bearer ${text(data.token)}` },
      body: review,
    });
    expect(status).toBe(201);
    expect(json.status.userInfo).toEqual({
      username: "system:serviceaccount:default:robot",
      uid: running.accountUid,
      groups: ["system:serviceaccounts", "system:serviceaccounts:default", "system:authenticated"],
    });
  });

  test("gets its data back after a change, except for a present token and namespace", async () => {
    await using running = await startWithAccount();
    const { client } = running;
    await createSecret(running, "key", "robot");
    const before = await completed(running, "key");
    const wrong = Buffer.from("wrong").toString("base64");
    await patch(client, `${secrets}/key`, "merge", { data: { "ca.crt": wrong, namespace: wrong } });
    const caIs = (expected: string) => async (): Promise<boolean> =>
      (await getObject(client, `${secrets}/key`)).data["ca.crt"] === expected;
    await eventually(caIs(before.data["ca.crt"]), "the certificates are back");
    expect((await getObject(client, `${secrets}/key`)).data).toEqual({ ...before.data, namespace: wrong });
    await patch(client, `${secrets}/key`, "merge", { data: { token: null, namespace: null } });
    const after = await completed(running, "key");
    expect(text(after.data.namespace)).toBe("default");
    expect(decodeJwt(text(after.data.token))).toEqual(decodeJwt(text(before.data.token)));
  });

  test("is deleted if its account does not exist, or has another uid", async () => {
    await using running = await startWithAccount();
    const { client } = running;
    await createSecret(running, "lost", "nobody");
    await eventually(() => isGone(client, `${secrets}/lost`), "the Secret without an account is deleted");
    await createSecret(running, "key", "robot");
    await completed(running, "key");
    await patch(client, `${secrets}/key`, "merge", { metadata: { annotations: { [uidAnnotation]: "another" } } });
    await eventually(() => isGone(client, `${secrets}/key`), "the Secret of another account is deleted");
  });

  test("[SA-04] is deleted with its account, and not taken over by a new account with the same name", async () => {
    await using running = await startWithAccount();
    const { client } = running;
    await createSecret(running, "key", "robot");
    await createSecret(running, "other", "default");
    await completed(running, "key");
    await completed(running, "other");
    await deleteObject(client, `${accounts}/robot`);
    await createObject(client, accounts, { metadata: { name: "robot" } });
    await eventually(() => isGone(client, `${secrets}/key`), "the Secret of the old account is deleted");
    expect(await isGone(client, `${secrets}/other`)).toBe(false);
  });

  test("disappears from the references of its account when it is deleted", async () => {
    await using running = await startWithAccount();
    const { client } = running;
    await createSecret(running, "key", "robot");
    await completed(running, "key");
    await patch(client, `${accounts}/robot`, "merge", { secrets: [{ name: "key" }, { name: "mine" }] });
    await deleteObject(client, `${secrets}/key`);
    const references = async (): Promise<object[]> => (await getObject(client, `${accounts}/robot`)).secrets;
    await eventually(async () => (await references()).length === 1, "the reference is removed");
    expect(await references()).toEqual([{ name: "mine" }]);
  });

  test("of another type is not touched", async () => {
    await using running = await startWithAccount();
    const { client } = running;
    await createObject(client, secrets, { metadata: { name: "plain", annotations: { [nameAnnotation]: "nobody" } } });
    await createSecret(running, "key", "robot");
    await completed(running, "key");
    expect((await getObject(client, `${secrets}/plain`)).data).toBeUndefined();
  });
});

describe("the clean-up of generated tokens", () => {
  const day = 24 * 3_600_000;
  const invalidLabel = "orch.io/legacy-token-invalid-since";

  /** Starts a server with Secrets to which their account refers, except for one. */
  async function startWithSecrets(): Promise<TestServer> {
    const running = await startTestServer({ controllers: ["serviceaccount-token-controller"], bootstrap: true });
    const { client } = running;
    await createObject(client, accounts, { metadata: { name: "robot" } });
    for (const name of ["unused", "used", "mounted", "manual"]) {
      await createSecret(running, name, "robot");
      await completed(running, name);
    }
    const references = ["unused", "used", "mounted"].map((name) => ({ name }));
    await patch(client, `${accounts}/robot`, "merge", { secrets: references });
    await createObject(client, "/api/v1/namespaces/default/pods", {
      metadata: { name: "web" },
      spec: {
        containers: [{ name: "c", image: "x" }],
        volumes: [{ name: "token", secret: { secretName: "mounted" } }],
      },
    });
    return running;
  }

  async function labelsOf({ client }: TestServer, name: string): Promise<Record<string, string>> {
    return (await getObject(client, `${secrets}/${name}`)).metadata.labels ?? {};
  }

  /** Checks the Secrets until the condition holds, with a controller that runs until then. */
  async function checkUntil({ server }: TestServer, condition: () => Promise<boolean>, what: string): Promise<void> {
    using _running = runLegacyTokenCleaner(server);
    await eventually(condition, what);
  }

  function passYear({ clock }: TestServer): string {
    clock.setNowMs(clock.nowMs() + 367 * day);
    return new Date(clock.nowMs()).toISOString().slice(0, 10);
  }

  test("[SA-04] marks a token that was unused for a year as invalid, and deletes it after another year", async () => {
    await using running = await startWithSecrets();
    const { client, clock } = running;
    const lastUsed = new Date(clock.nowMs() + 300 * day).toISOString().slice(0, 10);
    const labels = { "orch.io/legacy-token-last-used": lastUsed };
    await patch(client, `${secrets}/used`, "merge", { metadata: { labels } });
    const today = passYear(running);
    await checkUntil(running, async () => (await labelsOf(running, "unused"))[invalidLabel] === today, "it is marked");
    expect(await labelsOf(running, "used")).toEqual(labels);
    for (const name of ["mounted", "manual"]) expect(await labelsOf(running, name)).toEqual({});
    passYear(running);
    const isMarked = async (): Promise<boolean> => (await labelsOf(running, "used"))[invalidLabel] !== undefined;
    const isDone = async (): Promise<boolean> => (await isGone(client, `${secrets}/unused`)) && (await isMarked());
    await checkUntil(running, isDone, "it is deleted, and the other one is marked");
    for (const name of ["mounted", "manual"]) expect(await labelsOf(running, name)).toEqual({});
  });

  test("[SA-04] a token that is marked as invalid does not authenticate", async () => {
    await using running = await startWithSecrets();
    const { client, server } = running;
    const { data } = await getObject(client, `${secrets}/unused`);
    await using user = new WireClient({ url: server.url, ca: server.caCertificate });
    const request = { headers: { authorization: `Bearer ${text(data.token)}` } };
    expect((await user.request("/api/v1/namespaces", request)).status).toBe(403);
    const today = passYear(running);
    await checkUntil(running, async () => (await labelsOf(running, "unused"))[invalidLabel] === today, "it is marked");
    // The server may accept a token for a few seconds after it has verified it.
    await running.clock.advance(15_000);
    expect((await user.request("/api/v1/namespaces", request)).status).toBe(401);
  });
});

test("a token of a cluster in memory is signed with a key that verifies it", async () => {
  await using running = await startWithAccount();
  await createSecret(running, "key", "robot");
  const { data } = await completed(running, "key");
  expect(new X509Certificate(text(data["ca.crt"])).ca).toBe(true);
  const jwks = await getObject(running.client, "/openid/v1/jwks");
  expect(
    jwks.keys.map((key: object) => createPublicKey({ key: key as never, format: "jwk" }).asymmetricKeyType),
  ).toEqual(["ec"]);
  expect(decodeProtectedHeader(text(data.token)).kid).toBe(jwks.keys[0].kid);
});
