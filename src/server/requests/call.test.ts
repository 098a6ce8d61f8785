import { expect, test } from "vitest";
import { testCall } from "../testing/test-call.ts";

test("the target is a path and a query", () => {
  const { call } = testCall("/api/v1/nodes?limit=1&x=a%20b&x=c?d");
  expect(call.rawPath).toBe("/api/v1/nodes");
  expect(call.hasQuery).toBe(true);
  expect(call.query.all("x")).toEqual(["a b", "c?d"]);
  const bare = testCall("/api/v1/nodes").call;
  expect([bare.rawPath, bare.hasQuery, bare.query.has("x")]).toEqual(["/api/v1/nodes", false, false]);
  expect(testCall("/api/v1/nodes?").call.hasQuery).toBe(false);
});

test("every answer names the request, and is not to be kept", async () => {
  const { call, answer } = testCall("/x");
  call.respond(204, { "x-more": "1" }, Buffer.alloc(0));
  expect(await answer()).toMatchObject({
    status: 204,
    headers: { "audit-id": "the-id", "cache-control": "no-cache, private", "x-more": "1", "content-length": "0" },
  });
  expect(call.status).toBe(204);
});

test("an answer may say otherwise", async () => {
  const { call, answer } = testCall("/x");
  call.respondText(200, "é", { "cache-control": "public" });
  expect(await answer()).toMatchObject({
    headers: {
      "cache-control": "public",
      "content-type": "text/plain; charset=utf-8",
      "content-length": "2",
      "x-content-type-options": "nosniff",
    },
    text: "é",
  });
});

test("an answer in pieces has the same headers", async () => {
  const { call, answer } = testCall("/x");
  const writer = call.begin(200, { "content-type": "a/b" });
  writer.write(Buffer.from("one "));
  writer.write(Buffer.from("two"));
  writer.end();
  expect(await answer()).toMatchObject({
    headers: { "audit-id": "the-id", "content-type": "a/b" },
    text: "one two",
  });
});

test("warnings come with the answer, each once, as quoted strings, without those that no header can hold", async () => {
  const { call, answer } = testCall("/x");
  for (const text of ['say "hi"', "a\\b", 'say "hi"', "line\r\nbreak: x", "naïve ☃"]) call.warn(text);
  call.respondText(200, "ok");
  const utf8 = (text: string): string => Buffer.from(text, "utf8").toString("latin1");
  expect((await answer()).headers["warning"]).toEqual([
    '299 - "say \\"hi\\""',
    '299 - "a\\\\b"',
    `299 - "${utf8("naïve ☃")}"`,
  ]);
});

test("the signal tells that the client has gone, before or after it was asked for", () => {
  const later = testCall("/x");
  const { signal } = later.call;
  expect(signal.aborted).toBe(false);
  later.exchange.close();
  expect(signal.aborted).toBe(true);

  const before = testCall("/x");
  before.exchange.close();
  expect(before.call.signal.aborted).toBe(true);
});

test("the signal tells that the request's time is over, and why", () => {
  const { call } = testCall("/x");
  const reason = new Error("the time is over");
  call.abort(reason);
  expect(call.signal.aborted).toBe(true);
  expect(call.signal.reason).toBe(reason);
});

test("until somebody has found out who asks, nobody is known", () => {
  expect(testCall("/x").call.user).toEqual({ name: "system:anonymous", groups: ["system:unauthenticated"] });
});

test("what waits for the end of a call is told once, and of which call", () => {
  const { call } = testCall("/x");
  const told: string[] = [];
  call.onEnd(({ id }) => told.push(`first ${id}`));
  call.onEnd(({ id }) => told.push(`second ${id}`));
  call.end();
  call.end();
  expect(told).toEqual(["first the-id", "second the-id"]);
});

test("a call that lasts has let go of what only finding its handler took", () => {
  const { call, exchange } = testCall("/x?limit=1", { headers: { accept: "a/b" } });
  expect(call.isDetached).toBe(false);
  expect(call.query.first("limit")).toBe("1");
  call.detach();
  expect(call.isDetached).toBe(true);
  expect(exchange.headerNames()).toEqual([]);
  expect(call.query.first("limit")).toBe("1");
});
