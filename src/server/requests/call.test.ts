import { expect, test, vi } from "vitest";
import { testCall } from "../testing/test-call.ts";

test("a call splits its target into a path and a query", () => {
  const { call } = testCall("/api/v1/nodes?limit=1&x=a%20b&x=c?d");
  expect(call.rawPath).toBe("/api/v1/nodes");
  expect(call.hasQuery).toBe(true);
  expect(call.query.all("x")).toEqual(["a b", "c?d"]);
  const bare = testCall("/api/v1/nodes").call;
  expect([bare.rawPath, bare.hasQuery, bare.query.has("x")]).toEqual(["/api/v1/nodes", false, false]);
  expect(testCall("/api/v1/nodes?").call.hasQuery).toBe(false);
});

test("Call.respond() adds the request id and disables caching", async () => {
  const { call, readResponse } = testCall("/x");
  call.respond(204, { "x-more": "1" }, Buffer.alloc(0));
  expect(await readResponse()).toMatchObject({
    status: 204,
    headers: { "audit-id": "the-id", "cache-control": "no-cache, private", "x-more": "1", "content-length": "0" },
  });
  expect(call.status).toBe(204);
});

test("Call.respondText() keeps the headers of its caller", async () => {
  const { call, readResponse } = testCall("/x");
  call.respondText(200, "é", { "cache-control": "public" });
  expect(await readResponse()).toMatchObject({
    headers: {
      "cache-control": "public",
      "content-type": "text/plain; charset=utf-8",
      "content-length": "2",
      "x-content-type-options": "nosniff",
    },
    text: "é",
  });
});

test("Call.begin() adds the same headers to a response in pieces", async () => {
  const { call, readResponse } = testCall("/x");
  const writer = call.begin(200, { "content-type": "a/b" });
  writer.write(Buffer.from("one "));
  writer.write(Buffer.from("two"));
  writer.end();
  expect(await readResponse()).toMatchObject({
    headers: { "audit-id": "the-id", "content-type": "a/b" },
    text: "one two",
  });
});

test("Call.warn() adds each warning once as a quoted string, except those with control characters", async () => {
  const { call, readResponse } = testCall("/x");
  for (const text of ['say "hi"', "a\\b", 'say "hi"', "line\r\nbreak: x", "naïve ☃"]) call.warn(text);
  call.respondText(200, "ok");
  const utf8 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
  expect((await readResponse()).headers["warning"]).toEqual([
    '299 - "say \\"hi\\""',
    '299 - "a\\\\b"',
    `299 - "${utf8("naïve ☃")}"`,
  ]);
});

test("the signal of a call is aborted when the client disconnects, before or after its first use", () => {
  const later = testCall("/x");
  const { signal } = later.call;
  expect(signal.aborted).toBe(false);
  later.exchange.close();
  expect(signal.aborted).toBe(true);

  const before = testCall("/x");
  before.exchange.close();
  expect(before.call.signal.aborted).toBe(true);
});

test("the signal of a call is not aborted when the exchange closes after the end of the call", () => {
  const { call, exchange } = testCall("/x");
  const { signal } = call;
  call.end();
  exchange.close();
  expect(signal.aborted).toBe(false);
});

test("many parts of one request can wait for the signal of its call without a warning of Node", () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  try {
    let aborted = 0;
    const { exchange, call } = testCall("/x");
    for (let part = 0; part < 16; part++) call.signal.addEventListener("abort", () => aborted++);
    exchange.close();
    expect(aborted).toBe(16);
    expect(warn).not.toHaveBeenCalled();
  } finally {
    warn.mockRestore();
  }
});

test("Call.abort() aborts the signal with the reason", () => {
  const { call } = testCall("/x");
  const reason = new Error("the time is over");
  call.abort(reason);
  expect(call.signal.aborted).toBe(true);
  expect(call.signal.reason).toBe(reason);
});

test("a call without authentication has the anonymous user", () => {
  expect(testCall("/x").call.user).toEqual({ name: "system:anonymous", groups: ["system:unauthenticated"] });
});

test("Call.onEnd() calls each listener once, with the call", () => {
  const { call } = testCall("/x");
  const calls: string[] = [];
  call.onEnd(({ id }) => calls.push(`first ${id}`));
  call.onEnd(({ id }) => calls.push(`second ${id}`));
  call.end();
  call.end();
  expect(calls).toEqual(["first the-id", "second the-id"]);
});

test("Call.detach() releases the request headers, and parses the query again when it is read", () => {
  const { call, exchange } = testCall("/x?limit=1", { headers: { accept: "a/b" } });
  expect(call.isDetached).toBe(false);
  expect(call.query.first("limit")).toBe("1");
  call.detach();
  expect(call.isDetached).toBe(true);
  expect(exchange.headerNames()).toEqual([]);
  expect(call.query.first("limit")).toBe("1");
});
