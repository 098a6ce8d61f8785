/** `orch login` with an issuer, files and a browser in memory. */
import { beforeEach, describe, expect, test } from "vitest";
import { ManualClock } from "../../base/manual-clock.ts";
import { seededRandom } from "../../base/random.ts";
import { configuration, FakeIssuer, issuerUrl } from "../../client/oidc/testing/fake-issuer.ts";
import { type LoginCommand, login, loginPlugin, printCredential } from "./login.ts";
import type { LoginHost, RedirectListener } from "./login-host.ts";
import { type LogoutCommand, logout } from "./logout.ts";
import { formatSession, type LoginSettings, parseSession, type Session, sessionId } from "./session.ts";

const settings: LoginSettings = {
  issuerUrl,
  clientId: "orch",
  clientSecret: undefined,
  scopes: ["openid", "offline_access"],
  usesDevice: false,
  port: 0,
  opensBrowser: true,
};
const id = sessionId(settings);

let fake: FakeIssuer;
let files: Map<string, string>;
let printed: { out: string; error: string };
let opened: string[];

beforeEach(() => {
  fake = new FakeIssuer();
  files = new Map();
  printed = { out: "", error: "" };
  opened = [];
});

/** A browser that returns with a code as soon as the URL is opened. */
function browser(): RedirectListener {
  return {
    redirectUri: "http://127.0.0.1:9/callback",
    async receive(accepts, signal) {
      const url = /^https:\S+$/m.exec(printed.error)?.[0];
      if (url === undefined) throw new Error(`no URL: ${printed.error}`);
      const { searchParams } = new URL(url);
      const query = new URLSearchParams({ code: "c", state: searchParams.get("state") ?? "" });
      expect(accepts(query)).toBe(true);
      const idToken = await fake.idToken({ nonce: searchParams.get("nonce") });
      fake.responses.set(`${issuerUrl}/token`, { id_token: idToken, refresh_token: "refresh-1" });
      signal.throwIfAborted();
      return query;
    },
    async [Symbol.asyncDispose]() {},
  };
}

function host(more: Partial<LoginHost> = {}): LoginHost {
  return {
    send: fake.send,
    sessions: {
      list: async () => [...files.keys()],
      read: async (name) => files.get(name),
      remove: async (name) => void files.delete(name),
      write: async (name, text) => void files.set(name, text),
      exclusively: (_, work) => work(),
    },
    listen: async () => browser(),
    openBrowser: (url) => {
      opened.push(url);
      return true;
    },
    isInteractive: false,
    terminal: {
      out: (text) => {
        printed.out += text;
      },
      error: (text) => {
        printed.error += text;
      },
    },
    clock: fake.clock,
    random: seededRandom(1),
    signal: new AbortController().signal,
    ...more,
  };
}

const command = (more: Partial<LoginSettings> = {}): LoginCommand => ({
  action: "login",
  settings: { ...settings, ...more },
  vocabulary: "orch",
  caFile: undefined,
});

/** Stores a session whose token expires after `seconds`. Returns the token. */
async function store(seconds: number, more: Partial<Session> = {}): Promise<string> {
  const expiresMs = fake.clock.nowMs() + seconds * 1000;
  const text = await fake.idToken({ exp: expiresMs / 1000, jti: "stored" });
  const idToken = { text, subject: "ann", expiresMs };
  const session: Session = {
    issuerUrl,
    clientId: "orch",
    idToken,
    refreshToken: "old",
    clientSecret: undefined,
    ...more,
  };
  files.set(sessionId({ ...settings, ...more }), formatSession(session));
  return text;
}

const infoOf = (interactive: boolean) =>
  JSON.stringify({ kind: "ExecCredential", apiVersion: "client.authentication.orch.io/v1", spec: { interactive } });

async function credential(
  env: Record<string, string> = {},
  more: Partial<LoginHost> = {},
  from: LoginCommand = command(),
): Promise<string> {
  printed.out = "";
  await printCredential(from, host(more), env);
  return (JSON.parse(printed.out) as { readonly status: { readonly token: string } }).status.token;
}

