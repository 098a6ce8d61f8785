import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { withSeed } from "../../../test/support/with-seed.ts";
import { deferred } from "../../base/deferred.ts";
import type { BodyWriter } from "../requests/exchange.ts";
import { compress, compressingWriter } from "./compress.ts";

test.each([0, 1, 255, 256, 257, 511, 512, 32_767, 32_768, 131_072])(
  "compress() compresses %i bytes so that gunzip restores them",
  async (length) => {
    await withSeed(async (random) => {
      const repeating = Buffer.from("0123456789".repeat(Math.ceil(length / 10)).slice(0, length));
      const noise = Buffer.from(Array.from({ length }, () => random.below(256)));
      for (const body of [repeating, noise]) expect(gunzipSync(compress(body)).equals(body)).toBe(true);
    });
  },
);

/** A client that reads unless `reads` is false. */
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

/** Returns bytes that gzip cannot make much shorter. */
const noise = (length: number, seed: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, index) => (Math.imul(index + seed, 2_654_435_761) >>> 13) & 0xff));

test("compressingWriter() forwards compressed pieces and the end", async () => {
  const client = new SlowClient();
  const writer = compressingWriter(client);
  const body = Array.from({ length: 40 }, (_, index) => noise(10_000, index * 10_000));
  for (const piece of body) if (!writer.write(piece)) await writer.drained();
  writer.end();
  await client.ended.promise;
  expect(gunzipSync(Buffer.concat(client.received)).equals(Buffer.concat(body))).toBe(true);
});

test("compressingWriter() waits while the client does not read", async () => {
  const pieces = Array.from({ length: 20 }, (_, index) => noise(64 * 1024, index));
  const [slow, fast] = [new SlowClient(), new SlowClient()];
  slow.reads = false;
  for (const client of [slow, fast]) {
    const writer = compressingWriter(client);
    for (const piece of pieces) writer.write(piece);
    writer.end();
  }
  // The slow client would have received everything by then, if the writer did not wait for it.
  await fast.ended.promise;
  expect(slow.received).toHaveLength(1);
  expect(fast.received.length).toBeGreaterThan(10);
  slow.resume();
  await slow.ended.promise;
  expect(gunzipSync(Buffer.concat(slow.received)).equals(Buffer.concat(pieces))).toBe(true);
});
