import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { ClientAuthority } from "../../test/support/client-authority.ts";
import { until } from "../../test/support/until.ts";
import { ManualClock } from "../base/manual-clock.ts";
import { EgressClient, type EgressRequest } from "./egress-client.ts";
import { EgressError } from "./egress-error.ts";
import type { EgressResponse } from "./response-collector.ts";
import { startHttps, startTls, type TestServer } from "./testing/https-server.ts";

let authority: ClientAuthority;
let otherAuthority: ClientAuthority;
let client: EgressClient;

beforeAll(async () => {
  authority = await ClientAuthority.create();
  otherAuthority = await ClientAuthority.create();
  client = new EgressClient();
});

afterAll(async () => {
  await client.close();
  authority[Symbol.dispose]();
  otherAuthority[Symbol.dispose]();
});

type Changes = Partial<EgressRequest>;

function post(server: TestServer, changes: Changes = {}, sender = client): Promise<EgressResponse> {
  const { certificate: ca } = authority;
  return sender.request({
    url: server.url,
    method: "POST",
    body: "{}",
    ca,
    timeoutMs: 10_000,
    bytesMax: 1000,
    ...changes,
  });
}

async function failure(promise: Promise<unknown>): Promise<EgressError> {
  const error = await promise.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof EgressError))
    throw new Error("the request did not fail with an EgressError", { cause: error });
  return error;
}

/** Resolves when the headers of the next response have been parsed. */
async function nextHeaders(): Promise<void> {
  await new Promise<void>((resolve) => {
    const onHeaders = (): void => {
      unsubscribe("undici:request:headers", onHeaders);
      // The client processes the headers in the same turn of the event loop.
      setImmediate(resolve);
    };
    subscribe("undici:request:headers", onHeaders);
  });
}

/** Sends raw bytes as the response to the first request of each connection. */
function startRaw(bytes: string): Promise<TestServer> {
  return startTls(authority, (socket) => socket.once("data", () => socket.end(bytes, "latin1")));
}

