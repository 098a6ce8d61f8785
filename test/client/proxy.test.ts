/** Tests of connections through proxies that the configuration or the environment names. */
import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { configMap } from "../../src/api/index.ts";
import { type ConnectOptions, connect } from "../../src/app/client.ts";
import { ManualClock } from "../../src/base/manual-clock.ts";
import { type Client, ConnectionError } from "../../src/client/index.ts";
import { H2Transport } from "../../src/client/node/index.ts";
import { TemporaryDirectory } from "../../src/storage/testing/temporary-directory.ts";
import { ClientAuthority } from "../support/client-authority.ts";
import { startHttpProxy, startSocksProxy, type TestProxy } from "../support/proxies.ts";
import { startTestServer, type TestServer } from "../support/test-server.ts";
import { until } from "../support/until.ts";

let running: TestServer;
let folder: TemporaryDirectory;
let authority: ClientAuthority;
let serverPort: number;

beforeAll(async () => {
  running = await startTestServer();
  serverPort = Number(new URL(running.server.url).port);
  folder = new TemporaryDirectory();
  authority = await ClientAuthority.create();
});

afterEach(() => vi.unstubAllEnvs());

afterAll(async () => {
  await running[Symbol.asyncDispose]();
  folder[Symbol.dispose]();
  authority[Symbol.dispose]();
});

/** Returns a client with the server's configuration, a proxy, and optionally another server address. */
async function through(
  proxyUrl: string | undefined,
  { server = running.server.url, ...options }: Omit<ConnectOptions, "path"> & { readonly server?: string } = {},
): Promise<Client> {
  const path = join(folder.path, "config");
  const cluster = [`server: ${server}`, "tls-server-name: localhost", ...(proxyUrl ? [`proxy-url: ${proxyUrl}`] : [])];
  const text = running.server.kubeconfig.replace(/( *)server: .*/, (_, indent) =>
    cluster.map((line) => `${indent}${line}`).join("\n"),
  );
  const bundle = Buffer.from(running.server.caCertificate + authority.certificate).toString("base64");
  writeFileSync(path, text.replace(/certificate-authority-data: .*/, `certificate-authority-data: ${bundle}`));
  return await connect({ path, ...options });
}

async function listed(client: Client): Promise<number> {
  return (await client.api(configMap, "default").list()).items.length;
}

async function refusalOf(client: Client): Promise<string> {
  const error: unknown = await listed(client).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
  return (error as ConnectionError).message.replaceAll(String(serverPort), "SERVER");
}

