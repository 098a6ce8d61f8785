/** A server with all methods of authentication, and the users that SelfSubjectReviews show. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { OpensslAuthority } from "../support/openssl-authority.ts";
import { type ReviewedUser, recognizedUser } from "../support/own-review.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { TokenIssuer } from "../support/token-issuer.ts";
import { reviewOf, startTokenWebhook, type TokenWebhook } from "../support/token-webhook.ts";
import { eventually } from "../support/until.ts";
import { WireClient } from "../support/wire-client.ts";

type Credentials = { readonly cert?: string; readonly key?: string };

const folder = new TemporaryDirectory();
const authenticated = "system:authenticated";
const accounts = "/api/v1/namespaces/default/serviceaccounts";
let users: OpensslAuthority;
let proxies: OpensslAuthority;
let issuer: TokenIssuer;
let webhook: TokenWebhook;
let running: TestServer;

beforeAll(async () => {
  users = OpensslAuthority.create(join(folder.path, "users"), "users");
  proxies = OpensslAuthority.create(join(folder.path, "proxies"), "proxies");
  issuer = await TokenIssuer.start();
  const user = { username: "hook", uid: "h-1", groups: ["hooked"], extra: { "example.com/floor": ["3"] } };
  webhook = await startTokenWebhook((review) =>
    reviewOf(review.spec.token === "for-the-webhook" ? { authenticated: true, user } : { authenticated: false })(
      review,
    ),
  );
  running = await startTestServer({
    authorization: "RBAC",
    flags: [
      `--client-ca-file=${fileOf("users.crt", users.certificate)}`,
      `--requestheader-client-ca-file=${fileOf("proxies.crt", proxies.certificate)}`,
      "--requestheader-username-headers=X-Remote-User",
      "--requestheader-group-headers=X-Remote-Group",
      "--requestheader-extra-headers-prefix=X-Remote-Extra-",
      `--token-auth-file=${fileOf("tokens.csv", 'static-token,static,s-1,"a,b"\n')}`,
      "--enable-bootstrap-token-auth",
      `--oidc-issuer-url=${issuer.url}`,
      "--oidc-client-id=app",
      `--oidc-ca-file=${issuer.caFile}`,
      `--authentication-token-webhook-config-file=${webhook.writeConfig()}`,
    ],
  });
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  await webhook[Symbol.asyncDispose]();
  await issuer[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

function fileOf(name: string, content: string): string {
  const path = join(folder.path, name);
  writeFileSync(path, content);
  return path;
}

async function userOf(headers: Readonly<Record<string, string>>, credentials: Credentials = {}): Promise<ReviewedUser> {
  const { url, caCertificate: ca } = running.server;
  await using client = new WireClient({ url, ca, ...credentials });
  return await recognizedUser(client, headers);
}

async function userOfToken(token: string): Promise<ReviewedUser> {
  return await userOf({ authorization: `Bearer ${token}` });
}

interface Account {
  readonly uid: string;
  readonly token: string;
}

async function createAccount(name: string): Promise<Account> {
  const created = await running.client.request(accounts, { body: { metadata: { name } } });
  const requested = await running.client.request(`${accounts}/${name}/token`, { body: { spec: {} } });
  expect([created.status, requested.status]).toEqual([201, 201]);
  return { uid: created.json.metadata.uid, token: requested.json.status.token };
}

test("[AUTHN-02] a server accepts the credentials of all enabled methods", async () => {
  expect(await userOf({}, users.issue({ subject: "/O=people/CN=ann" }))).toMatchObject({ username: "ann" });
  const proxied = { "x-remote-user": "bea", "x-remote-group": "people" };
  expect(await userOf(proxied, proxies.issue({ subject: "/CN=front" }))).toMatchObject({ username: "bea" });
  expect(await userOfToken("static-token")).toMatchObject({ username: "static" });
  expect(await userOfToken("for-the-webhook")).toMatchObject({ username: "hook" });
  const { token } = await createAccount("robot");
  expect(await userOfToken(token)).toMatchObject({ username: "system:serviceaccount:default:robot" });
  const stringData = {
    "token-id": "abcdef",
    "token-secret": "0123456789abcdef",
    "usage-bootstrap-authentication": "true",
  };
  await running.client.request("/api/v1/namespaces/orch-system/secrets", {
    body: { metadata: { name: "bootstrap-token-abcdef" }, type: "bootstrap.orch.io/token", stringData },
  });
  expect(await userOfToken("abcdef.0123456789abcdef")).toMatchObject({ username: "system:bootstrap:abcdef" });
  const idToken = issuer.sign();
  await eventually(async () => typeof (await userOfToken(idToken)) === "object", "the issuer is known");
  expect(await userOfToken(idToken)).toMatchObject({ username: `${issuer.url}#jane` });
});

test("[AUTHN-09][REV-01] a review shows the name, uid, groups and extra fields of a user", async () => {
  expect(await userOfToken("for-the-webhook")).toEqual({
    username: "hook",
    uid: "h-1",
    groups: ["hooked", authenticated],
    extra: { "example.com/floor": ["3"] },
  });
  expect(await userOfToken("static-token")).toEqual({
    username: "static",
    uid: "s-1",
    groups: ["a", "b", authenticated],
  });
});

test("[AUTHN-08] a recreated service account has the same name and another uid", async () => {
  const first = await createAccount("again");
  const firstUser = await userOfToken(first.token);
  await running.client.request(`${accounts}/again`, { method: "DELETE" });
  const second = await createAccount("again");
  const secondUser = await userOfToken(second.token);
  const username = "system:serviceaccount:default:again";
  expect(firstUser).toMatchObject({ username, uid: first.uid });
  expect(secondUser).toMatchObject({ username, uid: second.uid });
  expect(second.uid).not.toBe(first.uid);
});

test("credentials of two methods in one request identify one of the two users", async () => {
  const user = await userOf({ authorization: "Bearer static-token" }, users.issue({ subject: "/CN=ann" }));
  expect(user).toMatchObject({ username: "ann" });
});

test("a token that no method recognizes is rejected, although anonymous requests are served", async () => {
  expect(await userOfToken("unknown")).toBe(401);
  expect((await running.anonymous.request("/version")).status).toBe(200);
});
