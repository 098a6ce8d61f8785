import { type Duplex, Duplex as DuplexStream, PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { type Deferred, deferred } from "../../base/deferred.ts";
import { FrameChannel } from "./frame-channel.ts";

interface Received {
  readonly message: unknown;
  readonly texts: readonly string[];
}

/** One end of a connection, and everything that it has received. */
class End {
  readonly received: Received[] = [];
  readonly ended: Deferred<void> = deferred();
  readonly channel: FrameChannel<unknown, unknown>;

  constructor(stream: Duplex) {
    this.channel = new FrameChannel(stream, {
      onMessage: (message, attachments) =>
        this.received.push({ message, texts: attachments.map((bytes) => bytes.toString()) }),
      onEnd: () => this.ended.resolve(),
    });
  }
}

/** Returns the two ends of a connection, and the number of writes that the first end has made. */
function connectEnds(): { near: End; far: End; writes: () => number } {
  const [there, back] = [new PassThrough(), new PassThrough()];
  let writes = 0;
  there.on("data", () => writes++);
  const near = new End(DuplexStream.from({ writable: there, readable: back }));
  const far = new End(DuplexStream.from({ writable: back, readable: there }));
  return { near, far, writes: () => writes };
}

test("messages arrive in order, with their attachments", async () => {
  const { near, far } = connectEnds();
  near.channel.send({ name: "first" });
  near.channel.send({ name: "süß" }, [Buffer.from("a"), Buffer.from(""), Buffer.from("ccc")]);
  far.channel.send(["other direction"]);
  await expect
    .poll(() => far.received)
    .toEqual([
      { message: { name: "first" }, texts: [] },
      { message: { name: "süß" }, texts: ["a", "", "ccc"] },
    ]);
  await expect.poll(() => near.received).toEqual([{ message: ["other direction"], texts: [] }]);
});

test("a message that arrives byte by byte is delivered once it is complete", async () => {
  const sent: Buffer[] = [];
  const sink = new DuplexStream({
    read: () => undefined,
    write: (chunk: Buffer, _encoding, done) => {
      sent.push(chunk);
      done();
    },
  });
  new End(sink).channel.send({ a: 1 }, [Buffer.from("bytes")]);
  await expect.poll(() => sent.length).toBeGreaterThan(0);
  const source = new PassThrough();
  const end = new End(source);
  const bytes = Buffer.concat(sent);
  for (const [index] of bytes.entries()) {
    expect(end.received).toEqual([]);
    source.emit("data", bytes.subarray(index, index + 1));
  }
  expect(end.received).toEqual([{ message: { a: 1 }, texts: ["bytes"] }]);
});

test("several messages in one chunk are delivered one by one", async () => {
  const { near, far } = connectEnds();
  for (let index = 0; index < 1000; index++) near.channel.send(index, [Buffer.from(String(index))]);
  await expect.poll(() => far.received.length).toBe(1000);
  expect(far.received.map(({ message, texts }) => [message, ...texts])).toEqual(
    Array.from({ length: 1000 }, (_, index) => [index, String(index)]),
  );
});

test("a frame that is longer than the limit ends the connection", async () => {
  const source = new PassThrough();
  const end = new End(source);
  source.write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]));
  await end.ended.promise;
  expect(end.received).toEqual([]);
});

test("a message that is longer than the limit is not sent", () => {
  const { near } = connectEnds();
  expect(() => near.channel.send("x", [Buffer.alloc(65 * 1024 * 1024)])).toThrow("at most 67108864 bytes");
});
