/**
 * Encodes and decodes single HTTP/2 frames, for tests that send what no client library sends. RFC 9113 section 6, RFC
 * 7541 section 6.2.
 */
import type { RawConnection } from "./raw-connection.ts";

/** Frame types of RFC 9113 section 6. */
export const frameTypes = {
  data: 0,
  headers: 1,
  resetStream: 3,
  settings: 4,
  ping: 6,
  goAway: 7,
  windowUpdate: 8,
  continuation: 9,
} as const;
/** Frame flags of RFC 9113 section 6. */
export const flags = { none: 0, endStream: 0x1, ack: 0x1, endHeaders: 0x4 } as const;
/** Error codes of RFC 9113 section 7. */
export const errorCodes = {
  noError: 0,
  protocolError: 1,
  internalError: 2,
  refusedStream: 7,
  cancel: 8,
  enhanceYourCalm: 11,
} as const;

/** A decoded frame, without its length and reserved bit. */
export interface Http2Frame {
  readonly type: number;
  readonly flags: number;
  readonly stream: number;
  readonly payload: Buffer;
}

/** Connection preface of a client, with an empty SETTINGS frame. */
export const preface = Buffer.concat([
  Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
  frame(frameTypes.settings, flags.none, 0),
]);

/** Returns an encoded frame. `bits` are its flags. */
export function frame(type: number, bits: number, stream: number, payload: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = bits;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** Returns a field block whose fields are all literals without indexing. */
export function fieldBlock(fields: readonly (readonly [name: string, value: string])[]): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.from([0]), literal(name), literal(value)]));
}

/** Returns the header fields of a GET request. */
export function getFields(path: string): (readonly [string, string])[] {
  return [
    [":method", "GET"],
    [":scheme", "https"],
    [":authority", "localhost"],
    [":path", path],
  ];
}

/** Returns a HEADERS frame that is a complete GET request. */
export function getFrame(stream: number, path: string): Buffer {
  return frame(frameTypes.headers, flags.endStream | flags.endHeaders, stream, fieldBlock(getFields(path)));
}

/** Returns a RST_STREAM frame with the error code CANCEL. */
export function resetFrame(stream: number): Buffer {
  const code = Buffer.alloc(4);
  code.writeUInt32BE(errorCodes.cancel);
  return frame(frameTypes.resetStream, flags.none, stream, code);
}

/** Returns the complete frames that a connection has received. They remain in its buffer. */
export function framesOf({ received }: Pick<RawConnection, "received">): Http2Frame[] {
  const frames: Http2Frame[] = [];
  for (let at = 0; at + 9 <= received.length; ) {
    const end = at + 9 + received.readUIntBE(at, 3);
    if (end > received.length) break;
    const stream = received.readUInt32BE(at + 5);
    const [type = 0, bits = 0] = received.subarray(at + 3, at + 5);
    frames.push({ type, flags: bits, stream, payload: received.subarray(at + 9, end) });
    at = end;
  }
  return frames;
}

/** Returns the error code of a GOAWAY or RST_STREAM frame. */
export function errorCodeOf({ type, payload }: Http2Frame): number {
  return payload.readUInt32BE(type === frameTypes.goAway ? 4 : 0);
}

/** Returns a string literal without Huffman coding. Its length prefix has 7 bits. */
function literal(text: string): Buffer {
  const bytes = Buffer.from(text, "latin1");
  const length: number[] = [];
  let rest = bytes.length;
  if (rest < 127) return Buffer.concat([Buffer.from([rest]), bytes]);
  rest -= 127;
  for (; rest >= 128; rest >>= 7) length.push((rest & 0x7f) | 0x80);
  return Buffer.concat([Buffer.from([127, ...length, rest]), bytes]);
}
