import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClientAuthority } from "../../../test/support/client-authority.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { ConfigError } from "./config-error.ts";
import { loadConfig } from "./load-config.ts";
import { type ResolveOptions, resolveConfig } from "./resolve-config.ts";
import { impersonationHeaders, type ResolvedConfig, withImpersonation } from "./resolved-config.ts";
import { type MemorySource, memorySource, noRunner } from "./testing/memory-source.ts";

const { signal } = new AbortController();
let authority: ClientAuthority;
let ann: { readonly cert: string; readonly key: string };
let bob: { readonly cert: string; readonly key: string };

beforeAll(async () => {
  authority = await ClientAuthority.create();
  [ann, bob] = [await authority.issue({ name: "ann" }), await authority.issue({ name: "bob" })];
});

afterAll(() => authority[Symbol.dispose]());

interface Entries {
  readonly cluster?: object;
  readonly user?: object;
  readonly context?: object;
}

/** Returns the content of a file with the context `x`, whose entries have these additional members. */
function fileOf({ cluster = {}, user = {}, context = {} }: Entries): string {
  return JSON.stringify({
    "current-context": "x",
    clusters: [{ name: "x", cluster: { server: "https://x.test:6443", ...cluster } }],
    users: [{ name: "x", user }],
    contexts: [{ name: "x", context: { cluster: "x", user: "x", ...context } }],
  });
}

interface Resolving {
  readonly source?: MemorySource;
  readonly options?: Partial<ResolveOptions>;
}

async function resolveText(
  text: string,
  { source = memorySource(), options = {} }: Resolving = {},
): Promise<ResolvedConfig> {
  source.files.set("/c/config", text);
  const config = await loadConfig({ source, path: "/c/config" });
  return await resolveConfig(config, { source, runner: noRunner, ...options });
}

async function refusal(text: string, resolving: Resolving = {}): Promise<string> {
  const error: unknown = await resolveText(text, resolving).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConfigError);
  return (error as ConfigError).message;
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

test("a cluster with only a server is used anonymously, with the CA certificates of the system", async () => {
  const { credentials, ...rest } = await resolveText(fileOf({}));
  expect(rest).toEqual({
    server: new URL("https://x.test:6443"),
    insecure: false,
    disableCompression: false,
    namespace: "default",
  });
  expect(await credentials.current(signal)).toEqual({ headers: {} });
});

test("resolveConfig() returns the connection options of the cluster", async () => {
  const ca = authority.certificate;
  const cluster = {
    "certificate-authority-data": base64(ca),
    "certificate-authority": "not-read",
    "tls-server-name": "api",
    "proxy-url": "socks5://proxy.test:1080",
    "disable-compression": true,
  };
  const source = memorySource();
  const config = await resolveText(fileOf({ cluster, context: { namespace: "blue" } }), { source });
  expect(config).toMatchObject({ ca, tlsServerName: "api", disableCompression: true, namespace: "blue" });
  expect(config.proxy?.href).toBe("socks5://proxy.test:1080");
  expect(source.read).toEqual(["/c/config"]);
});

test("resolveConfig() reads the CA certificate from a file", async () => {
  const source = memorySource({ "/c/ca.crt": authority.certificate });
  const { ca } = await resolveText(fileOf({ cluster: { "certificate-authority": "ca.crt" } }), { source });
  expect(ca).toBe(authority.certificate);
});

test("resolveConfig() returns insecure: true for insecure-skip-tls-verify", async () => {
  expect(await resolveText(fileOf({ cluster: { "insecure-skip-tls-verify": true } }))).toMatchObject({
    insecure: true,
  });
});

