/** Outbound requests through real proxies. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClientAuthority } from "../../test/support/client-authority.ts";
import { startHttpProxy, startSocksProxy } from "../../test/support/proxies.ts";
import { until } from "../../test/support/until.ts";
import { ManualClock } from "../base/manual-clock.ts";
import { EgressClient, type EgressClientOptions, type EgressRequest } from "./egress-client.ts";
import type { EgressResponse } from "./response-collector.ts";
import { startHttps, type TestServer } from "./testing/https-server.ts";

let authority: ClientAuthority;
let server: TestServer;

beforeAll(async () => {
  authority = await ClientAuthority.create();
  const hosts = ["name.test", "127.0.0.1"];
  server = await startHttps(authority, (request, response) => response.end(`reached ${request.url}`), { hosts });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  authority[Symbol.dispose]();
});

/** Names are resolved by proxies only. */
const lookup = (): Promise<never> => Promise.reject(new Error("this process resolved a name"));

async function get(
  url: string,
  options: EgressClientOptions,
  changes: Partial<EgressRequest> = {},
): Promise<EgressResponse> {
  await using client = new EgressClient({ lookup, ...options });
  return await client.request({
    url: new URL(url),
    method: "GET",
    ca: authority.certificate,
    timeoutMs: 60_000,
    bytesMax: 1000,
    ...changes,
  });
}

async function textOf(...args: Parameters<typeof get>): Promise<string> {
  return (await get(...args)).body.toString();
}

/** Starts a server that responds to any request with its method and target, and returns its port. */
async function startForwarder(): Promise<{ readonly port: number; readonly seen: string[] } & AsyncDisposable> {
  const seen: string[] = [];
  const forwarder = createServer((request, response) => {
    const { method, url, headers } = request;
    seen.push([method, url, headers.host, headers["proxy-authorization"] ?? "no credentials"].join(" "));
    response.end("forwarded");
  });
  await new Promise<void>((resolve) => forwarder.listen(0, "127.0.0.1", resolve));
  return {
    port: (forwarder.address() as AddressInfo).port,
    seen,
    async [Symbol.asyncDispose]() {
      forwarder.closeAllConnections();
      await new Promise((resolve) => forwarder.close(resolve));
    },
  };
}

describe("a request over TLS", () => {
  test.each(["HTTPS_PROXY", "https_proxy"])("goes through a tunnel of the proxy in %s", async (variable) => {
    await using proxy = await startHttpProxy({ targetPort: server.port });
    const env = { [variable]: `http://ann:p%40ss@127.0.0.1:${proxy.port}` };
    expect(await textOf("https://name.test/a?b=c", { env })).toBe("reached /a?b=c");
    expect(proxy.requests).toHaveLength(1);
    expect(proxy.requests[0]).toMatch(/^CONNECT name\.test:443 HTTP\/1\.1\r\nhost: name\.test:443\r\n/i);
    expect(proxy.requests[0]).toContain(`Basic ${Buffer.from("ann:p@ss").toString("base64")}`);
    // The proxy sees only a handshake: type 22 of TLS.
    expect(proxy.tunnelledData[0]?.[0]).toBe(22);
  });

  test("goes through a proxy with TLS that the authority of the server has signed", async () => {
    const tls = await authority.issue({ name: "proxy", usage: "serverAuth", hosts: ["127.0.0.1"] });
    await using proxy = await startHttpProxy({ targetPort: server.port, tls });
    const env = { HTTPS_PROXY: `https://127.0.0.1:${proxy.port}` };
    expect(await textOf("https://name.test/", { env })).toBe("reached /");
  });

  test("goes through a SOCKS proxy, which resolves the name", async () => {
    await using proxy = await startSocksProxy({ targetPort: server.port });
    const env = { HTTPS_PROXY: `socks5://127.0.0.1:${proxy.port}` };
    expect(await textOf("https://name.test/", { env })).toBe("reached /");
    expect(proxy.requests).toEqual(["@name.test:443"]);
  });

  test("uses the proxy of the request instead of that of the environment, even to this machine", async () => {
    await using proxy = await startHttpProxy();
    const env = { HTTPS_PROXY: "http://127.0.0.1:1" };
    const url = `https://127.0.0.1:${server.port}/`;
    expect(await textOf(url, { env })).toBe("reached /");
    expect(await textOf(url, { env }, { proxy: new URL(`http://127.0.0.1:${proxy.port}`) })).toBe("reached /");
    expect(proxy.requests).toHaveLength(1);
  });

  test("goes directly to a server in NO_PROXY", async () => {
    await using proxy = await startHttpProxy({ targetPort: server.port });
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}`, no_proxy: ".test" };
    const direct = { env, lookup: async () => [{ address: "127.0.0.1", family: 4 }] };
    expect(await textOf(`https://name.test:${server.port}/`, direct)).toBe("reached /");
    expect(proxy.requests).toEqual([]);
  });

  test("verifies the certificate of the server behind the proxy", async () => {
    await using proxy = await startHttpProxy({ targetPort: server.port });
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    await expect(get("https://other.test/", { env })).rejects.toMatchObject({
      failure: "tls",
      reason: "tls: failed to verify certificate: x509: certificate is valid for name.test, not other.test",
    });
  });

  test("reuses its tunnel, and shares it with no other proxy", async () => {
    await using first = await startHttpProxy({ targetPort: server.port });
    await using second = await startHttpProxy({ targetPort: server.port });
    await using client = new EgressClient({ env: { HTTPS_PROXY: `http://127.0.0.1:${first.port}` }, lookup });
    const limits = { ca: authority.certificate, timeoutMs: 60_000, bytesMax: 1000 } as const;
    const request = { url: new URL("https://name.test/"), method: "GET", ...limits } as const;
    await client.request(request);
    await new Promise((resolve) => setImmediate(resolve));
    await client.request(request);
    await client.request({ ...request, proxy: new URL(`http://127.0.0.1:${second.port}`) });
    expect([first.requests.length, second.requests.length, client.targets]).toEqual([1, 1, 2]);
  });
});