describe.each([
  ["http", () => startHttpProxy(), "http://127.0.0.1:"],
  ["socks5", () => startSocksProxy(), "socks5://127.0.0.1:"],
] as const)("through a proxy of scheme %s", (_, start, prefix) => {
  test("requests and watches share one tunnel, and the proxy sees only TLS", async () => {
    await using proxy = await start();
    await using client = await through(`${prefix}${proxy.port}`);
    const maps = client.api(configMap, "default");
    const { resourceVersion } = await maps.list();
    await Promise.all(
      ["a", "b"].map((name) => maps.create({ metadata: { name }, data: { large: "x".repeat(300_000) } })),
    );
    const receivedNames: (string | undefined)[] = [];
    for await (const { object } of maps.watch({ resourceVersion })) {
      receivedNames.push(object.metadata.name);
      if (receivedNames.length === 2) break;
    }
    expect(new Set(receivedNames)).toEqual(new Set(["a", "b"]));
    await maps.deleteCollection();
    expect(proxy.requests).toHaveLength(1);
    expect(proxy.requests[0]).toContain(`127.0.0.1:${serverPort}`);
    // A TLS handshake record, version 3.
    expect([...Buffer.concat(proxy.tunnelledData).subarray(0, 2)]).toEqual([22, 3]);
    expect(Buffer.concat(proxy.tunnelledData).includes("configmaps")).toBe(false);
  });

  test("a broken tunnel is opened again, and closing the client closes its tunnel", async () => {
    const cut = await start();
    const port = cut.port;
    const client = await through(`${prefix}${port}`);
    await listed(client);
    await cut[Symbol.asyncDispose]();
    expect(await refusalOf(client)).toContain(`through ${prefix}${port}: `);
    await client[Symbol.asyncDispose]();
    await using proxy = await start();
    const other = await through(`${prefix}${proxy.port}`);
    await listed(other);
    expect(proxy.openSockets).toBe(2);
    await other[Symbol.asyncDispose]();
    await proxy.whenIdle();
  });

  test("a proxy that does not respond is given up after 30 seconds", async () => {
    const clock = new ManualClock();
    const hanging = { rejection: { text: "", ends: false } };
    await using proxy = await (prefix.startsWith("http") ? startHttpProxy(hanging) : startSocksProxy(hanging));
    await using client = await through(`${prefix}${proxy.port}`, { clock });
    const refused = refusalOf(client);
    await until(() => proxy.openSockets === 1, "the proxy is asked");
    await clock.advance(29_999);
    expect(proxy.openSockets).toBe(1);
    await clock.advance(1);
    expect(await refused).toBe(
      `https://127.0.0.1:SERVER through ${prefix}${proxy.port}: no connection within 30000 ms`,
    );
    await proxy.whenIdle();
  });

  test("an aborted request leaves the tunnel to others, and the last abort closes it", async () => {
    const hanging = { rejection: { text: "", ends: false } };
    await using proxy = await (prefix.startsWith("http") ? startHttpProxy(hanging) : startSocksProxy(hanging));
    await using client = await through(`${prefix}${proxy.port}`);
    const [one, other] = [new AbortController(), new AbortController()];
    const maps = client.api(configMap, "default");
    const waiting = [one, other].map(({ signal }) => maps.list({ signal }));
    await until(() => proxy.openSockets === 1, "the proxy is asked");
    one.abort(new Error("one has left"));
    await expect(waiting[0]).rejects.toThrow("one has left");
    expect(proxy.openSockets).toBe(1);
    other.abort(new Error("the other has left"));
    await expect(waiting[1]).rejects.toThrow("the other has left");
    await proxy.whenIdle();
  });

  test("closing a client aborts a tunnel that is being opened", async () => {
    const hanging = { rejection: { text: "", ends: false } };
    await using proxy = await (prefix.startsWith("http") ? startHttpProxy(hanging) : startSocksProxy(hanging));
    const client = await through(`${prefix}${proxy.port}`);
    const refused = refusalOf(client);
    await until(() => proxy.openSockets === 1, "the proxy is asked");
    await client[Symbol.asyncDispose]();
    expect(await refused).toContain("the connection is closed");
    await proxy.whenIdle();
  });

  test("a proxy that does not listen is named in the error", async () => {
    const { port, [Symbol.asyncDispose]: close } = await start();
    await close();
    await using client = await through(`${prefix}${port}`);
    expect(await refusalOf(client)).toBe(
      `https://127.0.0.1:SERVER through ${prefix}${port}: the proxy ${prefix}${port} cannot be used: connect ECONNREFUSED 127.0.0.1:${port}`,
    );
  });

  test("the server's certificate is verified through a tunnel", async () => {
    await using proxy = await start();
    const transport = new H2Transport({ url: running.server.url, proxy: new URL(`${prefix}${proxy.port}`) });
    await expect(transport.send({ method: "GET", target: "/api", headers: {} })).rejects.toThrow(/certificate/);
    await transport.close();
  });
});