const at = "/c/config: clusters[x].cluster";
const wrongClusters: readonly (readonly [what: string, cluster: object, message: string])[] = [
  [
    "a server with a password that is not a URL",
    { server: "https://a:b@x:y" },
    `${at}.server: must be a valid URL that begins with https:// or http://`,
  ],
  ["no server", { server: "" }, `${at}.server: is required: the URL of the API server`],
  [
    "a server without scheme",
    { server: "x:6443" },
    `${at}.server: "x:6443": must be a valid URL that begins with https:// or http://`,
  ],
  ["a server with a query", { server: "https://x/?a" }, `${at}.server: may not have a query or a fragment`],
  [
    "a server with a password, without showing it",
    { server: "https://a:b@x" },
    `${at}.server: may not hold a user or a password`,
  ],
  [
    "an unknown proxy",
    { "proxy-url": "ftp://x" },
    `${at}.proxy-url: names the scheme ftp, which is not supported; use http, https or socks5`,
  ],
  ["a proxy that is not a URL", { "proxy-url": "::" }, `${at}.proxy-url: must be a URL`],
  [
    "data that is not base64",
    { "certificate-authority-data": "?" },
    `${at}.certificate-authority-data: must be base64`,
  ],
  [
    "data without certificate",
    { "certificate-authority-data": "YQ==" },
    `${at}.certificate-authority-data: holds no certificate in PEM`,
  ],
  ["a missing file", { "certificate-authority": "ca" }, `${at}.certificate-authority: "/c/ca": does not exist`],
];

test.each(wrongClusters)("resolveConfig() rejects %s and names the field", async (_what, cluster, message) => {
  expect(await refusal(fileOf({ cluster }))).toBe(message);
});

test("resolveConfig() rejects a CA certificate together with insecure-skip-tls-verify", async () => {
  const cluster = { "insecure-skip-tls-verify": true, "certificate-authority-data": base64(authority.certificate) };
  expect(await refusal(fileOf({ cluster }))).toBe(
    `${at}.insecure-skip-tls-verify: true: may not be true beside a certificate authority`,
  );
});

describe("the selected context, cluster and user", () => {
  const text = JSON.stringify({
    "current-context": "gone",
    clusters: [
      { name: "one", cluster: { server: "https://one" } },
      { name: "two", cluster: { server: "https://two" } },
    ],
    users: [{ name: "ann", user: { token: "ann-token" } }],
    contexts: [{ name: "first", context: { cluster: "one", user: "nobody" } }],
  });

  test("options override the context, cluster, user and namespace", async () => {
    const options = { context: "first", cluster: "two", user: "ann", namespace: "red" };
    const config = await resolveText(text, { options });
    expect([config.server.href, config.namespace]).toEqual(["https://two/", "red"]);
    expect(await config.credentials.current(signal)).toEqual({ headers: { authorization: "Bearer ann-token" } });
  });

  test("a cluster and a user can be chosen without a context", async () => {
    const config = await resolveText(text.replace(`"gone"`, `""`), { options: { cluster: "one", user: "ann" } });
    expect(config.server.href).toBe("https://one/");
  });

  const missing: readonly (readonly [string, Partial<ResolveOptions>, string])[] = [
    ["a current context", {}, `/c/config: current-context: "gone" is not among contexts (first)`],
    ["a context", { context: "other" }, `/c/config: "other" is not among contexts (first)`],
    ["a cluster", { context: "first", cluster: "three" }, `/c/config: "three" is not among clusters (one, two)`],
    [
      "a context's user",
      { context: "first" },
      `/c/config: contexts[first].context.user: "nobody" is not among users (ann)`,
    ],
  ];

  test.each(missing)(
    "resolveConfig() names %s that does not exist, and lists the existing ones",
    async (_what, options, message) => {
      expect(await refusal(text, { options })).toBe(message);
    },
  );

  test("without a current context, resolveConfig() lists the contexts", async () => {
    const without = text.replace(`"gone"`, `""`);
    expect(await refusal(without)).toBe("/c/config: current-context: is not set; choose one of contexts (first)");
    expect(await refusal("{}")).toBe(
      "/c/config: current-context: is not set; choose one of contexts, of which there are none",
    );
  });
});

