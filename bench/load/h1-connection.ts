/**
 * A fast HTTP/1.1 client. It sends prepared bytes, and reads only the status, length and end of a response. One request
 * at a time.
 */
import type { TLSSocket } from "node:tls";
import {
  type Connection,
  findCounters,
  type RequestTemplate,
  type ResponseSummary,
  writeCounters,
} from "./connection.ts";

const headEnd = Buffer.from("\r\n\r\n");
const lineEnd = Buffer.from("\r\n");

type Phase = "idle" | "head" | "body" | "chunkSize" | "chunk" | "trailer";

/** Returns a connection that repeats the request over HTTP/1.1. */
export function openH1(socket: TLSSocket, template: RequestTemplate): Connection {
  return new H1Connection(socket, template);
}

class H1Connection implements Connection {
  readonly streams = 1;
  readonly #socket: TLSSocket;
  readonly #bytes: Buffer;
  readonly #counters;
  #phase: Phase = "idle";
  #unread: Buffer = Buffer.alloc(0);
  #status = 0;
  #bodyBytes = 0;
  /** Bytes of the current body or chunk that have not arrived yet. */
  #missingBytes = 0;
  #onAnswer: ((answer: ResponseSummary) => void) | undefined;
  #onHead: ((status: number) => void) | undefined;
  #onBody: ((piece: Buffer) => void) | undefined;

  constructor(socket: TLSSocket, template: RequestTemplate) {
    this.#socket = socket;
    this.#bytes = encodeRequest(template);
    this.#counters = findCounters(this.#bytes);
    socket.on("data", (data: Buffer) => this.#read(data));
  }

  send(number: number, onAnswer: (answer: ResponseSummary) => void): void {
    this.#onAnswer = onAnswer;
    this.#phase = "head";
    writeCounters(this.#bytes, this.#counters, number);
    // The socket may keep the buffer until it can send it, and the next request overwrites the counter.
    this.#socket.write(this.#counters.length > 0 ? Buffer.from(this.#bytes) : this.#bytes);
  }

  listen(number: number, onHead: (status: number) => void, onBody: (piece: Buffer) => void): void {
    this.#onHead = onHead;
    this.#onBody = onBody;
    this.send(number, () => undefined);
  }

  close(): void {
    this.#socket.destroy();
  }

  #read(data: Buffer): void {
    this.#unread = this.#unread.length === 0 ? data : Buffer.concat([this.#unread, data]);
    while (this.#unread.length > 0 && this.#step()) {
      // Each step consumes one part of the response.
    }
  }

  /**
   * Reads the next part of the response.
   * @returns false if more bytes are needed
   */
  #step(): boolean {
    switch (this.#phase) {
      case "head":
        return this.#readHead();
      case "body":
      case "chunk":
        return this.#readBody();
      case "chunkSize":
        return this.#readChunkSize();
      case "trailer":
        if (this.#unread.length < 2) return false;
        this.#unread = this.#unread.subarray(2);
        this.#end();
        return true;
      case "idle":
        throw new Error(`the server sent bytes without a request: ${this.#unread.toString("latin1", 0, 100)}`);
    }
  }

  #readHead(): boolean {
    const end = this.#unread.indexOf(headEnd);
    if (end < 0) return false;
    const head = this.#unread.toString("latin1", 0, end);
    this.#unread = this.#unread.subarray(end + headEnd.length);
    this.#status = Number(head.slice(9, 12));
    this.#bodyBytes = 0;
    this.#onHead?.(this.#status);
    const length = /content-length: (\d+)/i.exec(head)?.[1];
    if (length === undefined) {
      this.#phase = "chunkSize";
      return true;
    }
    this.#missingBytes = Number(length);
    this.#phase = "body";
    if (this.#missingBytes === 0) this.#end();
    return true;
  }

  #readChunkSize(): boolean {
    const end = this.#unread.indexOf(lineEnd);
    if (end < 0) return false;
    const size = Number.parseInt(this.#unread.toString("latin1", 0, end), 16);
    this.#unread = this.#unread.subarray(end + lineEnd.length);
    this.#phase = size === 0 ? "trailer" : "chunk";
    this.#missingBytes = size === 0 ? 0 : size + lineEnd.length;
    return true;
  }

  #readBody(): boolean {
    const taken = Math.min(this.#missingBytes, this.#unread.length);
    this.#onBody?.(this.#unread.subarray(0, taken));
    this.#unread = this.#unread.subarray(taken);
    this.#missingBytes -= taken;
    this.#bodyBytes += taken;
    if (this.#missingBytes > 0) return true;
    if (this.#phase === "chunk") this.#phase = "chunkSize";
    else this.#end();
    return true;
  }

  #end(): void {
    this.#phase = "idle";
    this.#onAnswer?.({ status: this.#status, bodyBytes: this.#bodyBytes });
  }
}

function encodeRequest({ method, path, headers, body = "" }: RequestTemplate): Buffer {
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const fields = Object.entries({ host: "localhost", ...headers, ...length });
  const head = [`${method} ${path} HTTP/1.1`, ...fields.map(([name, value]) => `${name}: ${value}`)].join("\r\n");
  return Buffer.from(`${head}\r\n\r\n${body}`);
}
