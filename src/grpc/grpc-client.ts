/** One server, and the calls to it. */
import { constants } from "node:http2";
import type { Clock } from "../base/clock.ts";
import { GrpcCallError } from "./call-error.ts";
import { CallStatus } from "./call-status.ts";
import { GrpcConnection, type GrpcConnectionOptions, type GrpcStream } from "./grpc-connection.ts";
import { encodeFrame, GrpcFrameReader } from "./grpc-frames.ts";
import { grpcStatus } from "./grpc-status.ts";
import { messageBytesMax } from "./limits.ts";
import { MessageStream } from "./message-stream.ts";
import type { Rpc } from "./rpc.ts";

/** Calls one server. It connects with the first call, and again after the connection was lost. */
export class GrpcClient {
  /** `http://host:port` or `https://host:port`. */
  readonly url: string;
  readonly #connection: GrpcConnection;
  readonly #clock: Clock;

  /**
   * @param url with a socket path, any URL with the scheme `http`, because it names no address
   */
  constructor(url: string, options: GrpcConnectionOptions, clock: Clock) {
    this.url = url;
    this.#clock = clock;
    this.#connection = new GrpcConnection(url, options, clock);
  }

  /** Makes the call once. @throws GrpcCallError */
  async call<Request, Response>(rpc: Rpc<Request, Response>, request: Request, timeoutMs: number): Promise<Response> {
    const frame = encodeFrame(rpc.encode(request));
    const call = this.#connection.open(rpc.path);
    let isTimeOver = false;
    const timer = this.#clock.after(timeoutMs, () => {
      isTimeOver = true;
      this.#connection.dropUnlessConnected();
      call.stream.close(constants.NGHTTP2_CANCEL);
    });
    call.stream.end(frame);
    try {
      return rpc.decode(await readResponse(call));
    } catch (error) {
      throw isTimeOver ? timeout(this.url, timeoutMs, !call.mayBeSent()) : error;
    } finally {
      timer.cancel();
    }
  }

  /** Starts a call in which both sides send messages. `close()` of the stream must be called in the end. */
  openStream(path: string, headers: Readonly<Record<string, string>>): MessageStream {
    return new MessageStream(this.#connection.open(path, headers));
  }

  /** Ends all calls. Later ones fail. */
  close(): void {
    this.#connection.close();
  }
}

/** Returns the only message of a response. @throws GrpcCallError */
function readResponse(call: GrpcStream): Promise<Buffer> {
  const { stream } = call;
  const status = new CallStatus(call);
  const frames = new GrpcFrameReader(messageBytesMax);
  let message: Buffer | undefined;
  stream.on("data", (chunk: Buffer) => {
    try {
      message = frames.add(chunk)[0] ?? message;
    } catch (error) {
      stream.destroy(error as Error);
    }
  });
  return new Promise((resolve, reject) => {
    stream.once("close", () => {
      const failure = status.failure();
      if (failure) reject(failure);
      else if (message) resolve(message);
      else reject(new GrpcCallError({ code: grpcStatus.internal, details: "a response has no message" }));
    });
  });
}

function timeout(url: string, timeoutMs: number, isUnsent: boolean): GrpcCallError {
  const details = `${url} has not responded within ${Math.round(timeoutMs)} ms`;
  return new GrpcCallError({ code: grpcStatus.deadlineExceeded, details, isUnsent });
}
