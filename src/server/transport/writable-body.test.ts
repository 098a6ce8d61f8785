import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { WritableBody } from "./writable-body.ts";

test("a WritableBody writes its pieces in order", async () => {
  const stream = new PassThrough();
  const body = new WritableBody(stream);
  body.write(Buffer.from("a"));
  body.write(Buffer.from("b"));
  body.end();
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  expect(String(Buffer.concat(pieces))).toBe("ab");
});

test("WritableBody.write() returns false for a slow client, and drained() waits until it has read", async () => {
  const stream = new PassThrough({ highWaterMark: 4 });
  const body = new WritableBody(stream);
  await body.drained();
  expect(body.write(Buffer.from("abcdefgh"))).toBe(false);
  expect(body.write(Buffer.from("ijklmnop"))).toBe(false);
  let isDrained = false;
  const wait = async (): Promise<void> => {
    await body.drained();
    isDrained = true;
  };
  const waiting = wait();
  await Promise.resolve();
  expect(isDrained).toBe(false);
  stream.resume();
  await waiting;
  expect([stream.listenerCount("drain") <= 1, stream.writableNeedDrain]).toEqual([true, false]);
});

test("WritableBody.drained() resolves when the client disconnects, and further writes do nothing", async () => {
  const stream = new PassThrough({ highWaterMark: 1 });
  const body = new WritableBody(stream);
  body.write(Buffer.from("ab"));
  body.write(Buffer.from("cd"));
  const waiting = body.drained();
  stream.destroy();
  await waiting;
  expect(body.write(Buffer.from("ef"))).toBe(false);
  await body.drained();
  body.end();
  await body.drained();
});