describe("a proxy that is asked by CONNECT", () => {
  test("an HTTP proxy receives the decoded user and password of its URL", async () => {
    await using proxy = await startHttpProxy();
    await using client = await through(`http://ann%40shop:p%3Aw%2F@127.0.0.1:${proxy.port}`);
    await listed(client);
    const basic = Buffer.from("ann@shop:p:w/").toString("base64");
    expect(proxy.requests[0]?.toLowerCase()).toContain(`\r\nproxy-authorization: basic ${basic.toLowerCase()}\r\n`);
  });

  test("an HTTP proxy receives host names unresolved, and IPv6 addresses in brackets", async () => {
    await using proxy = await startHttpProxy({ targetPort: serverPort });
    await using named = await through(`http://127.0.0.1:${proxy.port}`, { server: "https://api.test" });
    await listed(named);
    await using numbered = await through(`http://127.0.0.1:${proxy.port}`, { server: "https://[fd00::1]:6443" });
    await listed(numbered);
    expect(proxy.requests.map((head) => head.slice(0, head.indexOf("\r\n")))).toEqual([
      "CONNECT api.test:443 HTTP/1.1",
      "CONNECT [fd00::1]:6443 HTTP/1.1",
    ]);
  });

  const long = `HTTP/1.1 200 OK\r\nx: ${"y".repeat(20_000)}\r\n\r\n`;
  test.each([
    [
      "that wants credentials",
      "",
      "HTTP/1.1 407 Proxy Authentication Required\r\nProxy-Authenticate: Basic\r\n\r\n",
      "answered CONNECT 127.0.0.1:SERVER with 407 Proxy Authentication Required: it wants a user and a password, which its URL has to hold",
    ],
    [
      "that wants others",
      "ann:secret@",
      "HTTP/1.1 407 No\r\n\r\n",
      "answered CONNECT 127.0.0.1:SERVER with 407 No: it does not accept the user and the password that its URL holds",
    ],
    [
      "whose rules forbid it",
      "",
      "HTTP/1.1 403 Forbidden\r\nContent-Length: 3\r\n\r\nno!",
      "answered CONNECT 127.0.0.1:SERVER with 403 Forbidden",
    ],
    [
      "that sends data before the first request",
      "",
      "HTTP/1.1 200 OK\r\n\r\nhello",
      "sent something before it was asked to",
    ],
    ["that speaks something else", "", "SSH-2.0-x\r\n", 'answered with something else than HTTP: "SSH-2.0-x\\r\\n"'],
    ["with a response head that is too long", "", long, "answered with a head of more than 16384 bytes"],
    ["that hangs up", "", "", "closed the connection without an answer"],
    ["that hangs up within its answer", "", "HTTP/1.1 200", "closed the connection without an answer"],
  ])("an HTTP proxy %s is named with its response, but without its password", async (_, user, text, why) => {
    await using proxy = await startHttpProxy({ rejection: { text, ends: true } });
    await using client = await through(`http://${user}127.0.0.1:${proxy.port}`);
    const name = `http://127.0.0.1:${proxy.port}`;
    expect(await refusalOf(client)).toBe(`https://127.0.0.1:SERVER through ${name}: the proxy ${name} ${why}`);
    await proxy.whenIdle();
  });
});

describe("a proxy that is spoken to over TLS", () => {
  test("an HTTPS proxy is verified with the CA certificates of the cluster", async () => {
    const tls = await authority.issue({ name: "proxy", usage: "serverAuth", hosts: ["127.0.0.1"] });
    await using proxy = await startHttpProxy({ tls });
    await using client = await through(`https://ann:secret@127.0.0.1:${proxy.port}`);
    expect(await listed(client)).toBe(0);
    expect(await listed(client)).toBe(0);
    expect(proxy.requests).toHaveLength(1);
  });

  test("an idle connection through an HTTPS proxy does not keep the process alive", async () => {
    const tls = await authority.issue({ name: "proxy", usage: "serverAuth", hosts: ["127.0.0.1"] });
    await using proxy = await startHttpProxy({ tls });
    const client = await through(`https://127.0.0.1:${proxy.port}`);
    await client[Symbol.asyncDispose]();
    const program = `
      import { connect } from ${JSON.stringify(new URL("../../src/app/client.ts", import.meta.url).href)};
      const client = await connect({ path: ${JSON.stringify(join(folder.path, "config"))} });
      console.log((await client.discover("v1")).length > 10);
    `;
    const node = ["--import", "tsx", "--input-type=module", "--eval", program];
    const { stdout } = await promisify(execFile)(process.execPath, node, { timeout: 25_000 });
    expect(stdout).toBe("true\n");
  });

  test("an HTTPS proxy with an invalid certificate receives no request", async () => {
    const tls = await authority.issue({ name: "proxy", usage: "serverAuth", hosts: ["other.test"] });
    await using proxy = await startHttpProxy({ tls });
    await using client = await through(`https://ann:secret@127.0.0.1:${proxy.port}`);
    expect(await refusalOf(client)).toMatch(/the proxy https:\/\/127\.0\.0\.1:\d+ cannot be used: .*altnames/);
    expect(proxy.requests).toEqual([]);
  });
});

