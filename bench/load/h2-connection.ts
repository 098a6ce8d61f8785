/**
 * A fast HTTP/2 client. It sends prepared header blocks and bodies, and reads only the status, length and end of a
 * response. The client's windows have the greatest size, one write sends all frames of an event loop iteration, and
 * received bodies are not copied. Otherwise the client could be slower than the server.
 */
import type { TLSSocket } from "node:tls";
import {
  type Connection,
  findCounters,
  type RequestTemplate,
  type ResponseSummary,
  writeCounters,
} from "./connection.ts";
import {
  flags,
  frame,
  frameBytesMax,
  frameHeadBytes,
  frameTypes,
  initialWindow,
  setting,
  settingIds,
  windowMax,
  windowUpdate,
} from "./frames.ts";
import { encodeHeaders, encodeLiteral, type HeaderBlocks, StatusReader } from "./hpack.ts";

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");

interface OpenStream {
  status: number;
  bodyBytes: number;
  readonly onAnswer: (answer: ResponseSummary) => void;
  readonly onHead?: (status: number) => void;
  readonly onBody?: (piece: Buffer) => void;
}

/** Returns a connection that repeats the request over HTTP/2, with up to `streams` requests at once. */
export function openH2(socket: TLSSocket, template: RequestTemplate, streams: number): Connection {
  return new H2Connection(socket, template, streams);
}

class H2Connection implements Connection {
  readonly streams: number;
  readonly #socket: TLSSocket;
  readonly #headerBlocks: HeaderBlocks;
  readonly #tokens: readonly string[];
  readonly #body: Buffer;
  readonly #bodyCounters;
  readonly #statuses = new StatusReader();
  readonly #openStreams = new Map<number, OpenStream>();
  #nextId = 1;
  /** Start of a frame that has not arrived completely. Never contains bytes of a DATA frame's payload. */
  #unread: Buffer = Buffer.alloc(0);
  /** The DATA frame whose payload is arriving, and the number of missing bytes. */
  #data: { readonly id: number; readonly flag: number; left: number } | undefined;
  /** Bytes received since the last update of the connection's window. */
  #receivedBytes = 0;
  /** Bytes that the server still accepts on the connection. */
  #sendWindow = initialWindow;
  readonly #waitingBodies: Buffer[] = [];
  #isCorked = false;

  constructor(socket: TLSSocket, template: RequestTemplate, streams: number) {
    this.streams = streams;
    this.#socket = socket;
    this.#headerBlocks = encodeHeaders(template);
    this.#tokens = template.tokens ?? [];
    this.#body = Buffer.from(template.body ?? "", template.bodyEncoding);
    if (this.#body.length > frameBytesMax)
      throw new Error(`the body has ${this.#body.length} bytes, but one frame holds ${frameBytesMax}`);
    this.#bodyCounters = findCounters(this.#body);
    socket.on("data", (data: Buffer) => this.#read(data));
    const settings = Buffer.concat([
      setting(settingIds.enablePush, 0),
      setting(settingIds.initialWindowSize, windowMax),
    ]);
    socket.write(
      Buffer.concat([preface, frame(frameTypes.settings, 0, 0, settings), windowUpdate(windowMax - initialWindow)]),
    );
  }

  send(number: number, onAnswer: (answer: ResponseSummary) => void): void {
    this.#request(number, { status: 0, bodyBytes: 0, onAnswer });
  }

  listen(number: number, onHead: (status: number) => void, onBody: (piece: Buffer) => void): void {
    this.#request(number, { status: 0, bodyBytes: 0, onAnswer: () => undefined, onHead, onBody });
  }

  close(): void {
    this.#socket.destroy();
  }

  #request(number: number, stream: OpenStream): void {
    const id = this.#nextId;
    this.#nextId += 2;
    this.#openStreams.set(id, stream);
    const { bytes, counters } = id === 1 ? this.#headerBlocks.first : this.#headerBlocks.later;
    writeCounters(bytes, counters, number);
    const token = this.#tokens[number % this.#tokens.length];
    const block =
      token === undefined ? bytes : Buffer.concat([bytes, encodeLiteral("authorization", `Bearer ${token}`)]);
    const hasBody = this.#body.length > 0;
    this.#write(frame(frameTypes.headers, flags.endHeaders | (hasBody ? 0 : flags.endStream), id, block));
    if (!hasBody) return;
    writeCounters(this.#body, this.#bodyCounters, number);
    this.#waitingBodies.push(frame(frameTypes.data, flags.endStream, id, this.#body));
    this.#sendBodies();
  }

  #sendBodies(): void {
    while (this.#waitingBodies[0] && this.#sendWindow >= this.#body.length) {
      this.#sendWindow -= this.#body.length;
      this.#write(this.#waitingBodies.shift() as Buffer);
    }
  }

  /** Sends the bytes together with all other bytes of this iteration of the event loop. */
  #write(bytes: Buffer): void {
    if (!this.#isCorked) {
      this.#isCorked = true;
      this.#socket.cork();
      setImmediate(() => {
        this.#isCorked = false;
        this.#socket.uncork();
      });
    }
    this.#socket.write(bytes);
  }

