import { PassThrough } from "node:stream";
import { describe, expect, test } from "vitest";
import { contentLength, readBody } from "./body-reader.ts";

const tooLarge = { code: 413, reason: "RequestEntityTooLarge", message: "Request entity too large: limit is 4" };
const brokenOff = { code: 400, message: "the client broke off while sending the request body" };

test("the whole body is read, however it comes", async () => {
  const stream = new PassThrough();
  const read = readBody(stream, 10, undefined);
  for (const piece of ["a", "bc", "def"]) stream.write(piece);
  stream.end();
  expect(String(await read)).toBe("abcdef");
});

test("a request without a body has an empty one", async () => {
  const stream = new PassThrough();
  stream.end();
  expect((await readBody(stream, 10, undefined)).length).toBe(0);
});

describe("a body over the limit", () => {
  test("is refused before it is read when its length is known", async () => {
    const stream = new PassThrough();
    await expect(readBody(stream, 4, 5)).rejects.toMatchObject(tooLarge);
    expect(stream.listenerCount("data")).toBe(0);
  });

  test("is refused once it is too long, and read no further", async () => {
    const stream = new PassThrough();
    const read = readBody(stream, 4, undefined);
    stream.write("abcd");
    stream.write("e");
    await expect(read).rejects.toMatchObject(tooLarge);
    expect([stream.listenerCount("data"), stream.isPaused()]).toEqual([0, true]);
  });

  test("is one of a byte more; the limit itself is allowed", async () => {
    const stream = new PassThrough();
    stream.end("abcd");
    expect(String(await readBody(stream, 4, 4))).toBe("abcd");
  });
});

describe("a client that breaks off", () => {
  test("in the middle is noticed", async () => {
    const stream = new PassThrough();
    const read = readBody(stream, 10, undefined);
    stream.write("abc");
    stream.destroy();
    await expect(read).rejects.toMatchObject(brokenOff);
  });

  test("with an error is noticed, and the error kept", async () => {
    const stream = new PassThrough();
    const read = readBody(stream, 10, undefined);
    const cause = new Error("reset");
    stream.destroy(cause);
    await expect(read).rejects.toMatchObject({ code: 400, message: "the request body could not be read", cause });
  });

  test("before anybody reads is noticed as well", async () => {
    const stream = new PassThrough();
    stream.destroy();
    await new Promise((resolve) => stream.once("close", resolve));
    await expect(readBody(stream, 10, undefined)).rejects.toMatchObject(brokenOff);
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
])("the length %j is %s", (header, length) => {
  expect(contentLength(header)).toBe(length);
});
