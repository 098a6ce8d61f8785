/**
 * Exchanges messages with another process of the server over a stream. A message is JSON with attached bytes. Values that JSON
 * changes, such as `Infinity`, must be encoded as attached bytes.
 *
 *   frame: length of the rest (4 bytes) | length of the head (4 bytes) | head | attachments
 *   head:  {"message": ..., "sizes": [length of each attachment]} as JSON
 */
import type { Duplex } from "node:stream";
import { assert } from "../../base/assert.ts";

/**
 * Largest frame. A commit of several values of the largest size fits. A larger frame means that the two processes do not
 * agree on the protocol.
 */
const frameBytesMax = 64 * 1024 * 1024;
const lengthBytes = 4;

/** Called for each message of the other process, and when the connection has ended. */
export interface FrameHandlers<Incoming> {
  readonly onMessage: (message: Incoming, attachments: readonly Buffer[]) => void;
  /** Called once. */
  readonly onEnd: () => void;
}

/** A connection to another process of the server. */
export class FrameChannel<Incoming, Outgoing> {
  readonly #stream: Duplex;
  readonly #handlers: FrameHandlers<Incoming>;
  #received: Buffer[] = [];
  #receivedBytes = 0;
  #isCorked = false;

  constructor(stream: Duplex, handlers: FrameHandlers<Incoming>) {
    this.#stream = stream;
    this.#handlers = handlers;
    stream.on("data", (chunk: Buffer) => this.#receive(chunk));
    stream.on("error", () => stream.destroy());
    stream.once("close", () => handlers.onEnd());
  }

  /** Sends a message. Messages of one turn of the event loop leave in one write. Has no effect after the end. */
  send(message: Outgoing, attachments: readonly Uint8Array[] = []): void {
    if (this.#stream.destroyed || this.#stream.writableEnded) return;
    const head = Buffer.from(JSON.stringify({ message, sizes: attachments.map(({ length }) => length) }));
    const bytes = attachments.reduce((sum, { length }) => sum + length, lengthBytes + head.length);
    assert(bytes <= frameBytesMax, `a message to another process has at most ${frameBytesMax} bytes`);
    const lengths = Buffer.allocUnsafe(2 * lengthBytes);
    lengths.writeUInt32BE(bytes, 0);
    lengths.writeUInt32BE(head.length, lengthBytes);
    this.#cork();
    for (const part of [lengths, head, ...attachments]) this.#stream.write(part);
  }

  /** Ends the connection after all messages were sent. */
  end(): void {
    this.#stream.end();
  }

  #cork(): void {
    if (this.#isCorked) return;
    this.#isCorked = true;
    this.#stream.cork();
    process.nextTick(() => {
      this.#isCorked = false;
      this.#stream.uncork();
    });
  }

  #receive(chunk: Buffer): void {
    this.#received.push(chunk);
    this.#receivedBytes += chunk.length;
    for (let frame = this.#takeFrame(); frame; frame = this.#takeFrame()) this.#deliver(frame);
  }

  /** Returns the next frame without its length, once it is complete. */
  #takeFrame(): Buffer | undefined {
    if (this.#receivedBytes < lengthBytes) return undefined;
    const bytes = this.#join(lengthBytes).readUInt32BE(0);
    if (bytes > frameBytesMax) {
      this.#stream.destroy();
      this.#receivedBytes = 0;
      return undefined;
    }
    if (this.#receivedBytes < lengthBytes + bytes) return undefined;
    const whole = this.#join(lengthBytes + bytes);
    const rest = whole.subarray(lengthBytes + bytes);
    this.#received = rest.length > 0 ? [rest] : [];
    this.#receivedBytes = rest.length;
    return whole.subarray(lengthBytes, lengthBytes + bytes);
  }

  /** Joins received chunks, so that the first one has at least `bytes` bytes. Returns the first one. */
  #join(bytes: number): Buffer {
    const [first] = this.#received;
    if (first && first.length >= bytes) return first;
    const joined = Buffer.concat(this.#received);
    this.#received = [joined];
    return joined;
  }

  #deliver(frame: Buffer): void {
    let position = lengthBytes + frame.readUInt32BE(0);
    const { message, sizes } = JSON.parse(frame.toString("utf8", lengthBytes, position)) as {
      message: Incoming;
      sizes: readonly number[];
    };
    const attachments = sizes.map((size) => {
      const start = position;
      position += size;
      return frame.subarray(start, position);
    });
    this.#handlers.onMessage(message, attachments);
  }
}
