import { describe, expect, test } from "vitest";
import { forbidden, notFound, serverTimeout, tooManyRequests, unauthorized } from "../meta/status-error.ts";
import { StorageError } from "../storage/index.ts";
import { PlainTextError, pageNotFound, renderError } from "./render-error.ts";
import { recordingLogger } from "./testing/log-lines.ts";
import { testCall } from "./testing/test-call.ts";

const maps = { group: "", resource: "configmaps" };

test("renderError() sends a StatusError as a Status in JSON", async () => {
  const { call, readResponse } = testCall("/x");
  renderError(call, notFound(maps, "a"));
  expect(await readResponse()).toMatchObject({
    status: 404,
    headers: { "content-type": "application/json" },
    text: '{"kind":"Status","apiVersion":"v1","metadata":{},"status":"Failure","message":"configmaps \\"a\\" not found","reason":"NotFound","details":{"name":"a","kind":"configmaps"},"code":404}\n',
  });
});

test("renderError() sends YAML to a client that accepts it, and indented JSON to one that accepts no known format", async () => {
  const yaml = testCall("/x", { headers: { accept: "application/yaml" } });
  renderError(yaml.call, unauthorized());
  expect(await yaml.readResponse()).toMatchObject({
    status: 401,
    headers: { "content-type": "application/yaml" },
    text: "apiVersion: v1\ncode: 401\nkind: Status\nmessage: Unauthorized\nmetadata: {}\nreason: Unauthorized\nstatus: Failure\n",
  });
  const csv = testCall("/x", { headers: { accept: "text/csv" } });
  renderError(csv.call, unauthorized());
  expect(await csv.readResponse()).toMatchObject({
    status: 401,
    headers: { "content-type": "application/json" },
    text: expect.stringMatching(/^\{\n {2}"kind": "Status",\n[^]*\n\}$/) as string,
  });
});

test("renderError() sets x-content-type-options only for a denied request", async () => {
  for (const isDenied of [true, false]) {
    const { call, readResponse } = testCall("/x");
    call.isDenied = isDenied;
    renderError(call, forbidden(maps, "a", "why"));
    expect((await readResponse()).headers["x-content-type-options"]).toBe(isDenied ? "nosniff" : undefined);
  }
});

test("renderError() sends the retry time in the Retry-After header", async () => {
  const { call, readResponse } = testCall("/x");
  renderError(call, tooManyRequests("wait", 7));
  expect(await readResponse()).toMatchObject({ status: 429, headers: { "retry-after": "7" } });
});

test("renderError() sends the store's error if a filter or admission cannot read the store", async () => {
  const target = { group: "", version: "v1", resource: "configmaps", subresource: "" };
  const { call, readResponse } = testCall("/api/v1/namespaces/a/configmaps", { method: "POST", target });
  renderError(call, new StorageError("unavailable", "no member of etcd responds"));
  const { status, text } = await readResponse();
  expect([status, JSON.parse(text).message]).toEqual([
    500,
    "The create operation against configmaps could not be completed at this time, please try again.",
  ]);
});

test("renderError() sends a PlainTextError as plain text", async () => {
  const page = testCall("/x");
  renderError(page.call, pageNotFound());
  expect(await page.readResponse()).toMatchObject({
    status: 404,
    headers: { "content-type": "text/plain; charset=utf-8" },
    text: "404 page not found\n",
  });
  const other = testCall("/x");
  renderError(other.call, new PlainTextError(429, "later\n", { "retry-after": "1" }));
  expect(await other.readResponse()).toMatchObject({ status: 429, headers: { "retry-after": "1" }, text: "later\n" });
});

describe("renderError() of an internal error", () => {
  test.each([new TypeError("secret detail"), "secret detail", undefined, null])(
    "renderError() sends a 500 with an id, and logs the internal error: %s",
    async (internalError) => {
      const { logger, lines } = recordingLogger();
      const { call, readResponse } = testCall("/x?token=secret", { logger });
      renderError(call, internalError);
      const { status, text } = await readResponse();
      expect(status).toBe(500);
      expect(text).not.toContain("secret");
      expect(JSON.parse(text)).toMatchObject({
        reason: "InternalError",
        message: "Internal error occurred: a fault of the server, logged under the id the-id",
        code: 500,
      });
      expect(lines).toEqual([
        {
          level: "error",
          message: "a request failed because of an internal error",
          fields: { id: "the-id", path: "/x" },
          cause: internalError,
        },
      ]);
    },
  );

  test("renderError() logs the cause of a StatusError with code 500", async () => {
    const { logger, lines } = recordingLogger();
    const { call, readResponse } = testCall("/x", { logger });
    const cause = new Error("disk");
    renderError(call, serverTimeout(maps, "get", cause));
    expect((await readResponse()).status).toBe(500);
    expect(lines).toEqual([
      { level: "error", message: "a request failed", fields: { id: "the-id", code: 500 }, cause },
    ]);
  });

  test("renderError() aborts a response that has begun", async () => {
    const { logger, lines } = recordingLogger();
    const { call, readResponse } = testCall("/x", { logger });
    call.begin(200, {}).write(Buffer.from("half"));
    const read = readResponse();
    renderError(call, new Error("broken"));
    await expect(read).rejects.toThrow("the server aborted the response");
    expect(lines.map(({ message }) => message)).toEqual(["a response could not be completed"]);
  });
});

test("renderError() sends and logs nothing if the client has disconnected", () => {
  const { logger, lines } = recordingLogger();
  const { call, exchange } = testCall("/x", { logger });
  exchange.close();
  renderError(call, new Error("broken"));
  expect([exchange.hasResponse, lines]).toEqual([false, []]);
});
