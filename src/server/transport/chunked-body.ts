/**
 * The body of an HTTP/1.1 response in chunks. Node would write each chunk in three pieces. Here it is one piece, and
 * bytes that many clients receive, such as an event, are framed once for all of them.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { BodyWriter } from "../requests/exchange.ts";
import { untilDrained } from "./writable-body.ts";

/**
 * Bytes up to this length are copied into one piece. Longer ones are written in parts. See docs/performance.md,
 * "Optimizations", "written in one piece".
 */
export const copiedBytesMax = 16 * 1024;
const lineEnd = "\r\n";

/** Writes a response body in chunks. */
export class ChunkedBody implements BodyWriter {
  readonly #response: ServerResponse;
  readonly #socket: Socket;

  /** @param response has sent its head, with `transfer-encoding: chunked` */
  constructor(response: ServerResponse, socket: Socket) {
    this.#response = response;
    this.#socket = socket;
  }

  write(bytes: Buffer): boolean {
    const socket = this.#socket;
    if (socket.destroyed || bytes.length === 0) return true;
    return bytes.length <= copiedBytesMax ? socket.write(cachedChunk(bytes)) : writeInParts(socket, bytes);
  }

  drained(): Promise<void> {
    return untilDrained(this.#socket);
  }

  end(): void {
    if (!this.#response.destroyed) this.#response.end();
  }
}

let lastBytes: Buffer | undefined;
let lastChunk: Buffer = Buffer.alloc(0);

/**
 * Returns the chunk of `bytes`. It is kept for the next call, because the same bytes are often written to one client
 * after another.
 */
function cachedChunk(bytes: Buffer): Buffer {
  if (bytes !== lastBytes) {
    lastChunk = encodeChunk(bytes);
    lastBytes = bytes;
  }
  return lastChunk;
}

function encodeChunk(bytes: Buffer): Buffer {
  const head = bytes.length.toString(16) + lineEnd;
  const chunk = Buffer.allocUnsafe(head.length + bytes.length + lineEnd.length);
  chunk.write(head, 0, "latin1");
  bytes.copy(chunk, head.length);
  chunk.write(lineEnd, head.length + bytes.length, "latin1");
  return chunk;
}

function writeInParts(socket: Socket, bytes: Buffer): boolean {
  socket.cork();
  socket.write(bytes.length.toString(16) + lineEnd, "latin1");
  socket.write(bytes);
  const canTakeMore = socket.write(lineEnd, "latin1");
  socket.uncork();
  return canTakeMore;
}
