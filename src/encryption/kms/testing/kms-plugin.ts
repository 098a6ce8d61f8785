/** A key service for tests. It "encrypts" by reversing bytes, so that a test can see what it has done. */
import { createServer, type Http2Server, type ServerHttp2Stream } from "node:http2";
import { ProtoWriter, readFields } from "../../../grpc/index.ts";

/**
 * How a call is answered: as it should be, never, with bytes that are no message, with the header of a huge message, or, if it requests
 * the decryption of a seed, with the status that Go programs send for an error without a status.
 */
export type PluginBehaviour = "works" | "hangs" | "garbage" | "huge" | "rejects-seeds";

const frameHeaderBytes = 5;
/** Status of gRPC for an error whose cause is unknown. */
const unknownStatus = "2";
const hugeBytes = 100 * 1024 * 1024;

/** Serves the interface of key services on a socket. */
export class KmsPlugin implements AsyncDisposable {
  keyId = "key-1";
  healthz = "ok";
  version = "v2";
  behaviour: PluginBehaviour = "works";
  /** Names of the methods that were called. */
  readonly calls: string[] = [];
  readonly #server: Http2Server;

  private constructor() {
    this.#server = createServer();
    this.#server.on("session", (session) => session.on("error", () => undefined));
    this.#server.on("stream", (stream, headers) => void this.#serve(stream, String(headers[":path"])));
  }

  /** Listens on a socket. */
  static async listen(socketPath: string): Promise<KmsPlugin> {
    const plugin = new KmsPlugin();
    await new Promise<void>((resolve, reject) => {
      plugin.#server.once("error", reject);
      plugin.#server.listen(socketPath, resolve);
    });
    return plugin;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    for (const session of this.#sessions) session.destroy();
    await closed;
  }

  readonly #sessions = new Set<{ destroy(): void }>();

  async #serve(stream: ServerHttp2Stream, path: string): Promise<void> {
    if (stream.session) this.#sessions.add(stream.session);
    stream.on("error", () => undefined);
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(chunk as Buffer);
    const method = path.split("/").at(-1) ?? "";
    this.calls.push(method);
    if (this.behaviour === "hangs") return;
    stream.respond({ ":status": 200, "content-type": "application/grpc" }, { waitForTrailers: true });
    const isRejected = this.behaviour === "rejects-seeds" && method === "Decrypt";
    stream.on("wantTrailers", () => stream.sendTrailers({ "grpc-status": isRejected ? unknownStatus : "0" }));
    if (isRejected) stream.end();
    else stream.end(this.#frame(method, Buffer.concat(chunks).subarray(frameHeaderBytes)));
  }

  #frame(method: string, request: Buffer): Buffer {
    if (this.behaviour === "garbage") return frameOf(Buffer.from([0xff, 0xff, 0xff]));
    const frame = frameOf(this.#answer(method, request));
    if (this.behaviour === "huge") frame.writeUInt32BE(hugeBytes, 1);
    return frame;
  }

  #answer(method: string, request: Buffer): Buffer {
    let bytes: Buffer = Buffer.alloc(0);
    readFields(request, (field, value) => {
      if (field === 1 && typeof value !== "number") bytes = value;
    });
    const reversed = Buffer.from([...bytes].toReversed());
    if (method === "Status")
      return new ProtoWriter().text(1, this.version).text(2, this.healthz).text(3, this.keyId).finish();
    if (method === "Decrypt") return new ProtoWriter().bytes(1, reversed).finish();
    const annotation = new ProtoWriter().text(1, "local.example.com").bytes(2, Buffer.from("note"));
    return new ProtoWriter().bytes(1, reversed).text(2, this.keyId).message(3, annotation).finish();
  }
}

function frameOf(message: Buffer): Buffer {
  const frame = Buffer.alloc(frameHeaderBytes + message.length);
  frame.writeUInt32BE(message.length, 1);
  message.copy(frame, frameHeaderBytes);
  return frame;
}