describe("authentication of a user", () => {
  test("a username and password are sent as basic authentication", async () => {
    const { credentials } = await resolveText(fileOf({ user: { username: "ann", password: "höher" } }));
    expect(await credentials.current(signal)).toEqual({ headers: { authorization: "Basic YW5uOmjDtmhlcg==" } });
  });

  test("a certificate and its key can be data or files, and data take precedence", async () => {
    const source = memorySource({ "/c/key": ann.key });
    const user = { "client-certificate-data": base64(ann.cert), "client-certificate": "not-read", "client-key": "key" };
    const { credentials } = await resolveText(fileOf({ user }), { source });
    expect(await credentials.current(signal)).toEqual({ headers: {}, certificate: ann });
    expect(source.read).not.toContain("/c/not-read");
  });

  test("certificate files are read again after five minutes or invalidate(), and an unchanged certificate stays the same object", async () => {
    const source = memorySource({ "/c/crt": ann.cert, "/c/key": ann.key });
    const clock = new ManualClock();
    const user = { "client-certificate": "crt", "client-key": "key" };
    const { credentials } = await resolveText(fileOf({ user }), { source, options: { clock } });
    const first = (await credentials.current(signal)).certificate;
    await clock.advance(300_000);
    expect((await credentials.current(signal)).certificate).toBe(first);
    // Only one file of the pair has been replaced: the previous pair remains valid until both have been.
    source.files.set("/c/crt", bob.cert);
    await clock.advance(300_000);
    expect((await credentials.current(signal)).certificate).toBe(first);
    source.files.set("/c/key", bob.key);
    expect((await credentials.current(signal)).certificate).toBe(first);
    await clock.advance(10_000);
    expect((await credentials.current(signal)).certificate).toEqual(bob);
    source.files.set("/c/crt", ann.cert).set("/c/key", ann.key);
    credentials.invalidate();
    expect((await credentials.current(signal)).certificate).toEqual(ann);
  });

  test("a token file takes precedence over a token, and is read again after 50 seconds", async () => {
    const source = memorySource({ "/c/token": "one\n" });
    const clock = new ManualClock();
    const user = { token: "spare", tokenFile: "token" };
    const { credentials } = await resolveText(fileOf({ user }), { source, options: { clock } });
    const token = async (): Promise<string | undefined> => (await credentials.current(signal)).headers["authorization"];
    expect(await token()).toBe("Bearer one");
    source.files.set("/c/token", "two");
    await clock.advance(49_999);
    expect(await token()).toBe("Bearer one");
    await clock.advance(1);
    expect(await token()).toBe("Bearer two");
    expect(source.read.filter((path) => path === "/c/token")).toHaveLength(2);
    source.files.delete("/c/token");
    await clock.advance(60_000);
    expect(await token(), "the last one that was there").toBe("Bearer two");
    source.files.set("/c/token", "three");
    credentials.invalidate();
    expect(await token()).toBe("Bearer three");
  });

  test("the token is used as long as the token file cannot be read", async () => {
    const { credentials } = await resolveText(fileOf({ user: { token: "spare", tokenFile: "token" } }));
    expect(await credentials.current(signal)).toEqual({ headers: { authorization: "Bearer spare" } });
  });

  test("a missing token file causes an error of current(), which looks for it again at the next call", async () => {
    const source = memorySource();
    const { credentials } = await resolveText(fileOf({ user: { tokenFile: "token" } }), { source });
    const missing = "/c/token of users[x].user in /c/config does not exist";
    await expect(credentials.current(signal)).rejects.toThrow(missing);
    source.files.set("/c/token", "now");
    expect(await credentials.current(signal)).toEqual({ headers: { authorization: "Bearer now" } });
  });

  test("an empty or invalid token file is reported without its content", async () => {
    const source = memorySource({ "/c/token": "  \n" });
    const { credentials } = await resolveText(fileOf({ user: { tokenFile: "token" } }), { source });
    await expect(credentials.current(signal)).rejects.toThrow(/^the token of .* in \/c\/token is empty$/);
    source.files.set("/c/token", "two\nlines");
    await expect(credentials.current(signal)).rejects.toThrow(
      /in \/c\/token holds characters that no header can carry$/,
    );
  });

  test("current() rejects with the reason of an aborted signal", async () => {
    const { credentials } = await resolveText(fileOf({ user: { token: "t" } }));
    await expect(credentials.current(AbortSignal.abort(new Error("gone")))).rejects.toThrow("gone");
  });

  const user = "/c/config: users[x].user";
  const wrongUsers: readonly (readonly [what: string, user: () => object, message: string])[] = [
    [
      "a token and a password",
      () => ({ token: "t", username: "u" }),
      `${user}: has a token and username and password; only one of them is allowed`,
    ],
    [
      "a token and a plugin",
      () => ({ token: "t", exec: {} }),
      `${user}: has a token and exec; only one of them is allowed`,
    ],
    ["a password alone", () => ({ password: "p" }), `${user}.username: is required beside password`],
    [
      "a token with a line break",
      () => ({ token: "a\nb" }),
      `${user}.token: holds characters that no header can carry`,
    ],
    [
      "a certificate without key",
      () => ({ "client-certificate-data": base64(ann.cert) }),
      `${user}.client-key: is required: a client certificate and its key go together`,
    ],
    [
      "a key of another certificate",
      () => ({ "client-certificate-data": base64(ann.cert), "client-key-data": base64(bob.key) }),
      `${user}.client-certificate: the client certificate of users[x].user in /c/config cannot be used: the key is not that of the certificate`,
    ],
    [
      "an invalid key",
      () => ({ "client-certificate-data": base64(ann.cert), "client-key-data": base64("secret") }),
      `${user}.client-certificate: the client certificate of users[x].user in /c/config cannot be used: the key is no private key in PEM that needs no password`,
    ],
    [
      "an authentication provider of old clients",
      () => ({ "auth-provider": { name: "gcp", config: { a: "b" } } }),
      `${user}.auth-provider: the provider gcp is not supported; use a credential plugin (exec) instead`,
    ],
    [
      "groups without user",
      () => ({ "as-groups": ["g"] }),
      `${user}.as: is required beside as-uid, as-groups and as-user-extra`,
    ],
  ];

  test.each(wrongUsers)("resolveConfig() rejects %s and names the field", async (_what, wrong, message) => {
    expect(await refusal(fileOf({ user: wrong() }))).toBe(message);
  });
});

