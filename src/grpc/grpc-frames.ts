/** The frames of gRPC: each message is preceded by a byte for its compression and by its length. */
import { MalformedMessage } from "./proto-reader.ts";

const headerBytes = 5;
const lengthOffset = 1;

/** Returns a message as a frame. */
export function encodeFrame(message: Buffer): Buffer {
  const frame = Buffer.allocUnsafe(headerBytes + message.length);
  frame[0] = 0;
  frame.writeUInt32BE(message.length, lengthOffset);
  message.copy(frame, headerBytes);
  return frame;
}

/** Thrown for a message that is larger than this program accepts. */
export class MessageTooLarge extends Error {
  override readonly name = "MessageTooLarge";
}

/** Splits received bytes into messages. */
export class GrpcFrameReader {
  readonly #bytesMax: number;
  #chunks: Buffer[] = [];
  #byteLength = 0;
  /** Bytes of the next frame with its header. Undefined until the header has arrived. */
  #frameBytes: number | undefined;

  /** @param bytesMax greatest length of a message */
  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  /**
   * Adds received bytes.
   * @returns the messages that are complete now
   * @throws MessageTooLarge, MalformedMessage
   */
  add(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#byteLength += chunk.length;
    const messages: Buffer[] = [];
    while (this.#byteLength >= (this.#frameBytes ?? headerBytes)) {
      if (this.#frameBytes === undefined) this.#frameBytes = this.#readHeader();
      else messages.push(this.#takeFrame(this.#frameBytes));
    }
    return messages;
  }

  #readHeader(): number {
    const bytes = this.#join();
    if (bytes[0] !== 0) throw new MalformedMessage("a message is compressed, which was not requested");
    const length = bytes.readUInt32BE(lengthOffset);
    if (length > this.#bytesMax) throw new MessageTooLarge(`Received message larger than max: ${length} bytes`);
    return headerBytes + length;
  }

  #takeFrame(frameBytes: number): Buffer {
    const bytes = this.#join();
    const rest = bytes.subarray(frameBytes);
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#byteLength = rest.length;
    this.#frameBytes = undefined;
    return bytes.subarray(headerBytes, frameBytes);
  }

  /** Returns all bytes as one buffer. It is called twice for each message, so most chunks are copied only once. */
  #join(): Buffer {
    const [first = Buffer.alloc(0)] = this.#chunks;
    if (this.#chunks.length <= 1) return first;
    const joined = Buffer.concat(this.#chunks, this.#byteLength);
    this.#chunks = [joined];
    return joined;
  }
}
