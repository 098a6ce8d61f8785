/** The body of a response that is sent as WebSocket messages. */
import type { Socket } from "node:net";
import type { BodyWriter, MessageFraming } from "../requests/exchange.ts";
import { endAndLinger } from "./linger.ts";
import { closeFrame, closeStatuses, encodeFrame, FrameReader, opcodes } from "./web-socket-frames.ts";
import { untilDrained } from "./writable-body.ts";

/** Sends a response body as WebSocket messages, and responds to the client's control frames. */
export class WebSocketBody implements BodyWriter {
  readonly #socket: Socket;
  readonly #framing: MessageFraming;
  #hasEnded = false;

  /** @param received bytes that the client has sent after the request */
  constructor(socket: Socket, framing: MessageFraming, received: Buffer) {
    this.#socket = socket;
    this.#framing = framing;
    const reader = new FrameReader({
      ping: (payload) => this.#pong(payload),
      close: () => this.end(),
      fault: () => this.#endWithProtocolError(),
    });
    socket.on("data", (bytes: Buffer) => reader.read(bytes));
    socket.on("end", () => this.end());
    if (received.length > 0) reader.read(received);
    socket.resume();
  }

  /** Sends each message in `bytes` as a frame. */
  write(bytes: Buffer): boolean {
    if (this.#hasEnded || this.#socket.destroyed) return true;
    const opcode = this.#framing.isText ? opcodes.text : opcodes.binary;
    const frames = [...this.#framing.messagesIn(bytes)].map((message) => encodeFrame(opcode, message));
    return this.#socket.write(frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames));
  }

  drained(): Promise<void> {
    return untilDrained(this.#socket);
  }

  end(): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    if (this.#socket.destroyed) return;
    this.#socket.write(closeFrame(closeStatuses.normal));
    endAndLinger(this.#socket);
  }

  /** Responds to a ping, unless the client does not read. */
  #pong(payload: Buffer): void {
    if (!this.#hasEnded && !this.#socket.writableNeedDrain) this.#socket.write(encodeFrame(opcodes.pong, payload));
  }

  #endWithProtocolError(): void {
    if (!this.#hasEnded && !this.#socket.destroyed) this.#socket.write(closeFrame(closeStatuses.protocolError));
    this.end();
  }
}