test("resolveConfig() returns the impersonated user, and impersonationHeaders() encodes it", async () => {
  const user = {
    as: "bob",
    "as-uid": "7",
    "as-groups": ["a", "b"],
    "as-user-extra": { "example.com/team ä": ["x", "y"] },
  };
  const { impersonate } = await resolveText(fileOf({ user }));
  expect(impersonate).toEqual({
    user: "bob",
    uid: "7",
    groups: ["a", "b"],
    extra: { "example.com/team ä": ["x", "y"] },
  });
  expect(impersonate && impersonationHeaders(impersonate)).toEqual({
    "impersonate-user": "bob",
    "impersonate-uid": "7",
    "impersonate-group": ["a", "b"],
    "impersonate-extra-example.com%2Fteam%20%C3%A4": ["x", "y"],
  });
});

test("resolveConfig() reports all problems of the chosen entries at once, and none of other entries", async () => {
  const text = JSON.stringify({
    clusters: [
      { name: "x", cluster: { server: "nowhere", "proxy-url": "gopher://x" } },
      { name: "y", cluster: { server: "?" } },
    ],
    users: [{ name: "x", user: { exec: {} } }],
    contexts: [{ name: "x", context: { cluster: "x", user: "x" } }],
  });
  expect((await refusal(text, { options: { context: "x" } })).split("\n")).toHaveLength(5);
});

test("withImpersonation() replaces the parts of the configured impersonation that are given", () => {
  const base = { impersonate: { user: "ann", uid: "u-1", groups: ["dev"], extra: { team: ["a"] } } };
  const config = base as unknown as ResolvedConfig;
  const none = { user: undefined, groups: undefined, uid: undefined };
  expect(withImpersonation(config, none)).toBe(config);
  expect(withImpersonation(config, { ...none, user: "bob" }).impersonate).toEqual({ ...base.impersonate, user: "bob" });
  expect(withImpersonation(config, { ...none, groups: ["ops"] }).impersonate).toEqual({
    ...base.impersonate,
    groups: ["ops"],
  });
});

test("withImpersonation() rejects groups or a UID without a user", () => {
  const config = {} as ResolvedConfig;
  const error = "--as: is required beside --as-group and --as-uid";
  expect(() => withImpersonation(config, { user: undefined, groups: ["ops"], uid: undefined })).toThrow(error);
  expect(() => withImpersonation(config, { user: undefined, groups: undefined, uid: "u-1" })).toThrow(error);
  expect(withImpersonation(config, { user: "ann", groups: undefined, uid: "u-1" }).impersonate).toEqual({
    user: "ann",
    uid: "u-1",
    groups: [],
    extra: {},
  });
});
