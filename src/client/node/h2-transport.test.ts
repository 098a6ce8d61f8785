import { getEventListeners } from "node:events";
import { createServer as createH1Server } from "node:http";
import { constants, createSecureServer, type Http2SecureServer } from "node:http2";
import { createServer as createSecureH1Server } from "node:https";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { ClientAuthority } from "../../../test/support/client-authority.ts";
import { SilentServer } from "../../../test/support/silent-server.ts";
import { until } from "../../../test/support/until.ts";
import { ManualClock } from "../../base/manual-clock.ts";
import { H2Transport } from "./h2-transport.ts";
import type { H2TransportOptions, TransportCredentials } from "./h2-transport-options.ts";

/** Starts a server that responds with the path of the request. */
async function startEcho(
  authority: ClientAuthority,
  onServer: (server: Http2SecureServer) => void = () => undefined,
): Promise<AsyncDisposable & { readonly options: H2TransportOptions }> {
  const server = createSecureServer(
    await authority.issue({ name: "echo", usage: "serverAuth", hosts: ["127.0.0.1"] }),
    (request, response) => response.end(request.url),
  );
  onServer(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    options: { url, ca: authority.certificate },
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function fetchText(transport: H2Transport, target: string): Promise<string> {
  const { body } = await transport.send({ method: "GET", target, headers: {} });
  let text = "";
  for await (const piece of body) text += Buffer.from(piece).toString();
  return text;
}

test("the path of the server's URL is prepended to that of every request", async () => {
  using authority = await ClientAuthority.create();
  await using echo = await startEcho(authority);
  for (const [path, requestedPath] of [
    ["", "/api?limit=1"],
    ["/", "/api?limit=1"],
    ["/clusters/one", "/clusters/one/api?limit=1"],
    ["/clusters/one/", "/clusters/one/api?limit=1"],
  ]) {
    const transport = new H2Transport({ ...echo.options, url: echo.options.url + path });
    expect(await fetchText(transport, "/api?limit=1")).toBe(requestedPath);
    await transport.close();
  }
});

test("credentials are requested before every request, and headers with several values are sent", async () => {
  using authority = await ClientAuthority.create();
  const heard: unknown[] = [];
  await using echo = await startEcho(authority, (server) => {
    server.on("request", ({ headers }) => heard.push([headers.authorization, headers["impersonate-group"]]));
  });
  let count = 0;
  const credentials = (): TransportCredentials => ({
    headers: { authorization: `Bearer ${++count}`, "impersonate-group": ["one", "two"] },
  });
  const transport = new H2Transport({ ...echo.options, credentials });
  await Promise.all([fetchText(transport, "/"), fetchText(transport, "/")]);
  expect(heard).toEqual([
    ["Bearer 1", "one, two"],
    ["Bearer 2", "one, two"],
  ]);
  await transport.close();
});

test("after a 401, a request is repeated once with new credentials", async () => {
  using authority = await ClientAuthority.create();
  const heard: unknown[] = [];
  const server = createSecureServer(
    await authority.issue({ name: "echo", usage: "serverAuth", hosts: ["127.0.0.1"] }),
    ({ headers }, response) => {
      heard.push(headers.authorization);
      response.writeHead(headers.authorization === "Bearer new" ? 200 : 401).end("text");
    },
  );
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  let token = "old";
  const transport = new H2Transport({
    url,
    ca: authority.certificate,
    credentials: () => ({ headers: { authorization: `Bearer ${token}` } }),
    onRejected: () => (token = token === "old" ? "new" : "other"),
  });
  expect((await transport.send({ method: "GET", target: "/", headers: {} })).status).toBe(200);
  token = "gone";
  expect((await transport.send({ method: "GET", target: "/", headers: {} })).status).toBe(401);
  expect(heard).toEqual(["Bearer old", "Bearer new", "Bearer gone", "Bearer other"]);
  await transport.close();
  await new Promise((resolve) => server.close(resolve));
});

test.each([
  ["rejects two streams", 2, undefined],
  ["rejects every stream", 9, /REFUSED_STREAM/],
])("if the server %s, the request is sent at most three times", async (_, count, why) => {
  using authority = await ClientAuthority.create();
  let streams = 0;
  await using echo = await startEcho(authority, (server) => {
    server.prependListener("stream", (stream) => {
      if (++streams <= count) stream.close(constants.NGHTTP2_REFUSED_STREAM);
    });
  });
  const transport = new H2Transport(echo.options);
  const response = fetchText(transport, "/api");
  if (why) await expect(response).rejects.toThrow(why);
  else expect(await response).toBe("/api");
  expect(streams).toBe(3);
  await transport.close();
});

test("after the server ends a connection, its last request completes and the next one uses another connection", async () => {
  using authority = await ClientAuthority.create();
  let sessions = 0;
  await using echo = await startEcho(authority, (server) => {
    server.on("session", (session) => {
      sessions++;
      session.once("stream", () => session.close());
    });
  });
  const transport = new H2Transport(echo.options);
  expect(await fetchText(transport, "/one")).toBe("/one");
  expect(await fetchText(transport, "/two")).toBe("/two");
  expect(sessions).toBe(2);
  await transport.close();
});

test("an invalid client certificate rejects the request with a ConnectionError", async () => {
  const transport = new H2Transport({
    url: "https://127.0.0.1:1",
    credentials: () => ({ certificate: { cert: "none", key: "none" } }),
  });
  await expect(fetchText(transport, "/api")).rejects.toMatchObject({ name: "ConnectionError" });
  await transport.close();
});

test("a request fails within half a second if the connection is reset while Node does not read from it", async () => {
  await using silent = await SilentServer.start();
  const clock = new ManualClock();
  const transport = new H2Transport({ url: silent.url, clock });
  const text = expect(fetchText(transport, "/api")).rejects.toMatchObject({ name: "ConnectionError" });
  await until(() => silent.requestCount === 1, "the request arrives");
  silent.resetUnread();
  await clock.advance(500);
  await text;
  await transport.close();
});

test("a request whose connection takes longer than half a second is sent once it is open", async () => {
  using authority = await ClientAuthority.create();
  await using echo = await startEcho(authority);
  const clock = new ManualClock();
  const transport = new H2Transport({ ...echo.options, clock });
  const text = fetchText(transport, "/api");
  // The connection cannot open while no input and output is processed.
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  void clock.advance(500);
  expect(await text).toBe("/api");
  await transport.close();
});

/** Starts a server that limits the streams of a connection, and leaves requests for `/open` unanswered. */
async function startLimited(
  authority: ClientAuthority,
  maxConcurrentStreams: number,
): Promise<
  AsyncDisposable & {
    readonly options: H2TransportOptions;
    readonly counts: { sessions: number; closedSessions: number; open: number };
  }
> {
  const counts = { sessions: 0, closedSessions: 0, open: 0 };
  const server = createSecureServer(
    {
      ...(await authority.issue({ name: "limited", usage: "serverAuth", hosts: ["127.0.0.1"] })),
      settings: { maxConcurrentStreams },
    },
    (request, response) => (request.url === "/open" ? counts.open++ : response.end(request.url)),
  );
  server.on("session", (session) => {
    counts.sessions++;
    session.once("close", () => counts.closedSessions++);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    options: { url, ca: authority.certificate },
    counts,
    async [Symbol.asyncDispose]() {
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

test("requests above the server's limit of streams use further connections, and later ones use free streams", async () => {
  using authority = await ClientAuthority.create();
  await using limited = await startLimited(authority, 3);
  const transport = new H2Transport(limited.options);
  const stop = new AbortController();
  const open = (signal: AbortSignal): Promise<unknown> =>
    transport.send({ method: "GET", target: "/open", headers: {}, signal }).catch(() => undefined);
  expect(await fetchText(transport, "/one")).toBe("/one");
  const requests = Array.from({ length: 7 }, () => open(stop.signal));
  await until(() => limited.counts.open === 7, "all requests arrive");
  expect(await fetchText(transport, "/two")).toBe("/two");
  expect(limited.counts.sessions).toBe(3);
  stop.abort();
  await Promise.all(requests);
  expect(await fetchText(transport, "/three")).toBe("/three");
  expect(limited.counts.sessions).toBe(3);
  await transport.close();
});

test("a further connection is closed when it was idle between two pings, and the last one stays open", async () => {
  using authority = await ClientAuthority.create();
  await using limited = await startLimited(authority, 3);
  const clock = new ManualClock();
  const transport = new H2Transport({ ...limited.options, clock });
  const stop = new AbortController();
  expect(await fetchText(transport, "/one")).toBe("/one");
  const requests = Array.from({ length: 7 }, () =>
    transport.send({ method: "GET", target: "/open", headers: {}, signal: stop.signal }).catch(() => undefined),
  );
  await until(() => limited.counts.open === 7, "all requests arrive");
  stop.abort();
  await Promise.all(requests);
  // Small steps, so that the responses to pings arrive in time.
  const passTime = (): void => void clock.advance(100);
  await until(() => {
    passTime();
    return limited.counts.closedSessions === 2;
  }, "two connections close");
  const endMs = clock.monotonicMs() + 120_000;
  await until(() => {
    passTime();
    return clock.monotonicMs() >= endMs;
  }, "two minutes pass");
  expect(await fetchText(transport, "/two")).toBe("/two");
  expect(limited.counts).toMatchObject({ sessions: 3, closedSessions: 2 });
  await transport.close();
});

test("an abort ends a request at once that waits for a free stream", async () => {
  using authority = await ClientAuthority.create();
  await using limited = await startLimited(authority, 1);
  const transport = new H2Transport(limited.options);
  const stop = new AbortController();
  // The limit is not known yet, so both requests use the same connection.
  const first = transport.send({ method: "GET", target: "/open", headers: {} }).catch(() => undefined);
  const second = transport.send({ method: "GET", target: "/open", headers: {}, signal: stop.signal });
  await until(() => limited.counts.open === 1, "the first request arrives");
  stop.abort(new Error("enough"));
  await expect(second).rejects.toThrow("enough");
  await transport.close();
  await first;
});

test("all requests with one signal share one listener, which is removed after them", async () => {
  using authority = await ClientAuthority.create();
  await using limited = await startLimited(authority, 100);
  const transport = new H2Transport(limited.options);
  const { signal } = new AbortController();
  const requests = Array.from({ length: 12 }, () =>
    transport.send({ method: "GET", target: "/open", headers: {}, signal }).catch(() => undefined),
  );
  await until(() => limited.counts.open === 12, "all requests arrive");
  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  await transport.close();
  await Promise.all(requests);
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test.each([
  ["speaks no TLS", createH1Server(), "https", "the server does not speak TLS"],
  ["accepts only HTTP/1.1", createH1Server(), "http", "the server does not support HTTP/2"],
  ["accepts only HTTP/1.1 over TLS", undefined, "https", "the server does not support HTTP/2"],
  [
    "requires TLS",
    undefined,
    "http",
    "the server closed the connection before it responded; if it requires TLS, its URL must begin with https:",
  ],
])("a ConnectionError names the reason if the server %s", async (_what, plainServer, scheme, why) => {
  using authority = await ClientAuthority.create();
  const certificate = await authority.issue({ name: "old", usage: "serverAuth", hosts: ["127.0.0.1"] });
  const server = plainServer ?? createSecureH1Server({ ...certificate, ALPNProtocols: ["http/1.1"] });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `${scheme}://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const transport = new H2Transport({ url, ca: authority.certificate });
  await expect(fetchText(transport, "/api")).rejects.toMatchObject({ message: `${url}: ${why}` });
  await transport.close();
  await new Promise((resolve) => server.close(resolve));
});

test("a ConnectionError has the error of the socket if nothing listens", async () => {
  const transport = new H2Transport({ url: "https://127.0.0.1:1" });
  const message = "https://127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1";
  await expect(fetchText(transport, "/api")).rejects.toMatchObject({ name: "ConnectionError", message });
  await transport.close();
});