describe("a request without TLS", () => {
  test("is forwarded by the proxy in HTTP_PROXY, and names the whole URL", async () => {
    await using forwarder = await startForwarder();
    const env = { HTTP_PROXY: `http://ann:x@127.0.0.1:${forwarder.port}` };
    expect(await textOf("http://name.test:8080/a?b=c", { env })).toBe("forwarded");
    const credentials = `Basic ${Buffer.from("ann:x").toString("base64")}`;
    expect(forwarder.seen).toEqual([`GET http://name.test:8080/a?b=c name.test:8080 ${credentials}`]);
  });

  test("goes through a tunnel of a SOCKS proxy", async () => {
    await using forwarder = await startForwarder();
    await using proxy = await startSocksProxy({ targetPort: forwarder.port });
    const env = { http_proxy: `socks5://127.0.0.1:${proxy.port}` };
    expect(await textOf("http://name.test/a", { env })).toBe("forwarded");
    expect(forwarder.seen).toEqual(["GET /a name.test no credentials"]);
  });
});

describe("addresses and proxies", () => {
  test("a private address in the URL is rejected, and the proxy is not asked", async () => {
    await using proxy = await startHttpProxy({ targetPort: server.port });
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const failing = get("https://169.254.169.254/", { env }, { allowsPrivateAddresses: false });
    await expect(failing).rejects.toThrow("dial tcp: 169.254.169.254: private addresses are not allowed");
    expect(proxy.requests).toEqual([]);
  });

  test("a host name is left to the proxy, whatever its address is", async () => {
    await using proxy = await startHttpProxy({ targetPort: server.port });
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    expect(await textOf("https://name.test/", { env }, { allowsPrivateAddresses: false })).toBe("reached /");
  });
});

describe("failures of proxies", () => {
  test("a rejected tunnel is an error with the response, but without the password", async () => {
    await using proxy = await startHttpProxy({
      rejection: { text: "HTTP/1.1 407 Proxy Authentication Required\r\n\r\n", ends: true },
    });
    const env = { HTTPS_PROXY: `http://ann:secret@127.0.0.1:${proxy.port}` };
    await expect(get("https://name.test/", { env })).rejects.toMatchObject({
      failure: "connect",
      message:
        `Get "https://name.test/": proxyconnect tcp: the proxy http://127.0.0.1:${proxy.port} answered CONNECT ` +
        "name.test:443 with 407 Proxy Authentication Required: it does not accept the user and the password that its URL holds",
    });
  });

  test.each(["https://name.test/", "http://name.test/"])(
    "a proxy that does not listen fails the request %s",
    async (url) => {
      const env = { HTTPS_PROXY: "http://127.0.0.1:1", HTTP_PROXY: "http://127.0.0.1:1" };
      await expect(get(url, { env })).rejects.toMatchObject({
        failure: "connect",
        reason: "proxyconnect tcp: the proxy http://127.0.0.1:1 cannot be used: connect ECONNREFUSED 127.0.0.1:1",
      });
    },
  );

  test("a head of more than 16 KiB ends the tunnel", async () => {
    const text = `HTTP/1.1 200 OK\r\nx: ${"x".repeat(20_000)}\r\n\r\n`;
    await using proxy = await startHttpProxy({ rejection: { text, ends: false } });
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    await expect(get("https://name.test/", { env })).rejects.toThrow("answered with a head of more than 16384 bytes");
  });

  test("a proxy that does not respond is given up after 30 seconds", async () => {
    await using proxy = await startHttpProxy({ rejection: { text: "", ends: false } });
    const clock = new ManualClock();
    const env = { HTTPS_PROXY: `http://127.0.0.1:${proxy.port}` };
    const failing = get("https://name.test/", { env, clock }).catch((error: unknown) => error);
    await until(() => proxy.requests.length === 1, "the proxy got the request");
    await clock.advance(30_000);
    expect(await failing).toMatchObject({
      failure: "timeout",
      reason: `proxyconnect tcp: the proxy http://127.0.0.1:${proxy.port} does not respond: i/o timeout`,
    });
    await proxy.whenIdle();
  });

  test("a variable that is no URL fails requests, and is named without its value", async () => {
    const env = { https_proxy: "ftp://ann:secret@proxy.test" };
    await expect(get("https://name.test/", { env })).rejects.toMatchObject({
      failure: "client",
      reason:
        "the environment variable https_proxy names the scheme ftp, which is not supported; use http, https or socks5",
    });
  });
});
