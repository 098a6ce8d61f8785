/**
 * The raw limit of HTTP: a server with fixed responses. It selects HTTP/1.1 or HTTP/2 by ALPN like the real server. It
 * receives its responses over its IPC channel, and sends its port there.
 */
import { createServer as createH1, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createH2, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import type { Writable } from "node:stream";
import { createServer as createTls } from "node:tls";

/** The message that configures the server. */
export interface BareServerConfig {
  readonly kind: "serve";
  readonly cert: string;
  readonly key: string;
  /** Body of the responses to `GET /get`, in base64. */
  readonly body: string;
  readonly encoding: string;
  /** One item of the responses to `GET /list`, in base64. */
  readonly item: string;
  readonly itemCount: number;
}

/**
 * The message that makes the server write `times` times `bytes` bytes to each open `/watch` response. A `POST /emit` also makes it
 * write, namely the request's body.
 */
export interface BareServerEvents {
  readonly kind: "emit";
  readonly bytes: number;
  readonly times: number;
}

const chunkBytes = 64 * 1024;
const watchers = new Set<Writable>();
let body: Buffer = Buffer.alloc(0);
let head: Record<string, string> = {};
let items: readonly Buffer[] = [];

process.on("disconnect", () => process.exit(0));
process.on("SIGTERM", () => process.exit(0));
process.on("message", (message: BareServerConfig | BareServerEvents) => {
  if (message.kind === "emit") void emit(message);
  else serve(message);
});

function serve(config: BareServerConfig): void {
  body = Buffer.from(config.body, "base64");
  head = { "content-type": "application/json", ...(config.encoding ? { "content-encoding": config.encoding } : {}) };
  const item = Buffer.from(config.item, "base64");
  // The items of a real list are spread over the memory, so each item gets its own buffer.
  items = Array.from({ length: config.itemCount }, () => {
    const copy = Buffer.allocUnsafeSlow(item.length);
    item.copy(copy);
    return copy;
  });
  const h1 = createH1({ keepAliveTimeout: 60_000 }, answerH1);
  const h2 = createH2();
  h2.on("stream", (stream, headers) => answerH2(stream, headers[":method"] ?? "", headers[":path"] ?? ""));
  const tls = createTls({ cert: config.cert, key: config.key, ALPNProtocols: ["h2", "http/1.1"] }, (socket) => {
    socket.setNoDelay(true);
    (socket.alpnProtocol === "h2" ? h2 : h1).emit("connection", socket);
  });
  tls.listen({ host: "127.0.0.1", port: 0, backlog: 1024 }, () =>
    process.send?.({ kind: "port", port: (tls.address() as AddressInfo).port }),
  );
}

function answerH1(request: IncomingMessage, response: ServerResponse): void {
  if (request.method === "POST") {
    echoJson(request, (answer) => {
      response.writeHead(201, { ...head, "content-length": answer.length }).end(answer);
    });
  } else if (request.url === "/get") {
    response.writeHead(200, { ...head, "content-length": body.length }).end(body);
  } else {
    response.writeHead(200, { "content-type": "application/json" });
    if (request.url === "/list") writeList(response);
    else {
      watchers.add(response);
      response.flushHeaders();
    }
  }
}

function answerH2(stream: ServerHttp2Stream, method: string, path: string): void {
  stream.on("error", () => stream.destroy());
  if (path === "/emit") {
    readAll(stream, (event) => {
      for (const watcher of watchers) watcher.write(event);
      stream.respond({ ":status": 200 });
      stream.end();
    });
  } else if (method === "POST") {
    echoJson(stream, (answer) => {
      stream.respond({ ":status": 201, ...head, "content-length": String(answer.length) });
      stream.end(answer);
    });
  } else if (path === "/get") {
    stream.respond({ ":status": 200, ...head, "content-length": String(body.length) });
    stream.end(body);
  } else {
    stream.respond({ ":status": 200, "content-type": "application/json" });
    if (path === "/list") writeList(stream);
    else watchers.add(stream);
  }
}

function echoJson(request: NodeJS.ReadableStream, answer: (bytes: Buffer) => void): void {
  readAll(request, (bytes) => answer(Buffer.from(JSON.stringify(JSON.parse(bytes.toString("utf8"))))));
}

function readAll(request: NodeJS.ReadableStream, onEnd: (bytes: Buffer) => void): void {
  const pieces: Buffer[] = [];
  request.on("data", (piece: Buffer) => pieces.push(piece));
  request.on("end", () => onEnd(Buffer.concat(pieces)));
}

function writeList(out: Writable): void {
  let next = 0;
  const writeChunks = (): void => {
    while (next < items.length) {
      const chunk = Buffer.allocUnsafeSlow(chunkBytes);
      let filled = 0;
      while (next < items.length && filled + (items[next]?.length ?? 0) <= chunkBytes) {
        filled += items[next++]?.copy(chunk, filled) ?? 0;
      }
      if (!out.write(chunk.subarray(0, filled))) {
        out.once("drain", writeChunks);
        return;
      }
    }
    out.end();
  };
  writeChunks();
}

async function emit({ bytes, times }: BareServerEvents): Promise<void> {
  for (let turn = 0; turn < times; turn++) {
    const event = Buffer.alloc(bytes, 0x61);
    for (const watcher of watchers) watcher.write(event);
    await new Promise(setImmediate);
  }
}