describe("request() to an ordinary server", () => {
  test("request() sends method, path, headers and body, and returns status, headers and body", async () => {
    const received: unknown[] = [];
    await using server = await startHttps(authority, (request, response) => {
      const { method, url, headers } = request;
      request.on("data", (piece: Buffer) => received.push([method, url, headers["content-type"], String(piece)]));
      request.on("end", () =>
        response
          .writeHead(
            201,
            [
              ["x-a", "1"],
              ["X-A", "2"],
            ].flat(),
          )
          .end("created"),
      );
    });
    const { status, headers, body } = await post(server, { headers: { "content-type": "text/plain" }, body: "sent" });
    expect(received).toEqual([["POST", "/review?timeout=30s", "text/plain", "sent"]]);
    expect([status, headers.get("x-a"), body.toString()]).toEqual([201, "1, 2", "created"]);
  });

  test("request() returns a redirect as a response and does not follow it", async () => {
    let requests = 0;
    await using server = await startHttps(authority, (_, response) => {
      requests++;
      response.writeHead(307, { location: "/elsewhere" }).end();
    });
    const { status, headers } = await post(server);
    expect([status, headers.get("location"), requests]).toEqual([307, "/elsewhere", 1]);
  });

  test("request() presents the client certificate, and fails without one if the server requires it", async () => {
    const mutual = { requestCert: true, rejectUnauthorized: true, ca: authority.certificate };
    await using server = await startHttps(authority, (_, response) => response.end("in"), mutual);
    const { cert, key } = await authority.issue({ name: "api-server" });
    const { body } = await post(server, { clientCertificate: cert, clientKey: key });
    expect(body.toString()).toBe("in");
    // With TLS 1.3 the handshake has ended for the client, so the end of the connection may overtake the alert.
    expect(["tls", "closed", "reset"]).toContain((await failure(post(server))).failure);
  });

  test("request() reuses a connection for later requests with the same credentials only", async () => {
    await using server = await startHttps(authority, (_, response) => response.end());
    await using separate = new EgressClient();
    await post(server, {}, separate);
    // A connection is free one turn of the event loop after its response.
    await new Promise((resolve) => setImmediate(resolve));
    await post(server, {}, separate);
    expect(server.connectionCount()).toBe(1);
    const { cert, key } = await authority.issue({ name: "api-server" });
    await post(server, { clientCertificate: cert, clientKey: key }, separate);
    expect(server.connectionCount()).toBe(2);
  });

  test("connections close after 90 seconds without a request", async () => {
    const clock = new ManualClock();
    await using server = await startHttps(authority, (_, response) => response.end());
    await using separate = new EgressClient({ clock });
    await post(server, {}, separate);
    await clock.advance(89_999);
    expect([separate.targets, server.openCount()]).toEqual([1, 1]);
    await clock.advance(1);
    expect(separate.targets).toBe(0);
    await until(() => server.openCount() === 0, "the connection is closed");
  });

  test("the target that was unused for longest is closed when there are more than allowed", async () => {
    await using first = await startHttps(authority, (_, response) => response.end());
    await using second = await startHttps(authority, (_, response) => response.end());
    await using separate = new EgressClient({ limits: { targetsMax: 1 } });
    await post(first, {}, separate);
    await post(second, {}, separate);
    expect(separate.targets).toBe(1);
    await until(() => first.openCount() === 0, "the first connection is closed");
    expect(second.openCount()).toBe(1);
  });

  test("requests beyond the limit of one target fail at once, and others open at most the allowed connections", async () => {
    const waiting: (() => void)[] = [];
    await using server = await startHttps(authority, (_, response) => waiting.push(() => response.end()));
    await using separate = new EgressClient({ limits: { connectionsMax: 2, requestsMax: 3 } });
    const accepted = [post(server, {}, separate), post(server, {}, separate), post(server, {}, separate)];
    const { failure: part } = await failure(post(server, {}, separate));
    expect(part).toBe("client");
    await until(() => waiting.length === 2, "two requests arrived");
    for (const respond of waiting.splice(0)) respond();
    await until(() => waiting.length === 1, "the third request arrived");
    for (const respond of waiting) respond();
    expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(server.connectionCount()).toBe(2);
  });

  test("close() ends requests in progress, and later requests fail", async () => {
    await using server = await startHttps(authority, () => undefined);
    const separate = new EgressClient();
    const pending = failure(post(server, {}, separate));
    await until(() => server.openCount() === 1, "the request is connected");
    await separate.close();
    expect((await pending).failure).toBe("client");
    expect((await failure(post(server, {}, separate))).reason).toBe("http: the client is closed");
  });
});

describe("request() and certificates", () => {
  const verifyFailed = "tls: failed to verify certificate: x509:";
  const past = { fromMs: Date.UTC(2020, 0, 1), toMs: Date.UTC(2020, 0, 2) };
  const future = { fromMs: Date.UTC(2090, 0, 1), toMs: Date.UTC(2091, 0, 1) };

  test.each([
    ["has expired", { validity: past }, "certificate has expired or is not yet valid"],
    ["is not yet valid", { validity: future }, "certificate has expired or is not yet valid"],
    ["is for clients", { usage: "clientAuth" }, "certificate specifies an incompatible key usage"],
    ["has another address", { hosts: ["10.0.0.1"] }, "certificate is valid for 10.0.0.1, not 127.0.0.1"],
    [
      "has no address",
      { hosts: ["localhost"] },
      "cannot validate certificate for 127.0.0.1 because it doesn't contain any IP SANs",
    ],
  ] as const)("request() fails if the server's certificate %s", async (_, options, fault) => {
    let requests = 0;
    await using server = await startHttps(authority, () => requests++, options);
    const error = await failure(post(server));
    expect([error.failure, error.message]).toEqual(["tls", `Post "${server.url.href}": ${verifyFailed} ${fault}`]);
    expect(requests).toBe(0);
  });

  test("request() fails if another authority signed the server's certificate", async () => {
    await using server = await startHttps(otherAuthority, (_, response) => response.end());
    const { failure: part, reason } = await failure(post(server));
    expect([part, reason]).toEqual(["tls", `${verifyFailed} certificate signed by unknown authority`]);
  });

  test("request() compares the certificate with `serverName` instead of the host", async () => {
    await using server = await startHttps(authority, (_, response) => response.end(), { hosts: ["webhook.test"] });
    expect((await post(server, { serverName: "webhook.test" })).status).toBe(200);
    const { reason } = await failure(post(server, { serverName: "other.test" }));
    expect(reason).toBe(`${verifyFailed} certificate is valid for webhook.test, not other.test`);
  });

  test("request() accepts any certificate only if the target is insecure", async () => {
    await using server = await startHttps(otherAuthority, (_, response) => response.end(), { validity: past });
    expect((await post(server, { insecure: true })).status).toBe(200);
    expect((await failure(post(server))).failure).toBe("tls");
  });

  test("request() reports an unusable key without a part of it", async () => {
    await using server = await startHttps(authority, (_, response) => response.end());
    const error = await failure(post(server, { clientCertificate: "CERT-TEXT", clientKey: "KEY-TEXT" }));
    expect(error.failure).toBe("tls");
    expect(`${error.message} ${error.stack}`).not.toMatch(/KEY-TEXT|CERT-TEXT/);
  });
});

