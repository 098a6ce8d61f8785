/** A collector of traces: a gRPC server for OTLP, which decodes the spans by the published message definitions. */
import { once } from "node:events";
import { createServer, type Http2Server, type ServerHttp2Session, type ServerHttp2Stream } from "node:http2";
import type { AddressInfo } from "node:net";
import { decodeExport, type ReceivedSpan } from "./otlp-messages.ts";

/** How the collector answers: normally, with a gRPC error, or never. */
export type CollectorMode = "works" | "unavailable" | "hangs";

/** A collector on a free port, without TLS. */
export class TraceCollector implements AsyncDisposable {
  readonly spans: ReceivedSpan[] = [];
  /** Paths of all calls. */
  readonly calls: string[] = [];
  mode: CollectorMode = "works";
  readonly #server: Http2Server;
  readonly #sessions = new Set<ServerHttp2Session>();

  private constructor(server: Http2Server) {
    this.#server = server;
    server.on("session", (session) => {
      this.#sessions.add(session);
      session.on("close", () => this.#sessions.delete(session));
    });
    server.on("stream", (stream, headers) => void this.#answer(stream, String(headers[":path"])));
  }

  static async start(port = 0): Promise<TraceCollector> {
    const server = createServer();
    server.listen(port, "127.0.0.1");
    await once(server, "listening");
    return new TraceCollector(server);
  }

  /** `host:port`, as in a tracing configuration. */
  get endpoint(): string {
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Number of open connections. */
  get connectionCount(): number {
    return this.#sessions.size;
  }

  /** Removes and returns the spans. */
  take(): readonly ReceivedSpan[] {
    return this.spans.splice(0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const session of this.#sessions) session.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #answer(stream: ServerHttp2Stream, path: string): Promise<void> {
    stream.on("error", () => undefined);
    this.calls.push(path);
    const pieces: Buffer[] = [];
    for await (const piece of stream) pieces.push(piece as Buffer);
    if (this.mode === "hangs" || stream.destroyed) return;
    const status = this.mode === "works" ? "0" : "14";
    if (this.mode === "works") this.spans.push(...decodeExport(Buffer.concat(pieces).subarray(5)));
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": status }));
    stream.end(status === "0" ? Buffer.alloc(5) : undefined);
  }
}