  #read(data: Buffer): void {
    let bytes = this.#unread.length === 0 ? data : Buffer.concat([this.#unread, data]);
    for (;;) {
      if (this.#data) bytes = this.#readData(this.#data, bytes);
      if (this.#data || bytes.length < frameHeadBytes) break;
      const [type, flag, id] = [bytes[3] ?? 0, bytes[4] ?? 0, bytes.readUInt32BE(5)];
      const end = frameHeadBytes + bytes.readUIntBE(0, 3);
      if (type === frameTypes.data) {
        this.#data = { id, flag, left: end - frameHeadBytes };
        bytes = bytes.subarray(frameHeadBytes);
      } else {
        if (bytes.length < end) break;
        this.#readFrame(type, flag, id, bytes.subarray(frameHeadBytes, end));
        bytes = bytes.subarray(end);
      }
    }
    this.#unread = bytes;
  }

  #readFrame(type: number, flag: number, id: number, payload: Buffer): void {
    switch (type) {
      case frameTypes.headers:
        this.#readHeaders(id, flag, payload);
        break;
      case frameTypes.settings:
        if ((flag & flags.ack) === 0) this.#write(frame(frameTypes.settings, flags.ack, 0, Buffer.alloc(0)));
        break;
      case frameTypes.ping:
        if ((flag & flags.ack) === 0) this.#write(frame(frameTypes.ping, flags.ack, 0, payload));
        break;
      case frameTypes.windowUpdate:
        if (id === 0) this.#sendWindow += payload.readUInt32BE(0);
        this.#sendBodies();
        break;
      case frameTypes.reset:
        this.#end(id, 0);
        break;
      case frameTypes.goAway:
        throw new Error(`the server closed the connection with code ${payload.readUInt32BE(4)}`);
    }
  }

  #readHeaders(id: number, flag: number, payload: Buffer): void {
    if ((flag & (flags.padded | flags.priority)) !== 0)
      throw new Error("the server sent a HEADERS frame with padding or priority, which this client cannot read");
    // Read the block even if its stream has ended, because it can change the dynamic table.
    const status = this.#statuses.read(payload);
    const stream = this.#openStreams.get(id);
    if (!stream) return;
    stream.status = status;
    stream.onHead?.(stream.status);
    if ((flag & flags.endStream) !== 0) this.#end(id, stream.status);
  }

  /**
   * Reads a part of a DATA frame.
   * @returns the bytes after the frame
   */
  #readData(data: { readonly id: number; readonly flag: number; left: number }, bytes: Buffer): Buffer {
    const piece = bytes.subarray(0, data.left);
    data.left -= piece.length;
    if (data.left === 0) this.#data = undefined;
    this.#receivedBytes += piece.length;
    if (this.#receivedBytes > windowMax / 2) {
      this.#write(windowUpdate(this.#receivedBytes));
      this.#receivedBytes = 0;
    }
    const stream = this.#openStreams.get(data.id);
    if (stream && piece.length > 0) {
      stream.bodyBytes += piece.length;
      stream.onBody?.(piece);
    }
    if (stream && data.left === 0 && (data.flag & flags.endStream) !== 0) this.#end(data.id, stream.status);
    return bytes.subarray(piece.length);
  }

  #end(id: number, status: number): void {
    const stream = this.#openStreams.get(id);
    if (!stream) return;
    this.#openStreams.delete(id);
    stream.onAnswer({ status, bodyBytes: stream.bodyBytes });
  }
}
