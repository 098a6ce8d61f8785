/**
 * The body of an HTTP/1.1 answer in chunks, framed here. Node frames with three writes a chunk; this is one, and what many
 * clients are sent, such as an event, is framed once for all of them.
 */
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { BodyWriter } from "../requests/exchange.ts";
import { drained } from "./writable-body.ts";

/** Up to this, copying is cheaper than writing in parts. */
export const copiedBytesMax = 16 * 1024;
const lineEnd = "\r\n";

export class ChunkedBody implements BodyWriter {
  readonly #response: ServerResponse;
  readonly #socket: Socket;

  /** @param response whose head is out, with chunks announced */
  constructor(response: ServerResponse, socket: Socket) {
    this.#response = response;
    this.#socket = socket;
  }

  write(bytes: Buffer): boolean {
    const socket = this.#socket;
    if (socket.destroyed || bytes.length === 0) return true;
    return bytes.length <= copiedBytesMax ? socket.write(framed(bytes)) : writeInParts(socket, bytes);
  }

  drained(): Promise<void> {
    return drained(this.#socket);
  }

  end(): void {
    if (!this.#response.destroyed) this.#response.end();
  }
}

let lastBytes: Buffer | undefined;
let lastFramed: Buffer = Buffer.alloc(0);

/** The same bytes come for one client after the other. */
function framed(bytes: Buffer): Buffer {
  if (bytes !== lastBytes) {
    lastFramed = frame(bytes);
    lastBytes = bytes;
  }
  return lastFramed;
}

function frame(bytes: Buffer): Buffer {
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