describe("orch login", () => {
  test("a browser login prints the URL and the user, and stores the tokens", async () => {
    await login(command(), host());
    expect(opened).toEqual([/^https:\S+$/m.exec(printed.error)?.[0]]);
    expect(printed.error).toMatch(/^log in with your browser, or open this URL:\nhttps:\S+\n$/);
    const expires = new Date(fake.clock.nowMs() + 600_000).toISOString().replace(".000", "");
    expect(printed.out).toBe(`logged in at https://issuer.test as ann; the token expires at ${expires}\n`);
    expect(parseSession(files.get(id) ?? "")).toMatchObject({ refreshToken: "refresh-1", idToken: { subject: "ann" } });
  });

  test("a new login uses the stored client secret if the command line names none", async () => {
    await store(0, { clientSecret: "s" });
    await login(command(), host());
    const { headers = {} } = fake.requests.find(({ url }) => url.endsWith("/token")) ?? {};
    expect(headers).toMatchObject({ authorization: `Basic ${Buffer.from("orch:s").toString("base64")}` });
    expect(parseSession(files.get(id) ?? "")).toMatchObject({ refreshToken: "refresh-1", clientSecret: "s" });
  });

  test("a rejected client is reported with the origin of its secret, if that is the stored login", async () => {
    await store(0, { clientSecret: "s" });
    const rejected: RedirectListener = {
      ...browser(),
      async receive(accepts, signal) {
        const query = await browser().receive(accepts, signal);
        fake.responses.set(`${issuerUrl}/token`, { status: 401, body: '{"error":"invalid_client"}' });
        return query;
      },
      async [Symbol.asyncDispose]() {},
    };
    const listen = async (): Promise<RedirectListener> => rejected;
    const rejection = "https://issuer.test/token: the issuer rejected the request: invalid_client";
    const hint =
      "; the request had the client secret of the stored login; pass a new secret with --client-secret, " +
      "or remove the stored one with `orch logout`";
    await expect(login(command(), host({ listen }))).rejects.toThrow(`${rejection}${hint}`);
    await expect(credential({}, { listen })).rejects.toThrow(`${rejection}${hint}`);
    printed.error = "";
    const named = login(command({ clientSecret: "other" }), host({ listen }));
    await expect(named).rejects.toMatchObject({ message: rejection });
  });

  test("without a browser, or with --open-browser=false, the URL is only printed", async () => {
    await login(command({ opensBrowser: false }), host());
    expect(opened).toEqual([]);
    expect(printed.error).toMatch(/^open this URL in a browser:\n/);
    printed.error = "";
    await login(command(), host({ openBrowser: () => false }));
    expect(printed.error).toMatch(/^open this URL in a browser:\n/);
  });

  test("a browser that does not return within 5 minutes ends the login", async () => {
    const clock = new ManualClock();
    const waiting: RedirectListener = {
      ...browser(),
      receive: (_, signal) =>
        new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
      async [Symbol.asyncDispose]() {},
    };
    const result = login(command(), host({ clock, listen: async () => waiting })).catch((error: unknown) => error);
    while (!printed.error.includes("https:")) await new Promise((resolve) => setImmediate(resolve));
    await clock.advance(300_000);
    expect(String(await result)).toBe("LoginError: the browser did not return within 300 s; log in again");
    expect(files.size).toBe(0);
  });

  test("control characters in the issuer's texts are not sent to the terminal", async () => {
    fake.responses.set(`${issuerUrl}/device`, {
      device_code: "d",
      user_code: "A\u001b[2J",
      verification_uri: "https://issuer.test/device",
    });
    const abort = new AbortController();
    const result = login(command({ usesDevice: true }), host({ signal: abort.signal })).catch(
      (error: unknown) => error,
    );
    while (printed.error === "") await new Promise((resolve) => setImmediate(resolve));
    abort.abort(new Error("stop"));
    await result;
    expect(printed.error).toBe("open https://issuer.test/device and enter the code A\\x1b[2J\n");
  });
});

