/** Headers for browsers, and the end of connections for load balancers. */
import { once } from "node:events";
import { connect } from "node:http2";
import { expect, test } from "vitest";
import { deferred } from "../../src/base/deferred.ts";
import { mapsPath } from "../support/config-maps.ts";
import { type EngineFaults, faultyEngine } from "../support/faulty-engine.ts";
import { startTestServer } from "../support/test-server.ts";
import { openTestEngine } from "../support/test-store.ts";
import type { WireResponse } from "../support/wire-client.ts";

/** The headers of the reference v1.32.13 for an allowed origin. */
const allowedHeaders = {
  "access-control-allow-credentials": "true",
  "access-control-allow-headers":
    "Content-Type, Content-Length, Accept-Encoding, X-CSRF-Token, Authorization, X-Requested-With, If-Modified-Since",
  "access-control-allow-methods": "POST, GET, OPTIONS, PUT, DELETE, PATCH",
  "access-control-expose-headers": "Date",
};

function corsHeaders({ headers }: WireResponse): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith("access-control-")));
}

test("web pages of allowed origins may read responses, and their preflight requests need no credentials", async () => {
  await using running = await startTestServer({
    protocol: "h2",
    flags: [
      "--cors-allowed-origins=//127\\.0\\.0\\.1(:|$),^https://.*\\.example$",
      "--strict-transport-security-directives=max-age=31536000,includeSubDomains",
    ],
  });
  const { client, anonymous } = running;
  for (const origin of ["http://127.0.0.1:8080", "https://a.example"]) {
    const expected = { ...allowedHeaders, "access-control-allow-origin": origin };
    for (const path of ["/version", mapsPath, "/nope"]) {
      const response = await client.request(path, { headers: { origin } });
      expect(corsHeaders(response), path).toEqual(expected);
      expect(response.headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    }
    const preflight = await anonymous.request(mapsPath, {
      method: "OPTIONS",
      headers: { origin, "access-control-request-method": "PUT" },
    });
    expect([preflight.status, preflight.text]).toEqual([204, ""]);
    expect(corsHeaders(preflight)).toEqual(expected);
    // Other requests still need credentials.
    const denied = await anonymous.request(mapsPath, { headers: { origin } });
    expect([denied.status, corsHeaders(denied)]).toEqual([403, expected]);
  }
  for (const origin of [
    "https://evil.com",
    "https://a.example https://b",
    "https://a.example.evil.com",
    `//${"a".repeat(5000)}:`,
  ]) {
    const response = await client.request("/version", { headers: { origin } });
    expect([response.status, corsHeaders(response)], origin).toEqual([200, {}]);
    expect((await anonymous.request(mapsPath, { method: "OPTIONS", headers: { origin } })).status).toBe(403);
  }
  expect(corsHeaders(await client.request("/version"))).toEqual({});
});

test("a pattern of origins cannot be slow", async () => {
  await using running = await startTestServer({ flags: ["--cors-allowed-origins=^(a|aa|a?)*b$"] });
  const start = performance.now();
  await running.client.request("/version", { headers: { origin: "a".repeat(1000) } });
  expect(performance.now() - start).toBeLessThan(1000);
});

test("--goaway-chance ends HTTP/2 connections after a request, and each request is served", async () => {
  await using running = await startTestServer({ flags: ["--goaway-chance=0.02"] });
  const { server, credentials } = running;
  const goaways: number[] = [];
  for (let requests = 0; goaways.length === 0 && requests < 2000; ) {
    const session = connect(server.url, credentials);
    session.on("goaway", (code) => goaways.push(code));
    while (!session.closed && !session.destroyed && requests < 2000) {
      requests++;
      const stream = session.request({ ":path": "/livez" });
      stream.resume();
      const [headers] = (await once(stream, "response")) as [Record<string, unknown>];
      expect(headers[":status"]).toBe(200);
      await once(stream, "close");
    }
    session.destroy();
  }
  expect(goaways).toEqual([0]);
});

test("--shutdown-send-retry-after rejects new requests with 429 until the running ones have ended", async () => {
  const engine = await openTestEngine();
  const faults: EngineFaults = {};
  const running = await startTestServer({
    engine: faultyEngine(faults, engine),
    flags: ["--shutdown-send-retry-after"],
  });
  const writeStarted = deferred();
  const gate = deferred();
  faults.put = async (...write) => {
    writeStarted.resolve();
    await gate.promise;
    return await engine.put(...write);
  };
  const writing = running.client.request(mapsPath, { body: { metadata: { name: "a" } } });
  await writeStarted.promise;
  const closing = running.server.close();
  const rejected = await running.connect().request("/version");
  expect([rejected.status, rejected.headers["retry-after"], rejected.headers["connection"], rejected.text]).toEqual([
    429,
    "5",
    "close",
    "The apiserver is shutting down, please try again later.\n",
  ]);
  expect((await running.connect().request("/livez")).status).toBe(200);
  gate.resolve();
  expect((await writing).status).toBe(201);
  await closing;
  await expect(running.connect().request("/livez")).rejects.toThrow("ECONNREFUSED");
  await engine[Symbol.asyncDispose]();
});
