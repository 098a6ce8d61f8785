/** Users whom an authenticating proxy passes in request headers. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { OpensslAuthority } from "../support/openssl-authority.ts";
import { type ReviewedUser, recognizedUser } from "../support/own-review.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { reviewOf, startTokenWebhook } from "../support/token-webhook.ts";
import { WireClient } from "../support/wire-client.ts";

type Credentials = { readonly cert?: string; readonly key?: string };
type Headers = Readonly<Record<string, string | readonly string[]>>;

const folder = new TemporaryDirectory();
const masters = "system:masters";
let proxies: OpensslAuthority;
let users: OpensslAuthority;
let proxy: Credentials;
let flags: readonly string[];
let running: TestServer;

beforeAll(async () => {
  proxies = OpensslAuthority.create(join(folder.path, "proxies"), "proxies");
  users = OpensslAuthority.create(join(folder.path, "users"), "users");
  const [proxyFile, userFile] = [join(folder.path, "proxies.crt"), join(folder.path, "users.crt")];
  writeFileSync(proxyFile, proxies.certificate);
  writeFileSync(userFile, users.certificate);
  proxy = proxies.issue({ subject: "/CN=front" });
  flags = [
    `--client-ca-file=${userFile}`,
    `--requestheader-client-ca-file=${proxyFile}`,
    "--requestheader-username-headers=X-Remote-User,X-Second-User",
    "--requestheader-uid-headers=X-Remote-Uid",
    "--requestheader-group-headers=X-Remote-Group",
    "--requestheader-extra-headers-prefix=X-Remote-Extra-",
    "--feature-gates=RemoteRequestHeaderUID=true",
  ];
  running = await startTestServer({ flags: [...flags, "--requestheader-allowed-names=front,other"], bootstrap: true });
});

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
});

async function userOf(
  headers: Headers,
  { protocol = "h1", ...credentials }: Credentials & { readonly protocol?: "h1" | "h2" } = proxy,
  { server } = running,
): Promise<ReviewedUser> {
  await using client = new WireClient({ url: server.url, ca: server.caCertificate, protocol, ...credentials });
  return await recognizedUser(client, headers as Record<string, string>);
}

describe.each(["h1", "h2"] as const)("over %s", (protocol) => {
  test("[PROXY-01][PROXY-02][PROXY-03][AUTHN-04][AUTHN-08][AUTHN-09][REV-01] the headers of a proxy describe the user", async () => {
    const user = await userOf(
      {
        "x-ReMoTe-uSeR": "ann",
        "X-Remote-Uid": "u-1",
        "X-Remote-Group": ["painters", masters, "a,b"],
        "X-Remote-Extra-Acme.com%2Fproject": "p",
        "X-Remote-Extra-Scopes": ["read", "write"],
      },
      { ...proxy, protocol },
    );
    expect(user).toEqual({
      username: "ann",
      uid: "u-1",
      groups: ["painters", masters, "a,b", "system:authenticated"],
      extra: { "acme.com/project": ["p"], scopes: ["read", "write"] },
    });
  });

  test("the anonymous user of a proxy gets the whole response, although the connection ends", async () => {
    const user = await userOf(
      { "X-Remote-User": "system:anonymous", "X-Remote-Group": masters },
      { ...proxy, protocol },
    );
    expect(user).toEqual({ username: "system:anonymous", groups: [masters] });
  });

  test("[PROXY-04] headers of a client without the certificate of a proxy are ignored", async () => {
    const headers = { "X-Remote-User": "eve", "X-Remote-Group": masters };
    expect(await userOf(headers, { protocol })).toBe(403);
    const own = users.issue({ subject: `/O=${masters}/CN=bert` });
    expect(await userOf(headers, { ...own, protocol })).toMatchObject({ username: "bert" });
    const pretender = users.issue({ subject: `/O=${masters}/CN=front` });
    expect(await userOf(headers, { ...pretender, protocol })).toMatchObject({ username: "front" });
  });
});

test("[PROXY-01] the first header with a value gives the user name", async () => {
  expect(await userOf({ "X-Second-User": "second", "X-Remote-Group": masters })).toMatchObject({ username: "second" });
  const both = { "X-Remote-User": "", "X-Second-User": "second", "X-Remote-Group": masters };
  expect(await userOf(both)).toMatchObject({ username: "second" });
});

test("[PROXY-05] only proxies with an allowed name may pass users", async () => {
  const headers = { "X-Remote-User": "ann", "X-Remote-Group": masters };
  expect(await userOf(headers, proxies.issue({ subject: "/CN=other" }))).toMatchObject({ username: "ann" });
  expect(await userOf(headers, proxies.issue({ subject: "/CN=stranger" }))).toBe(401);
  await using anyName = await startTestServer({ flags });
  expect(await userOf(headers, proxies.issue({ subject: "/CN=stranger" }), anyName)).toMatchObject({ username: "ann" });
});

test("a proxy's certificate without a user name in the headers identifies no user", async () => {
  expect(await userOf({ "X-Remote-Group": masters })).toBe(401);
});

test("a proxy may pass any characters, and a key with a malformed escape stays as it is", async () => {
  const headers = {
    "X-Remote-User": Buffer.from("jürgen").toString("latin1"),
    "X-Remote-Group": masters,
    "X-Remote-Extra-a%zzB": "1",
    "X-Remote-Extra-%C3%A4": "2",
    "X-Remote-Extra-": "3",
  };
  expect(await userOf(headers)).toMatchObject({
    username: "jürgen",
    extra: { "a%zzb": ["1"], ä: ["2"], "": ["3"] },
  });
});

test("requests of one connection of a proxy may be for different users", async () => {
  const { url, caCertificate: ca } = running.server;
  await using client = new WireClient({ url, ca, protocol: "h2", ...proxy });
  for (const name of ["ann", "bert", "ann"]) {
    const user = await recognizedUser(client, { "X-Remote-User": name, "X-Remote-Group": masters });
    expect(user).toMatchObject({ username: name });
  }
  expect(await recognizedUser(client)).toBe(401);
});

test("[PROXY-06] extension API servers get the flags about proxies in a ConfigMap", async () => {
  const path = "/api/v1/namespaces/orch-system/configmaps/extension-apiserver-authentication";
  const { json } = await running.client.request(path);
  expect(json.data).toMatchObject({
    "requestheader-allowed-names": '["front","other"]',
    "requestheader-client-ca-file": proxies.certificate,
    "requestheader-extra-headers-prefix": '["X-Remote-Extra-"]',
    "requestheader-group-headers": '["X-Remote-Group"]',
    "requestheader-uid-headers": '["X-Remote-Uid"]',
    "requestheader-username-headers": '["X-Remote-User","X-Second-User"]',
  });
  expect(json.data["client-ca-file"]).toContain(users.certificate);
  expect(json.data["client-ca-file"]).not.toContain(proxies.certificate);
});

test("[AUTHN-02] one server accepts certificates, tokens, proxies and a webhook", async () => {
  const user = { username: "from-webhook", groups: [masters] };
  await using webhook = await startTokenWebhook(reviewOf({ authenticated: true, user }));
  const tokens = join(folder.path, "tokens.csv");
  writeFileSync(tokens, `static,from-file,u-1,${masters}\n`);
  const more = [`--token-auth-file=${tokens}`, `--authentication-token-webhook-config-file=${webhook.writeConfig()}`];
  await using all = await startTestServer({ flags: [...flags, ...more] });
  const own = users.issue({ subject: `/O=${masters}/CN=from-certificate` });
  expect(await userOf({}, own, all)).toMatchObject({ username: "from-certificate" });
  const passed = { "X-Remote-User": "from-proxy", "X-Remote-Group": masters };
  expect(await userOf(passed, proxy, all)).toMatchObject({ username: "from-proxy" });
  expect(await userOf({ authorization: "Bearer static" }, {}, all)).toMatchObject({ username: "from-file" });
  expect(await userOf({ authorization: "Bearer other" }, {}, all)).toMatchObject({ username: "from-webhook" });
});