describe("orch login token", () => {
  test("a stored token that is valid for more than 30 seconds is printed without a request", async () => {
    const text = await store(31);
    expect(await credential()).toBe(text);
    expect(fake.requests).toEqual([]);
    const expirationTimestamp = new Date(fake.clock.nowMs() + 31_000).toISOString().replace(".000", "");
    expect(JSON.parse(printed.out)).toEqual({
      kind: "ExecCredential",
      apiVersion: "client.authentication.orch.io/v1",
      spec: { interactive: false },
      status: { token: text, expirationTimestamp },
    });
  });

  test("an expired token is renewed with the refresh token and the stored secret", async () => {
    await store(30, { clientSecret: "s" });
    const renewed = await fake.idToken();
    fake.responses.set(`${issuerUrl}/token`, { id_token: renewed, refresh_token: "next" });
    expect(await credential()).toBe(renewed);
    const { headers = {} } = fake.requests.find(({ url }) => url.endsWith("/token")) ?? {};
    expect(headers).toMatchObject({ authorization: `Basic ${Buffer.from("orch:s").toString("base64")}` });
    expect(parseSession(files.get(id) ?? "")).toMatchObject({ refreshToken: "next", clientSecret: "s" });
  });

  test("a process that waited for the renewal of another one uses its tokens", async () => {
    await store(0);
    const { sessions } = host();
    let renewed = "";
    const exclusively: LoginHost["sessions"]["exclusively"] = async (_, work) => {
      renewed = await store(600);
      return await work();
    };
    expect(await credential({}, { sessions: { ...sessions, exclusively } })).toBe(renewed);
    expect(fake.requests).toEqual([]);
  });

  test("a revoked login asks the user only if the client allows it", async () => {
    await store(0);
    fake.responses.set(`${issuerUrl}/token`, { status: 400, body: '{"error":"invalid_grant"}' });
    const repair =
      "run `orch login --issuer-url=https://issuer.test --client-id=orch --scopes=openid,offline_access --configure=false`";
    await expect(credential({ ORCH_EXEC_INFO: infoOf(false) }, { isInteractive: true })).rejects.toThrow(
      `the login has expired; ${repair}`,
    );
    await expect(credential()).rejects.toThrow(`the login has expired; ${repair}`);
    const token = await credential({ ORCH_EXEC_INFO: infoOf(true) });
    expect(parseSession(files.get(id) ?? "")?.idToken.text).toBe(token);
    files.clear();
    await expect(credential()).rejects.toThrow(`no login is stored; ${repair}`);
  });

  test("the command to log in again has all flags of the plugin, in quotes where a shell needs them", async () => {
    const from: LoginCommand = {
      ...command({ clientSecret: "s", scopes: ["openid", "a b"], usesDevice: true }),
      vocabulary: "kubernetes",
      caFile: "/it's/ca.pem",
    };
    await expect(credential({}, {}, from)).rejects.toThrow(
      "run `orch login --issuer-url=https://issuer.test --client-id=orch '--scopes=openid,a b' '--ca-file=/it'\\''s/ca.pem' " +
        "--device --vocabulary=kubernetes --configure=false`",
    );
  });

  test("another failure of the renewal is reported, and the stored login stays", async () => {
    await store(0);
    const before = files.get(id);
    fake.responses.set(`${issuerUrl}/token`, { status: 503, body: "" });
    await expect(credential({}, { isInteractive: true })).rejects.toThrow("responded with status 503");
    expect(files.get(id)).toBe(before);
  });

  test.each([
    "",
    "{",
    "[]",
    '{"idToken":{}}',
    '{"issuerUrl":"https://issuer.test","clientId":"orch","idToken":{"text":"a","subject":"b","expiresMs":"c"}}',
    '{"idToken":{"text":"a","subject":"b","expiresMs":9999999999999}}',
  ])("the damaged file %j counts as no login", async (text) => {
    files.set(id, text);
    await expect(credential()).rejects.toThrow("no login is stored");
  });

  test("the response has the API version that the client requests, in either vocabulary", async () => {
    await store(600);
    const versionOf = async (env: Record<string, string>): Promise<string> => {
      await credential(env);
      return (JSON.parse(printed.out) as { readonly apiVersion: string }).apiVersion;
    };
    const request = (apiVersion: string): string => JSON.stringify({ kind: "ExecCredential", apiVersion, spec: {} });
    for (const version of ["v1", "v1beta1"]) {
      const [orch, kubernetes] = [
        `client.authentication.orch.io/${version}`,
        `client.authentication.k8s.io/${version}`,
      ];
      expect(await versionOf({ ORCH_EXEC_INFO: request(orch) })).toBe(orch);
      expect(await versionOf({ KUBERNETES_EXEC_INFO: request(kubernetes) })).toBe(kubernetes);
    }
    await expect(versionOf({ ORCH_EXEC_INFO: request("v1") })).rejects.toThrow("ORCH_EXEC_INFO has an apiVersion that");
    for (const text of ["{", "[]", '{"kind":"Pod"}']) {
      await expect(versionOf({ ORCH_EXEC_INFO: text })).rejects.toThrow(
        "ORCH_EXEC_INFO does not hold a JSON object of kind ExecCredential",
      );
    }
  });
});

