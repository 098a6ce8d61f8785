import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { withSeed } from "../../../test/support/with-seed.ts";
import { deferred } from "../../base/deferred.ts";
import type { BodyWriter } from "../exchange.ts";
import { compress, compressingWriter } from "./compress.ts";

test.each([0, 1, 255, 256, 257, 511, 512, 32_767, 32_768, 131_072])("%i bytes can be read again", async (length) => {
  await withSeed(async (random) => {
    const repeating = Buffer.from("0123456789".repeat(Math.ceil(length / 10)).slice(0, length));
    const noise = Buffer.from(Array.from({ length }, () => random.below(256)));
    for (const body of [repeating, noise]) expect(gunzipSync(compress(body)).equals(body)).toBe(true);
  });
});

/** A client that reads when it is told to. */
class SlowClient implements BodyWriter {
  readonly received: Buffer[] = [];
  readonly ended = deferred();
  reads = true;
  #ready = deferred();

  write(bytes: Buffer): boolean {
    this.received.push(bytes);
    return this.reads;
  }

  drained(): Promise<void> {
    return this.reads ? Promise.resolve() : this.#ready.promise;
  }

  end(): void {
    this.ended.resolve();
  }

  resume(): void {
    this.reads = true;
    this.#ready.resolve();
  }
}

/** Text that does not become much shorter. */
const noise = (length: number, seed: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => (Math.imul(index + seed, 2_654_435_761) >>> 13) & 0xff));

test("what passes through the writer can be read again, and its end passes too", async () => {
  const client = new SlowClient();
  const writer = compressingWriter(client);
  const body = Array.from({ length: 40 }, (_, index) => noise(10_000, index * 10_000));
  for (const piece of body) if (!writer.write(piece)) await writer.drained();
  writer.end();
  await client.ended.promise;
  expect(gunzipSync(Buffer.concat(client.received)).equals(Buffer.concat(body))).toBe(true);
});

test("a client that does not read holds the writer up, until it reads", async () => {
  const client = new SlowClient();
  client.reads = false;
  const writer = compressingWriter(client);
  const piece = noise(64 * 1024, 1);
  let held = false;
  let written = 0;
  while (!held) {
    held = !writer.write(piece);
    written++;
    if (written > 100) throw new Error("the writer takes everything");
  }
  const drained = writer.drained();
  const soon = new Promise((resolve) => setImmediate(() => resolve("later")));
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(await Promise.race([drained.then(() => "drained"), soon])).toBe("later");
  client.resume();
  await drained;
  writer.end();
  await client.ended.promise;
  expect(gunzipSync(Buffer.concat(client.received)).length).toBe(written * piece.length);
});
