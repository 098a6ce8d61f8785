/** Frames of the WebSocket protocol (RFC 6455), for a server that only sends messages. */

/** The opcodes of frames. */
export const opcodes = { text: 1, binary: 2, close: 8, ping: 9, pong: 10 } as const;

/** Status codes of close frames. */
export const closeStatuses = { normal: 1000, protocolError: 1002 } as const;

const finalFrame = 0x80;
const maskedFrame = 0x80;

/** Returns an unmasked frame with a whole message, as servers send it. */
export function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const { length } = payload;
  const lengthBytes = length < 126 ? 0 : length < 65_536 ? 2 : 8;
  const frame = Buffer.allocUnsafe(2 + lengthBytes + length);
  frame[0] = finalFrame | opcode;
  if (lengthBytes === 0) frame[1] = length;
  else if (lengthBytes === 2) {
    frame[1] = 126;
    frame.writeUInt16BE(length, 2);
  } else {
    frame[1] = 127;
    frame.writeBigUInt64BE(BigInt(length), 2);
  }
  payload.copy(frame, 2 + lengthBytes);
  return frame;
}

/** Returns a close frame with this status code. */
export function closeFrame(status: number): Buffer {
  const payload = Buffer.allocUnsafe(2);
  payload.writeUInt16BE(status);
  return encodeFrame(opcodes.close, payload);
}

/** Handles a client's frames, for a server that ignores messages. */
export interface FrameListener {
  ping(payload: Buffer): void;
  /** Called when the client has sent a close frame. */
  close(): void;
  /** Called when the client has violated the protocol. */
  fault(): void;
}

const controlPayloadMax = 125;
const headBytesMax = 14;

/** Reads the frames of a client. Drops the messages, and reports control frames to the listener. */
export class FrameReader {
  readonly #listener: FrameListener;
  /** Received bytes of an incomplete frame head or control frame. */
  #pending: Buffer = Buffer.alloc(0);
  /** Remaining bytes of the message that is being dropped. */
  #dropBytes = 0;
  #hasEnded = false;

  constructor(listener: FrameListener) {
    this.#listener = listener;
  }

  read(bytes: Buffer): void {
    let remaining = bytes;
    while (!this.#hasEnded && remaining.length > 0) {
      if (this.#dropBytes > 0) remaining = this.#dropPayload(remaining);
      else remaining = this.#readFrame(remaining);
    }
  }

  #dropPayload(bytes: Buffer): Buffer {
    const dropped = Math.min(bytes.length, this.#dropBytes);
    this.#dropBytes -= dropped;
    return bytes.subarray(dropped);
  }

  /**
   * Reads a frame head, or a whole control frame. Returns the bytes after it, or nothing if it is incomplete or the
   * last one.
   */
  #readFrame(bytes: Buffer): Buffer {
    const available = this.#pending.length === 0 ? bytes : Buffer.concat([this.#pending, bytes]);
    const head = readHead(available);
    if (head === undefined) return this.#keepPending(available);
    if (!head.isMasked || (head.isControl && head.payloadBytes > controlPayloadMax)) return this.#end("fault");
    if (!head.isControl) {
      this.#pending = Buffer.alloc(0);
      this.#dropBytes = head.payloadBytes;
      return available.subarray(head.headBytes);
    }
    const end = head.headBytes + head.payloadBytes;
    if (available.length < end) return this.#keepPending(available);
    this.#pending = Buffer.alloc(0);
    if (head.opcode === opcodes.close) return this.#end("close");
    if (head.opcode === opcodes.ping) this.#listener.ping(unmask(available, head));
    return available.subarray(end);
  }

  #keepPending(bytes: Buffer): Buffer {
    this.#pending = Buffer.from(bytes.subarray(0, headBytesMax + controlPayloadMax));
    return Buffer.alloc(0);
  }

  #end(why: "close" | "fault"): Buffer {
    this.#hasEnded = true;
    this.#listener[why]();
    return Buffer.alloc(0);
  }
}

interface FrameHead {
  readonly opcode: number;
  readonly isControl: boolean;
  readonly isMasked: boolean;
  readonly headBytes: number;
  readonly payloadBytes: number;
}

const maskBytes = 4;

/** Returns undefined if the head is incomplete. */
function readHead(bytes: Buffer): FrameHead | undefined {
  if (bytes.length < 2) return undefined;
  const [first = 0, second = 0] = bytes;
  const opcode = first & 0x0f;
  const shortLength = second & 0x7f;
  const isMasked = (second & maskedFrame) !== 0;
  const lengthBytes = shortLength === 126 ? 2 : shortLength === 127 ? 8 : 0;
  const headBytes = 2 + lengthBytes + (isMasked ? maskBytes : 0);
  if (bytes.length < headBytes) return undefined;
  const payloadBytes =
    lengthBytes === 0 ? shortLength : lengthBytes === 2 ? bytes.readUInt16BE(2) : Number(bytes.readBigUInt64BE(2));
  return { opcode, isControl: (opcode & 0x08) !== 0, isMasked, headBytes, payloadBytes };
}

function unmask(bytes: Buffer, { headBytes, payloadBytes }: FrameHead): Buffer {
  const mask = bytes.subarray(headBytes - maskBytes, headBytes);
  const payload = Buffer.from(bytes.subarray(headBytes, headBytes + payloadBytes));
  for (let index = 0; index < payload.length; index++) payload[index] = (payload[index] ?? 0) ^ (mask[index % 4] ?? 0);
  return payload;
}
