/**
 * HTTP/2, as cheap as it can be: prepared header blocks and bodies out, and of the answers only status, length and end.
 * The client's windows are as large as they get, and its header table is empty, so that hardly a frame needs thought.
 */
import type { TLSSocket } from "node:tls";
import { type Answered, type Connection, findCounters, type RequestTemplate, writeCounters } from "./connection.ts";
import { encodeHeaders, statusOf } from "./hpack.ts";

const preface = Buffer.from("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
const frameHeadBytes = 9;
const frameBytesMax = 16384;
const windowMax = 0x7fffffff;
const initialWindow = 65535;

const frameTypes = { data: 0, headers: 1, reset: 3, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 } as const;
const flags = { endStream: 1, ack: 1, endHeaders: 4, padded: 8, priority: 32 } as const;
const settingIds = { headerTableSize: 1, enablePush: 2, initialWindowSize: 4 } as const;

interface OpenStream {
  status: number;
  bodyBytes: number;
  readonly onAnswer: (answer: Answered) => void;
  readonly onHead?: (status: number) => void;
  readonly onBody?: (piece: Buffer) => void;
}

export function openH2(socket: TLSSocket, template: RequestTemplate, streams: number): Connection {
  return new H2Connection(socket, template, streams);
}

class H2Connection implements Connection {
  readonly streams: number;
  readonly #socket: TLSSocket;
  readonly #head: Buffer;
  readonly #body: Buffer;
  readonly #headCounters;
  readonly #bodyCounters;
  readonly #open = new Map<number, OpenStream>();
  #nextId = 1;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes received since the connection's window was last opened. */
  #received = 0;
  /** Bytes that the server still takes on the connection. */
  #sendWindow = initialWindow;
  readonly #waiting: Buffer[] = [];

  constructor(socket: TLSSocket, template: RequestTemplate, streams: number) {
    this.streams = streams;
    this.#socket = socket;
    this.#head = encodeHeaders(template);
    this.#body = Buffer.from(template.body ?? "");
    if (this.#body.length > frameBytesMax) throw new Error("a body is sent in one frame");
    this.#headCounters = findCounters(this.#head);
    this.#bodyCounters = findCounters(this.#body);
    socket.on("data", (data: Buffer) => this.#read(data));
    const settings = Buffer.concat([
      setting(settingIds.headerTableSize, 0),
      setting(settingIds.enablePush, 0),
      setting(settingIds.initialWindowSize, windowMax),
    ]);
    socket.write(
      Buffer.concat([preface, frame(frameTypes.settings, 0, 0, settings), windowUpdate(windowMax - initialWindow)]),
    );
  }

  send(number: number, onAnswer: (answer: Answered) => void): void {
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
    this.#open.set(id, stream);
    writeCounters(this.#head, this.#headCounters, number);
    const hasBody = this.#body.length > 0;
    this.#socket.write(frame(frameTypes.headers, flags.endHeaders | (hasBody ? 0 : flags.endStream), id, this.#head));
    if (!hasBody) return;
    writeCounters(this.#body, this.#bodyCounters, number);
    this.#waiting.push(frame(frameTypes.data, flags.endStream, id, this.#body));
    this.#sendBodies();
  }

  #sendBodies(): void {
    while (this.#waiting[0] && this.#sendWindow >= this.#body.length) {
      this.#sendWindow -= this.#body.length;
      this.#socket.write(this.#waiting.shift() as Buffer);
    }
  }

  #read(data: Buffer): void {
    let bytes = this.#rest.length === 0 ? data : Buffer.concat([this.#rest, data]);
    while (bytes.length >= frameHeadBytes) {
      const end = frameHeadBytes + bytes.readUIntBE(0, 3);
      if (bytes.length < end) break;
      this.#readFrame(bytes[3] ?? 0, bytes[4] ?? 0, bytes.readUInt32BE(5), bytes.subarray(frameHeadBytes, end));
      bytes = bytes.subarray(end);
    }
    this.#rest = bytes;
  }

  #readFrame(type: number, flag: number, id: number, payload: Buffer): void {
    switch (type) {
      case frameTypes.data:
        this.#readData(id, flag, payload);
        break;
      case frameTypes.headers:
        this.#readHeaders(id, flag, payload);
        break;
      case frameTypes.settings:
        if ((flag & flags.ack) === 0) this.#socket.write(frame(frameTypes.settings, flags.ack, 0, Buffer.alloc(0)));
        break;
      case frameTypes.ping:
        if ((flag & flags.ack) === 0) this.#socket.write(frame(frameTypes.ping, flags.ack, 0, payload));
        break;
      case frameTypes.windowUpdate:
        if (id === 0) this.#sendWindow += payload.readUInt32BE(0);
        this.#sendBodies();
        break;
      case frameTypes.reset:
        this.#end(id, 0);
        break;
      case frameTypes.goAway:
        throw new Error(`the server closes the connection, code ${payload.readUInt32BE(4)}`);
    }
  }

  #readHeaders(id: number, flag: number, payload: Buffer): void {
    const stream = this.#open.get(id);
    if (!stream) return;
    if ((flag & (flags.padded | flags.priority)) !== 0) throw new Error("padding and priorities are not expected");
    stream.status = statusOf(payload);
    stream.onHead?.(stream.status);
    if ((flag & flags.endStream) !== 0) this.#end(id, stream.status);
  }

  #readData(id: number, flag: number, piece: Buffer): void {
    this.#received += piece.length;
    if (this.#received > windowMax / 2) {
      this.#socket.write(windowUpdate(this.#received));
      this.#received = 0;
    }
    const stream = this.#open.get(id);
    if (!stream) return;
    stream.bodyBytes += piece.length;
    if (piece.length > 0) stream.onBody?.(piece);
    if ((flag & flags.endStream) !== 0) this.#end(id, stream.status);
  }

  #end(id: number, status: number): void {
    const stream = this.#open.get(id);
    if (!stream) return;
    this.#open.delete(id);
    stream.onAnswer({ status, bodyBytes: stream.bodyBytes });
  }
}

function frame(type: number, flag: number, id: number, payload: Buffer): Buffer {
  const bytes = Buffer.allocUnsafe(frameHeadBytes + payload.length);
  bytes.writeUIntBE(payload.length, 0, 3);
  bytes[3] = type;
  bytes[4] = flag;
  bytes.writeUInt32BE(id, 5);
  payload.copy(bytes, frameHeadBytes);
  return bytes;
}

function setting(id: number, value: number): Buffer {
  const bytes = Buffer.alloc(6);
  bytes.writeUInt16BE(id, 0);
  bytes.writeUInt32BE(value, 2);
  return bytes;
}

function windowUpdate(bytes: number): Buffer {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(bytes, 0);
  return frame(frameTypes.windowUpdate, 0, 0, payload);
}
