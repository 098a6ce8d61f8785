import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { contentLength, readBody } from "./body-reader.ts";

const tooLarge = { code: 413, reason: "RequestEntityTooLarge", message: "Request entity too large: limit is 4" };
const disconnected = { code: 400, message: "the client disconnected while sending the request body" };

test("readBody() returns all pieces of a body", async () => {
  const stream = new PassThrough();
  const read = readBody(stream, 10, undefined);
  for (const piece of ["a", "bc", "def"]) stream.write(piece);
  stream.end();
  expect(String(await read)).toBe("abcdef");
});

test("readBody() returns no bytes for a request without a body", async () => {
  const stream = new PassThrough();
  stream.end();
  expect((await readBody(stream, 10, undefined)).length).toBe(0);
});

describe("readBody() with a limit", () => {
  test("readBody() rejects a body with a too large Content-Length before reading it", async () => {
    const stream = new PassThrough();
    await expect(readBody(stream, 4, 5)).rejects.toMatchObject(tooLarge);
    expect(stream.listenerCount("data")).toBe(0);
  });

  test("readBody() rejects a body when it exceeds the limit, and stops reading", async () => {
    const stream = new PassThrough();
    const read = readBody(stream, 4, undefined);
    stream.write("abcd");
    stream.write("e");
    await expect(read).rejects.toMatchObject(tooLarge);
    expect([stream.listenerCount("data"), stream.isPaused()]).toEqual([0, true]);
  });

  test("readBody() accepts a body that has exactly the maximum length", async () => {
    const stream = new PassThrough();
    stream.end("abcd");
    expect(String(await readBody(stream, 4, 4))).toBe("abcd");
  });
});

describe("readBody() with a client that disconnects", () => {
  test("readBody() rejects when the client disconnects in the middle of a body", async () => {
    const stream = new PassThrough();
    const read = readBody(stream, 10, undefined);
    stream.write("abc");
    stream.destroy();
    await expect(read).rejects.toMatchObject(disconnected);
  });

  test("readBody() rejects with the stream's error as cause", async () => {
    const stream = new PassThrough();
    const read = readBody(stream, 10, undefined);
    const cause = new Error("reset");
    stream.destroy(cause);
    await expect(read).rejects.toMatchObject({ code: 400, message: "the request body could not be read", cause });
  });

  test("readBody() rejects when the client has disconnected before", async () => {
    const stream = new PassThrough();
    stream.destroy();
    await new Promise((resolve) => stream.once("close", resolve));
    await expect(readBody(stream, 10, undefined)).rejects.toMatchObject(disconnected);
  });
});

test.each([
  ["0", 0],
  ["3145729", 3_145_729],
  [undefined, undefined],
  ["", undefined],
  ["-1", undefined],
  ["1e3", undefined],
  ["5, 5", undefined],
])("contentLength(%j) returns %s", (header, length) => {
  expect(contentLength(header)).toBe(length);
});
