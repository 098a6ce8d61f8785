import { expect, test } from "vitest";
import { errorOfResponse, readLines, readResponse } from "./read-response.ts";
import { ConnectionError, type TransportResponse } from "./transport.ts";

/** Returns a response whose body consists of these pieces. `read()` returns how many were consumed. */
function answer(
  status: number,
  ...pieces: (string | Uint8Array)[]
): TransportResponse & { readonly read: () => number } {
  let read = 0;
  const body = (async function* () {
    for (const piece of pieces) {
      read++;
      yield Buffer.from(piece);
    }
  })();
  return { status, headers: {}, body, read: () => read };
}

async function linesOf(response: TransportResponse): Promise<unknown[]> {
  const values: unknown[] = [];
  for await (const value of readLines(response)) values.push(value);
  return values;
}

test("readResponse() decodes characters that are split between pieces", async () => {
  const bytes = Buffer.from('{"name":"b\u00fccher"}');
  const middle = bytes.indexOf(0xc3) + 1;
  expect(await readResponse(answer(200, bytes.subarray(0, middle), bytes.subarray(middle)))).toEqual({
    name: "b\u00fccher",
  });
});

test("readResponse() stops reading a body that exceeds the limit", async () => {
  const long = answer(200, "[1,", "2,", "3]", "   ");
  await expect(readResponse(long, JSON, 6)).rejects.toThrow(
    new ConnectionError("the answer is longer than 6 bytes; a list can be read in chunks"),
  );
  expect(long.read()).toBe(3);
  expect(await readResponse(answer(200, "[1,", "2]"), JSON, 5)).toEqual([1, 2]);
});

test("readResponse() reports a body that is not JSON, truncated to 100 characters", async () => {
  await expect(readResponse(answer(200, `<html>${"x".repeat(500)}`))).rejects.toThrow(
    new ConnectionError(`the response is not JSON: <html>${"x".repeat(94)}`),
  );
});

test("errorOfResponse() returns the Status of the body, or else the body as the message", async () => {
  const status = { kind: "Status", code: 404, reason: "NotFound", message: "no such thing", details: { name: "a" } };
  expect(await errorOfResponse(answer(404, JSON.stringify(status)))).toMatchObject({
    code: 404,
    reason: "NotFound",
    message: "no such thing",
    details: { name: "a" },
  });
  expect(await errorOfResponse(answer(502, "bad gateway\n"))).toMatchObject({ code: 502, message: "bad gateway" });
  expect(await errorOfResponse(answer(503))).toMatchObject({
    code: 503,
    message: "the server answered 503 without a reason",
  });
  expect(await errorOfResponse(answer(500, "null"))).toMatchObject({ code: 500, message: "null" });
});

test("readLines() yields each value as soon as its line is complete", async () => {
  expect(await linesOf(answer(200, '{"a":1}\n{"a"', ":2}\n", '\n{"a":3}\n{"a":4}\n'))).toEqual([
    { a: 1 },
    { a: 2 },
    { a: 3 },
    { a: 4 },
  ]);
  expect(await linesOf(answer(200))).toEqual([]);
});

test("readLines() throws if the stream ends within a line, or a line is not JSON", async () => {
  await expect(linesOf(answer(200, '{"a":1}\n{"a"'))).rejects.toThrow("the stream broke off within an event");
  await expect(linesOf(answer(200, "hello\n"))).rejects.toThrow("the response is not JSON: hello");
});
