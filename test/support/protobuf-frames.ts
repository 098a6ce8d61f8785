import { type Envelope, Fields, openEnvelope } from "./protobuf-message.ts";
import type { WireStream } from "./wire-client.ts";

/** A watch event in protobuf. Its object is still encoded. */
export interface ProtobufEvent {
  readonly type: string;
  readonly object: Envelope;
}

/** Reads the events of a protobuf watch. Each event follows its length in four bytes. */
export class ProtobufFrames {
  readonly #pieces: AsyncIterator<Buffer>;
  #bytes = Buffer.alloc(0);

  constructor(stream: WireStream) {
    this.#pieces = stream.body[Symbol.asyncIterator]();
  }

  /** Resolves with the next event, or with undefined at the end of the stream. */
  async next(): Promise<ProtobufEvent | undefined> {
    if (!(await this.#fill(lengthBytes))) return undefined;
    const end = lengthBytes + this.#bytes.readUInt32BE(0);
    if (!(await this.#fill(end))) throw new Error("an event is cut off");
    const event = new Fields(this.#bytes.subarray(lengthBytes, end));
    this.#bytes = this.#bytes.subarray(end);
    return { type: event.text(1), object: openEnvelope(event.message(2).bytes(1)) };
  }

  /** Reads until the buffer has `length` bytes. @returns false if the stream has ended before */
  async #fill(length: number): Promise<boolean> {
    while (this.#bytes.length < length) {
      const { value, done } = await this.#pieces.next();
      if (done === true) return false;
      this.#bytes = Buffer.concat([this.#bytes, value]);
    }
    return true;
  }
}

const lengthBytes = 4;