describe("orch logout", () => {
  const everywhere: LogoutCommand = { issuerUrl: undefined, clientId: undefined };
  const revocations = (): Record<string, string>[] =>
    fake.requests
      .filter(({ url }) => url.endsWith("/revoke"))
      .map(({ body }) => Object.fromEntries(new URLSearchParams(body)));

  beforeEach(() => {
    fake.responses.set(`${issuerUrl}/revoke`, { status: 200, body: "" });
  });

  test("the refresh token is revoked as the registered client, and the login is removed", async () => {
    await store(600, { clientSecret: "s" });
    expect(await logout({ issuerUrl, clientId: "orch" }, host())).toBe(0);
    expect(printed).toEqual({ out: "logged out at https://issuer.test as ann\n", error: "" });
    expect(revocations()).toEqual([{ token: "old", token_type_hint: "refresh_token" }]);
    expect(fake.requests.at(-1)?.headers).toMatchObject({
      authorization: `Basic ${Buffer.from("orch:s").toString("base64")}`,
    });
    expect(files.size).toBe(0);
  });

  test("only the logins of the issuer and the client are removed", async () => {
    await store(600);
    await store(600, { clientId: "other", refreshToken: "other" });
    await store(600, { issuerUrl: "https://elsewhere.test" });
    files.set("damaged", "{");
    await logout({ issuerUrl, clientId: "other" }, host());
    expect(revocations()).toEqual([{ token: "other", token_type_hint: "refresh_token", client_id: "other" }]);
    expect(files.size).toBe(3);
    await logout({ issuerUrl, clientId: undefined }, host());
    expect([...files.values()].filter((text) => text.includes(`"${issuerUrl}"`))).toEqual([]);
    expect(files.size).toBe(2);
  });

  test("--all removes damaged logins, too", async () => {
    await store(600);
    files.set("damaged", "{");
    expect(await logout(everywhere, host())).toBe(0);
    expect(printed.out).toBe("logged out at https://issuer.test as ann\nremoved a damaged login\n");
    expect(files.size).toBe(0);
  });

  test("a login without a refresh token is removed without a request", async () => {
    await store(600, { refreshToken: undefined });
    expect(await logout(everywhere, host())).toBe(0);
    expect(fake.requests).toEqual([]);
    expect(files.size).toBe(0);
  });

  test("an issuer without an endpoint for revocations is reported, but is no error", async () => {
    await store(600);
    const { revocation_endpoint: _, ...withoutEndpoint } = configuration;
    fake.responses.set(`${issuerUrl}/.well-known/openid-configuration`, withoutEndpoint);
    expect(await logout(everywhere, host())).toBe(0);
    expect(printed.out).toBe("logged out at https://issuer.test as ann; the issuer has no endpoint to revoke tokens\n");
  });

  test("a login is removed even if its issuer fails, and the next one is ended nevertheless", async () => {
    await store(600, { issuerUrl: "https://gone.test" });
    await store(600);
    fake.responses.set(`${issuerUrl}/revoke`, { status: 503, body: "" });
    expect(await logout(everywhere, host())).toBe(1);
    expect(printed).toEqual({
      out: "",
      error:
        "orch logout: removed the login at https://gone.test, but its refresh token was not revoked: the configuration of " +
        "the issuer at https://gone.test/.well-known/openid-configuration: the issuer responded with status 404\n" +
        "orch logout: removed the login at https://issuer.test, but its refresh token was not revoked: " +
        "https://issuer.test/revoke: the issuer responded with status 503\n",
    });
    expect(files.size).toBe(0);
  });

  test("without a matching login, the output says so", async () => {
    await logout(everywhere, host());
    await logout({ issuerUrl, clientId: undefined }, host());
    await logout({ issuerUrl, clientId: "x" }, host());
    expect(printed.out).toBe(
      "no login is stored\nno login at https://issuer.test is stored\n" +
        "no login at https://issuer.test of the client x is stored\n",
    );
  });
});

test("logins of other issuers, clients and scopes are stored separately, and the order of scopes does not matter", () => {
  const ids = [
    settings,
    { ...settings, issuerUrl: "https://other.test" },
    { ...settings, clientId: "other" },
    { ...settings, scopes: ["openid"] },
  ].map(sessionId);
  expect(new Set(ids).size).toBe(4);
  expect(sessionId({ ...settings, scopes: ["offline_access", "openid"] })).toBe(ids[0]);
  for (const one of ids) expect(one).toMatch(/^[0-9a-f]{32}$/);
});

test("the credential plugin has the flags of the login, but not the client secret", () => {
  const plugin = loginPlugin(
    {
      ...command({ clientSecret: "s", usesDevice: true, port: 8000, opensBrowser: false }),
      vocabulary: "kubernetes",
      caFile: "/ca.pem",
    },
    ["/bin/node", "/orch.js"],
  );
  expect(plugin).toEqual({
    apiVersion: "client.authentication.k8s.io/v1",
    command: "/bin/node",
    args: [
      "/orch.js",
      "login",
      "token",
      "--issuer-url=https://issuer.test",
      "--client-id=orch",
      "--scopes=openid,offline_access",
      "--ca-file=/ca.pem",
      "--device",
      "--port=8000",
      "--open-browser=false",
      "--vocabulary=kubernetes",
    ],
    interactiveMode: "IfAvailable",
    provideClusterInfo: false,
  });
});