describe("request() to a server that fails", () => {
  test("request() reports that no server listens", async () => {
    const server = await startHttps(authority, () => undefined);
    await server[Symbol.asyncDispose]();
    const error = await failure(post(server));
    expect(error.failure).toBe("connect");
    expect(error.message).toBe(
      `Post "${server.url.href}": dial tcp 127.0.0.1:${server.port}: connect: connection refused`,
    );
  });

  test("request() reports a server without TLS", async () => {
    const server = createTcpServer((socket) => socket.resume().end("HTTP/1.1 400 Bad Request\r\n\r\n"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const { failure: part, reason } = await failure(
      client.request({ url, method: "POST", timeoutMs: 10_000, bytesMax: 10 }),
    );
    expect([part, reason]).toEqual(["tls", "tls: first record does not look like a TLS handshake"]);
    await new Promise((resolve) => server.close(resolve));
  });

  test("request() ends at its time limit while the handshake hangs", async () => {
    const clock = new ManualClock();
    const server = createTcpServer((socket) => socket.resume().on("error", () => undefined));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const url = new URL(`https://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    const separate = new EgressClient({ clock });
    const connected = new Promise((resolve) => server.once("connection", resolve));
    const error = failure(separate.request({ url, method: "GET", timeoutMs: 10_000, bytesMax: 10 }));
    await connected;
    await clock.advance(10_000);
    expect((await error).failure).toBe("timeout");
    await separate.close();
    // The connection attempt itself ends after 30 seconds, and frees its place in the pool.
    await clock.advance(20_000);
    await new Promise((resolve) => server.close(resolve));
  });

  test("request() ends at its time limit while the headers are late", async () => {
    const clock = new ManualClock();
    let requests = 0;
    await using server = await startHttps(authority, () => requests++);
    await using separate = new EgressClient({ clock });
    const error = failure(post(server, { timeoutMs: 30_000 }, separate));
    await until(() => requests === 1, "the request arrived");
    await clock.advance(30_000);
    const { failure: part, message } = await error;
    expect(part).toBe("timeout");
    expect(message).toBe(
      `Post "${server.url.href}": context deadline exceeded (Client.Timeout exceeded while awaiting headers)`,
    );
    await until(() => server.openCount() === 0, "the connection is closed");
  });

  test("request() ends at its time limit while the body is late", async () => {
    const clock = new ManualClock();
    const headersArrived = nextHeaders();
    await using server = await startHttps(authority, (_, response) => response.writeHead(200).write("{"));
    await using separate = new EgressClient({ clock });
    const error = failure(post(server, {}, separate));
    await headersArrived;
    await clock.advance(10_000);
    expect((await error).message).toBe(
      "context deadline exceeded (Client.Timeout or context cancellation while reading body)",
    );
    await until(() => server.openCount() === 0, "the connection is closed");
  });

  test("request() throws the reason of an aborted signal and closes the connection", async () => {
    let requests = 0;
    await using server = await startHttps(authority, () => requests++);
    const abort = new AbortController();
    const pending = post(server, { signal: abort.signal });
    await until(() => requests === 1, "the request arrived");
    abort.abort(new Error("the client left"));
    await expect(pending).rejects.toThrow("the client left");
    await expect(post(server, { signal: abort.signal })).rejects.toThrow("the client left");
    await until(() => server.openCount() === 0, "the connection is closed");
  });

  test("request() stops reading a body without end at the limit", async () => {
    await using server = await startTls(authority, (socket) =>
      socket.once("data", () => {
        socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
        const piece = `4000\r\n${"x".repeat(0x4000)}\r\n`;
        const write = (): void => {
          while (!socket.destroyed && socket.write(piece));
        };
        socket.on("drain", write);
        write();
      }),
    );
    const { failure: part, message } = await failure(post(server, { bytesMax: 1_000_000 }));
    expect([part, message]).toEqual(["response", "the response is larger than 1000000 bytes"]);
    await until(() => server.openCount() === 0, "the connection is closed");
  });

  test("request() rejects a body of 100 MB by its announced size", async () => {
    await using server = await startHttps(authority, (_, response) =>
      response.writeHead(200, { "content-length": "104857600" }).write("x"),
    );
    expect((await failure(post(server))).reason).toBe("the response is larger than 1000 bytes");
    await until(() => server.openCount() === 0, "the connection is closed");
  });

  test("request() accepts a body of exactly the limit", async () => {
    await using server = await startHttps(authority, (_, response) => response.end("x".repeat(1000)));
    expect((await post(server)).body.length).toBe(1000);
  });

  test("request() reports a connection that the server resets", async () => {
    await using server: TestServer = await startTls(authority, (socket) => socket.once("data", () => server.reset()));
    const { failure: part, reason } = await failure(post(server));
    expect([part, reason]).toEqual(["reset", "read: connection reset by peer"]);
  });

  const truncated = "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc";
  const brokenChunk = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n";
  const manyHeaders = `HTTP/1.1 200 OK\r\n${Array.from({ length: 20_000 }, (_, index) => `h${index}: v`).join("\r\n")}\r\n\r\n`;
  test.each([
    ["closes the connection without a response", "", "closed", "EOF"],
    ["sends a body that is too short", truncated, "closed", "unexpected EOF"],
    ["sends text that is not HTTP", "SSH-2.0-OpenSSH_9.2\r\n", "response", /malformed HTTP response$/],
    ["sends an invalid status", "HTTP/1.1 abc OK\r\n\r\n", "response", /malformed HTTP response$/],
    ["sends an invalid chunk", brokenChunk, "response", /malformed chunked encoding$/],
    ["sends too many headers", manyHeaders, "response", /headers exceeded 65536 bytes/],
    ["sends a huge header", `HTTP/1.1 200 OK\r\na: ${"x".repeat(70_000)}\r\n\r\n`, "response", /headers exceeded/],
  ])("request() fails if the server %s", async (_, bytes, part, reason) => {
    await using server = await startRaw(bytes);
    const error = await failure(post(server));
    expect(error.failure).toBe(part);
    expect(error.reason).toMatch(reason);
  });

  test("headers with the names of object members are ordinary headers", async () => {
    const names = ["__proto__", "constructor", "hasownproperty"];
    const lines = names.flatMap((name) => [`${name}: a`, `${name}: b`]).join("\r\n");
    await using server = await startRaw(`HTTP/1.1 200 OK\r\n${lines}\r\ncontent-length: 0\r\n\r\n`);
    const { headers } = await post(server);
    expect(names.map((name) => headers.get(name))).toEqual(["a, b", "a, b", "a, b"]);
  });

  test("errors contain no header, no body and no password of the request", async () => {
    await using server = await startRaw("");
    const url = new URL(server.url);
    url.username = "user";
    url.password = "secret1";
    const error = await failure(post(server, { url, headers: { authorization: "Bearer secret2" }, body: "secret3" }));
    expect(error.message).toContain("user:***@");
    expect(`${error.message} ${error.stack} ${JSON.stringify(error)}`).not.toContain("secret");
  });
});
