import { afterAll, expect, test } from "vitest";
import type { Filter } from "./chain.ts";
import { writeRawJson } from "./discovery/raw-json.ts";
import { ServedBuiltin } from "./discovery/testing/served-builtin.ts";
import { testCall } from "./testing/test-call.ts";

const server = new ServedBuiltin("kubernetes");
const setHeaders: Filter = (call, next) => {
  call.setHeader("x-filter", "one");
  call.setHeader("content-type", "of/filter");
  call.setHeader("cache-control", "no-store");
  return next(call);
};
server.filters.push(setHeaders);
server.paths.add("/text", async (call) => call.respondText(200, "ok"));
server.paths.add("/raw", async (call) => writeRawJson(call, {}));
server.paths.add("/bytes", async (call) => call.respond(200, { "content-type": "a/b" }, Buffer.from("ok")));
afterAll(() => server[Symbol.asyncDispose]());

test.each([
  ["a JSON response", "/api/v1/namespaces/default/configmaps", 200, "application/json"],
  ["a watch", "/api/v1/watch/configmaps?timeoutSeconds=-1", 200, "application/json"],
  ["a Status", "/api/v1/namespaces/default/configmaps/none", 404, "application/json"],
  ["a plain text error", "/none", 404, "text/plain; charset=utf-8"],
  ["plain text", "/text", 200, "text/plain; charset=utf-8"],
  ["raw JSON", "/raw", 200, "application/json"],
  ["raw bytes", "/bytes", 200, "a/b"],
])(
  "a filter sets headers on %s, and replaces default headers, but not those of the handler",
  async (_, path, status, type) => {
    const response = await server.get(path);
    expect(response).toMatchObject({
      status,
      headers: { "x-filter": "one", "cache-control": "no-store", "content-type": type, "audit-id": "test" },
    });
  },
);

test("a filter sets headers on the response that switches to WebSocket", () => {
  const { call, exchange } = testCall("/x");
  const writer = { write: () => true, drained: () => Promise.resolve(), end: () => undefined };
  const sent: unknown[] = [];
  Object.assign(exchange, { beginWebSocket: (headers: unknown) => (sent.push(headers), writer) });
  call.setHeader("x-filter", "one");
  call.beginWebSocket({ upgrade: "websocket" }, { isText: true, messagesIn: (bytes) => [bytes] });
  expect(sent).toEqual([{ "x-filter": "one", upgrade: "websocket" }]);
});

test("Call.setHeader() throws after the response has begun", () => {
  const { call } = testCall("/x");
  call.respondText(200, "ok");
  expect(() => call.setHeader("x-filter", "one")).toThrow("the header x-filter is set before the response begins");
});
