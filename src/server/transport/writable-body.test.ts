import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { WritableBody } from "./writable-body.ts";

test("pieces are written in order, up to the end", async () => {
  const stream = new PassThrough();
  const body = new WritableBody(stream);
  body.write(Buffer.from("a"));
  body.write(Buffer.from("b"));
  body.end();
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  expect(String(Buffer.concat(pieces))).toBe("ab");
});

test("who writes faster than the client reads is told, and when the client has caught up", async () => {
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

test("a client that goes ends the wait, and writing to it is harmless", async () => {
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