describe("a proxy that speaks SOCKS", () => {
  test("a SOCKS proxy receives names as names and addresses as addresses", async () => {
    await using proxy = await startSocksProxy({ targetPort: serverPort });
    for (const server of ["https://api.test", "https://10.1.2.3:6443", "https://[fd00::1]:6443"]) {
      await using client = await through(`socks5://127.0.0.1:${proxy.port}`, { server });
      await listed(client);
    }
    expect(proxy.requests).toEqual(["@api.test:443", "@10.1.2.3:6443", `@fd00${"0".repeat(27)}1:6443`]);
  });

  test("a SOCKS proxy receives user and password if it requires them", async () => {
    await using proxy = await startSocksProxy({ requiredCredentials: "ann@shop:p:w/" });
    await using client = await through(`socks5://ann%40shop:p%3Aw%2F@127.0.0.1:${proxy.port}`);
    await listed(client);
    expect(proxy.requests).toEqual([`ann@shop:p:w/@127.0.0.1:${serverPort}`]);
  });

  const http = Buffer.from("HTTP/1.1 400 Bad Request\r\n\r\n");
  test.each([
    [
      "that wants credentials",
      "",
      { requiredCredentials: "a:b" },
      "accepts none of what it was offered: it may want a user and a password, which its URL has to hold",
    ],
    [
      "that wants others",
      "ann:secret@",
      { requiredCredentials: "a:b" },
      "does not accept the user and the password that its URL holds",
    ],
    [
      "whose rules forbid it",
      "",
      { replyCode: 2 },
      "did not connect to 127.0.0.1, port SERVER: its rules do not allow it (2)",
    ],
    [
      "that cannot reach the server",
      "",
      { replyCode: 5 },
      "did not connect to 127.0.0.1, port SERVER: the server refused the connection (5)",
    ],
    [
      "with an unknown reply code",
      "",
      { replyCode: 77 },
      "did not connect to 127.0.0.1, port SERVER: it does not say why (77)",
    ],
    [
      "that speaks something else",
      "",
      { rejection: { text: http, ends: true } },
      "answered with something else than SOCKS 5",
    ],
    [
      "that hangs up within its answer",
      "",
      { rejection: { text: Buffer.from([5]), ends: true } },
      "closed the connection within its answer",
    ],
  ])("a SOCKS proxy %s is named with its response, but without its password", async (_, user, options, why) => {
    await using proxy = await startSocksProxy(options);
    await using client = await through(`socks5://${user}127.0.0.1:${proxy.port}`);
    const name = `socks5://127.0.0.1:${proxy.port}`;
    expect(await refusalOf(client)).toBe(`https://127.0.0.1:SERVER through ${name}: the proxy ${name} ${why}`);
    await proxy.whenIdle();
  });
});

describe("the proxy of the environment", () => {
  const server = "https://api.test:6443";
  const used = async (proxy: TestProxy, proxyUrl?: string): Promise<number> => {
    await using client = await through(proxyUrl, { server });
    await listed(client).catch(() => undefined);
    return proxy.requests.length;
  };

  test("the proxy of the environment is used unless the configuration names another one", async () => {
    await using proxy = await startHttpProxy({ targetPort: serverPort });
    await using other = await startHttpProxy({ targetPort: serverPort });
    vi.stubEnv("HTTPS_PROXY", `127.0.0.1:${proxy.port}`);
    expect(await used(proxy)).toBe(1);
    expect(await used(other, `http://127.0.0.1:${other.port}`)).toBe(1);
    expect(proxy.requests).toHaveLength(1);
  });

  test("the proxy of the environment is not used for servers that NO_PROXY excludes", async () => {
    await using proxy = await startHttpProxy({ targetPort: serverPort });
    vi.stubEnv("https_proxy", `http://127.0.0.1:${proxy.port}`);
    vi.stubEnv("no_proxy", "example.com,.test");
    expect(await used(proxy)).toBe(0);
    await using straight = await through(undefined);
    expect(await listed(straight)).toBe(0);
    expect(proxy.requests).toEqual([]);
  });
});

test("the transport rejects a proxy of an unsupported scheme", () => {
  const make = (): H2Transport => new H2Transport({ url: "https://api.test", proxy: new URL("ftp://proxy.test") });
  expect(make).toThrow(new TypeError("a proxy is http:, https: or socks5:, not ftp:"));
});
