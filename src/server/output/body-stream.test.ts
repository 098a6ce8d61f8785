import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { until } from "../../../test/support/until.ts";
import { wholeBody } from "../requests/memory-exchange.ts";
import { testCall } from "../testing/test-call.ts";
import { streamBody } from "./body-stream.ts";

const piece = (letter: string): Buffer => Buffer.alloc(32 * 1024, letter);

/** Returns endless pieces, with the number of pieces that were requested. */
function endless(): { readonly pieces: Iterable<Buffer>; readonly state: { made: number; closed: boolean } } {
  const state = { made: 0, closed: false };
  function* make(): Generator<Buffer> {
    try {
      for (;;) {
        state.made++;
        yield piece("x");
      }
    } finally {
      state.closed = true;
    }
  }
  return { pieces: make(), state };
}

const body = (pieces: Iterable<Buffer>, bodyBytes = 1) => ({ contentType: "application/json", bodyBytes, pieces });

test("streamBody() sends the pieces in their order, with the status and the Content-Type", async () => {
  const { call, response } = testCall();
  const letters = ["a", "b", "c", "d", "e", "f"];
  const sending = streamBody(call, 200, body(letters.map(piece)));
  const { status, headers } = await response;
  expect([status, headers["content-type"], headers["content-encoding"]]).toEqual([200, "application/json", undefined]);
  expect((await wholeBody(await response)).equals(Buffer.concat(letters.map(piece)))).toBe(true);
  await sending;
});

test("streamBody() compresses the pieces for a client that accepts gzip, unless the body is below the minimum size", async () => {
  for (const [bodyBytes, encoding] of [
    [1000, "gzip"],
    [999, undefined],
  ] as const) {
    const compression = { enabled: true, bytesMin: 1000 };
    const { call, response } = testCall("/", { headers: { "accept-encoding": "gzip" }, compression });
    const sending = streamBody(call, 200, body(["a", "b"].map(piece), bodyBytes));
    expect((await response).headers["content-encoding"]).toBe(encoding);
    const bytes = await wholeBody(await response);
    const plain = encoding ? gunzipSync(bytes) : bytes;
    expect(plain.equals(Buffer.concat(["a", "b"].map(piece)))).toBe(true);
    await sending;
  }
});

test("streamBody() creates pieces only as fast as the client reads them", async () => {
  const { call, response, exchange } = testCall();
  const { pieces, state } = endless();
  const sending = streamBody(call, 200, body(pieces));
  const { body: received } = await response;
  const reader = received[Symbol.asyncIterator]();
  await until(() => state.made >= 2, "the first pieces are made");
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  const unread = state.made;
  expect(unread).toBeLessThan(5);
  for (let read = 0; read < 4; read++) await reader.next();
  await until(() => state.made > unread, "more is made");
  exchange.close();
  await sending;
  expect(state.closed).toBe(true);
});

test("streamBody() breaks off the response when the request times out, so that it does not look complete", async () => {
  const { call, response } = testCall();
  const { pieces, state } = endless();
  const sending = streamBody(call, 200, body(pieces));
  await response;
  call.abort(new Error("the time is over"));
  await expect(wholeBody(await response)).rejects.toThrow("the server aborted the response");
  await sending;
  expect(state.closed).toBe(true);
});

test("streamBody() creates no pieces if the client has disconnected or the request has a response", async () => {
  const gone = testCall();
  gone.exchange.close();
  const answered = testCall();
  answered.call.respondText(504, "too late");
  for (const { call } of [gone, answered]) {
    const { pieces, state } = endless();
    await streamBody(call, 200, body(pieces));
    expect(state.made).toBe(0);
  }
  expect(String(await wholeBody(await answered.response))).toBe("too late");
});
